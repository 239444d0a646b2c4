import type { Transaction } from '../../kernel/db/database.ts'
import type { Identifier, Instance } from './records.ts'

export type ParentInstance = { id?: string; superInstanceId: string; instanceRelationshipTypeId: string }
export type ChildInstance = { id?: string; subInstanceId: string; instanceRelationshipTypeId: string }

/** A title before or after; `…InstanceId` is there when it is an instance of its own. */
export type RelatedTitle = {
  id?: string | null
  precedingInstanceId?: string | null
  succeedingInstanceId?: string | null
  title?: string | null
  hrid?: string | null
  identifiers?: Identifier[] | null
}

/** What an instance is related to. */
export type InstanceRelations = {
  parentInstances: ParentInstance[]
  childInstances: ChildInstance[]
  precedingTitles: RelatedTitle[]
  succeedingTitles: RelatedTitle[]
}

/** What `/inventory/instances` answers: the stored instance with its relations. */
export type InstanceRepresentation = Instance & InstanceRelations & { isBoundWith: boolean }

/** Represents stored instances; three queries for any number (folio-org/mod-inventory: Instance.java). */
export async function representInstances(
  tx: Transaction,
  instances: readonly Instance[],
): Promise<InstanceRepresentation[]> {
  if (instances.length === 0) return []
  const ids = instances.map(({ id }) => id!)
  const relations = await readRelations(tx, ids)
  const rows = await tx.query<{ id: string }>(
    `select distinct holdings_record.instance_id as id
     from bound_with_part join holdings_record on holdings_record.id = bound_with_part.holdingsrecordid
     where holdings_record.instance_id = any($1)`,
    [ids],
  )
  const bound = new Set(rows.map(({ id }) => id))
  return instances.map((instance) => ({
    ...instance,
    tags: instance.tags ?? { tagList: [] },
    ...relations.get(instance.id!)!,
    isBoundWith: bound.has(instance.id!),
  }))
}

/** The relations of instances by id, empty lists where there are none. */
export async function readRelations(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, InstanceRelations>> {
  const relations = new Map<string, InstanceRelations>(
    ids.map((id) => [
      id,
      { parentInstances: [], childInstances: [], precedingTitles: [], succeedingTitles: [] },
    ]),
  )
  await readRelationships(tx, ids, relations)
  await readTitles(tx, ids, relations)
  return relations
}

async function readRelationships(
  tx: Transaction,
  ids: readonly string[],
  relations: ReadonlyMap<string, InstanceRelations>,
): Promise<void> {
  const rows = await tx.query<{ id: string; parent: string; child: string; type: string }>(
    `select id, superinstanceid as parent, subinstanceid as child, instancerelationshiptypeid as type
     from instance_relationship where superinstanceid = any($1) or subinstanceid = any($1) order by id`,
    [ids],
  )
  for (const { id, parent, child, type } of rows) {
    relations
      .get(child)
      ?.parentInstances.push({ id, superInstanceId: parent, instanceRelationshipTypeId: type })
    relations.get(parent)?.childInstances.push({ id, subInstanceId: child, instanceRelationshipTypeId: type })
  }
}

type TitleRow = {
  id: string
  doc: string
  preceding: string | null
  succeeding: string | null
  preceding_instance: string | null
  succeeding_instance: string | null
}

async function readTitles(
  tx: Transaction,
  ids: readonly string[],
  relations: ReadonlyMap<string, InstanceRelations>,
): Promise<void> {
  const rows = await tx.query<TitleRow>(
    `select related.id, related.doc, precedinginstanceid as preceding, succeedinginstanceid as succeeding,
       ${briefInstance('before')} as preceding_instance, ${briefInstance('after')} as succeeding_instance
     from preceding_succeeding_title as related
     left join instance as before on before.id = precedinginstanceid
     left join instance as after on after.id = succeedinginstanceid
     where precedinginstanceid = any($1) or succeedinginstanceid = any($1)
     order by related.id`,
    [ids],
  )
  for (const row of rows) {
    const { id, preceding, succeeding } = row
    const own = JSON.parse(row.doc) as RelatedTitle
    if (succeeding !== null) {
      const brief = titleOf(own, row.preceding_instance)
      relations
        .get(succeeding)
        ?.precedingTitles.push({ id, ...(preceding ? { precedingInstanceId: preceding } : {}), ...brief })
    }
    if (preceding !== null) {
      const brief = titleOf(own, row.succeeding_instance)
      relations
        .get(preceding)
        ?.succeedingTitles.push({ id, ...(succeeding ? { succeedingInstanceId: succeeding } : {}), ...brief })
    }
  }
}

function briefInstance(alias: string): string {
  return `case when ${alias}.id is not null then json_build_object('title', ${alias}.doc -> 'title',
    'hrid', ${alias}.doc ->> 'hrid', 'identifiers', ${alias}.doc -> 'identifiers') end`
}

/** A connected title shows what the instance says now, an unconnected one what was entered. */
function titleOf(own: RelatedTitle, instance: string | null): RelatedTitle {
  const { title, hrid, identifiers } = instance === null ? own : (JSON.parse(instance) as RelatedTitle)
  return { ...(title ? { title } : {}), ...(hrid ? { hrid } : {}), identifiers: identifiers ?? [] }
}
