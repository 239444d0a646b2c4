import type { Transaction } from '../../kernel/db/database.ts'

/** The parts of an instance set by the names of their flags, as SQL that reads them for a row of `instance`. */
const PARTS: Readonly<Record<string, string>> = {
  instance: 'instance.doc::text',
  holdingsRecords: listed('h.doc', 'from holdings_record h where h.instance_id = instance.id', 'h.id'),
  items: listed(
    'i.doc',
    'from holdings_record h join item i on i.holdings_record_id = h.id where h.instance_id = instance.id',
    'i.id',
  ),
  precedingTitles: listed(
    't.doc',
    'from preceding_succeeding_title t where t.succeedinginstanceid = instance.id',
    't.id',
  ),
  succeedingTitles: listed(
    't.doc',
    'from preceding_succeeding_title t where t.precedinginstanceid = instance.id',
    't.id',
  ),
  superInstanceRelationships: listed(
    'r.doc',
    'from instance_relationship r where r.subinstanceid = instance.id',
    'r.id',
  ),
  subInstanceRelationships: listed(
    'r.doc',
    'from instance_relationship r where r.superinstanceid = instance.id',
    'r.id',
  ),
}

function listed(document: string, from: string, order: string): string {
  return `'[' || coalesce((select string_agg(${document}::text, ',' order by ${order}) ${from}), '') || ']'`
}

/** The names of the parts whose flags are set. */
export function setParts(isAsked: (flag: string) => boolean): string[] {
  return Object.keys(PARTS).filter(isAsked)
}

/** Instances with the named parts, as JSON texts in the order of `ids`; one statement for any number. */
export async function readSets(
  tx: Transaction,
  ids: readonly string[],
  parts: readonly string[],
): Promise<string[]> {
  const members = parts.map((name) => ` || ',"${name}":' || ${PARTS[name]}`).join('')
  const rows = await tx.query<{ doc: string }>(
    `select '{"id":"' || instance.id || '"'${members} || '}' as doc
     from unnest($1::uuid[]) with ordinality as asked (id, place)
     join instance on instance.id = asked.id
     order by asked.place`,
    [ids],
  )
  return rows.map(({ doc }) => doc)
}
