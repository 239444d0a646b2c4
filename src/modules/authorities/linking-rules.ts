import type { Transaction } from '../../kernel/db/database.ts'
import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import { entityNotFound, invalidBody, otherId } from './entity-problems.ts'
import { readReferenceData } from './read-reference-data.ts'

/** Which field of a bibliographic record may be linked to which field of an authority, and what is taken over. */
export type LinkingRule = {
  id: number
  bibField: string
  authorityField: string
  authoritySubfields: string[]
  subfieldModifications?: { source: string; target: string }[]
  /** Subfields that the authority's field must have, or must not. */
  validation?: { existence: Record<string, boolean>[] }
  autoLinkingEnabled: boolean
}

const checkPatch = compileValidator({
  type: 'object',
  properties: {
    id: { type: 'integer' },
    autoLinkingEnabled: { type: 'boolean' },
    authoritySubfields: { type: 'array', items: { type: 'string' } },
  },
})

/** Adds FOLIO's rules that are missing. */
export async function seedLinkingRules(tx: Transaction): Promise<void> {
  const rules = readReferenceData('linking-rules')
  await tx.query(
    `insert into instance_authority_linking_rule (id, doc)
     select * from unnest($1::int[], $2::json[]) on conflict do nothing`,
    [rules.map(({ id }) => id), rules.map((rule) => JSON.stringify(rule))],
  )
}

/** All rules as JSON, in the order of their ids. */
export async function listLinkingRules(tx: Transaction): Promise<string> {
  const rows = await tx.query<{ doc: string }>('select doc from instance_authority_linking_rule order by id')
  return `[${rows.map(({ doc }) => doc).join(',')}]`
}

/** All rules, in the order of their ids. */
export async function readLinkingRules(tx: Transaction): Promise<LinkingRule[]> {
  return JSON.parse(await listLinkingRules(tx)) as LinkingRule[]
}

/** One rule as JSON. @throws Problem 404 */
export async function readLinkingRule(tx: Transaction, id: number, isToChange = false): Promise<string> {
  const [row] = await tx.query<{ doc: string }>(
    `select doc from instance_authority_linking_rule where id = $1 ${isToChange ? 'for update' : ''}`,
    [id],
  )
  if (!row) throw entityNotFound('Linking rule', id)
  return row.doc
}

/**
 * Changes a rule: whether it links by itself, and for 6xx fields the subfields that it takes over.
 * @throws Problem 404, 422 (folio-org/mod-entities-links: LinkingRuleValidator).
 */
export async function patchLinkingRule(tx: Transaction, id: number, body: object): Promise<void> {
  checkPatch(body)
  const sent = withoutNulls(body) as Partial<LinkingRule>
  if (sent.id !== id) throw otherId(id, sent.id)
  const rule = JSON.parse(await readLinkingRule(tx, id, true)) as LinkingRule
  if (sent.autoLinkingEnabled !== undefined) rule.autoLinkingEnabled = sent.autoLinkingEnabled
  const subfields = (sent.authoritySubfields ?? [])
    .filter((code) => code !== '')
    .map((code) => code.charAt(0))
  if (subfields.length > 0)
    rule.authoritySubfields = checkedSubfields(rule, [...new Set(subfields)].sort(byLetter))
  await tx.query('update instance_authority_linking_rule set doc = $2 where id = $1', [
    id,
    JSON.stringify(rule),
  ])
}

/** Letters before digits. */
function byLetter(one: string, other: string): number {
  const isLetter = (code: string) => /\p{L}/u.test(code)
  if (isLetter(one) !== isLetter(other)) return isLetter(one) ? -1 : 1
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1
}

function checkedSubfields({ bibField }: LinkingRule, subfields: string[]): string[] {
  if (!bibField.startsWith('6')) {
    throw invalidBody('Subfields could be updated only for 6XX fields.', [
      { key: 'bibField', value: bibField },
    ])
  }
  const invalid = subfields.filter((code) => !/^[a-z1-8]$/.test(code))
  if (invalid.length > 0) {
    throw invalidBody(
      'Invalid subfield value.',
      invalid.map((value) => ({ key: 'authoritySubfields', value })),
    )
  }
  if (subfields[0] !== 'a') {
    throw invalidBody(`Subfield 'a' is required.`, [
      { key: 'authoritySubfields', value: `[${subfields.join(', ')}]` },
    ])
  }
  return subfields
}
