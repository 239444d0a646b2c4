import { deleteDocuments, insertDocuments, updateDocuments } from '../../kernel/collections/index.ts'
import type { Collection, Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { businessProblem } from './business-problems.ts'
import type {
  ChildInstance,
  InstanceRelations,
  ParentInstance,
  RelatedTitle,
} from './instance-representation.ts'
import { instanceRelationships, precedingSucceedingTitles } from './relation-lists.ts'

/** The relations in a sent instance; a list that was not sent is undefined. @throws Problem 422 for a title without text. */
export function relationsOf(body: Record<string, unknown>): Partial<InstanceRelations> {
  const list = <T>(name: keyof InstanceRelations): Record<string, T[]> => {
    const value = body[name]
    return Array.isArray(value)
      ? { [name]: value.filter((entry) => typeof entry === 'object' && entry !== null) as T[] }
      : {}
  }
  const relations: Partial<InstanceRelations> = {
    ...list<ParentInstance>('parentInstances'),
    ...list<ChildInstance>('childInstances'),
    ...list<RelatedTitle>('precedingTitles'),
    ...list<RelatedTitle>('succeedingTitles'),
  }
  requireTitles('preceding', relations.precedingTitles, (title) => title.precedingInstanceId)
  requireTitles('succeeding', relations.succeedingTitles, (title) => title.succeedingInstanceId)
  return relations
}

function requireTitles(
  kind: 'preceding' | 'succeeding',
  titles: readonly RelatedTitle[] | undefined,
  instanceOf: (title: RelatedTitle) => string | null | undefined,
): void {
  if (!titles?.some((title) => !instanceOf(title) && !title.title?.trim())) return
  throw businessProblem(`Title is required for unconnected ${kind} title`, `${kind}Titles.title`, null)
}

/** Makes the relations of an instance exactly those given; a list that is undefined stays as it is. */
export async function replaceRelations(
  tx: Transaction,
  actor: Actor | null,
  instanceId: string,
  { parentInstances, childInstances, precedingTitles, succeedingTitles }: Partial<InstanceRelations>,
): Promise<void> {
  if (parentInstances) {
    const wanted = parentInstances.map((parent) => ({ ...parent, subInstanceId: instanceId }))
    await replaceSet(tx, actor, instanceRelationships, 'subinstanceid', instanceId, wanted)
  }
  if (childInstances) {
    const wanted = childInstances.map((child) => ({ ...child, superInstanceId: instanceId }))
    await replaceSet(tx, actor, instanceRelationships, 'superinstanceid', instanceId, wanted)
  }
  if (precedingTitles) {
    const wanted = precedingTitles.map((title) => ({
      ...storedTitle(title, title.precedingInstanceId),
      ...(title.precedingInstanceId ? { precedingInstanceId: title.precedingInstanceId } : {}),
      succeedingInstanceId: instanceId,
    }))
    await replaceSet(tx, actor, precedingSucceedingTitles, 'succeedinginstanceid', instanceId, wanted)
  }
  if (succeedingTitles) {
    const wanted = succeedingTitles.map((title) => ({
      ...storedTitle(title, title.succeedingInstanceId),
      ...(title.succeedingInstanceId ? { succeedingInstanceId: title.succeedingInstanceId } : {}),
      precedingInstanceId: instanceId,
    }))
    await replaceSet(tx, actor, precedingSucceedingTitles, 'precedinginstanceid', instanceId, wanted)
  }
}

/** A connected title takes its text from the instance, so only that of an unconnected one is kept. */
function storedTitle(
  { id, title, hrid, identifiers }: RelatedTitle,
  instanceId: string | null | undefined,
): Document {
  const own = id ? { id } : {}
  if (instanceId) return own
  return {
    ...own,
    ...(title ? { title } : {}),
    ...(hrid ? { hrid } : {}),
    ...(identifiers ? { identifiers } : {}),
  }
}

/** Makes the documents whose `column` is the instance exactly `wanted`; those that are alike stay untouched. */
export async function replaceSet(
  tx: Transaction,
  actor: Actor | null,
  collection: Collection,
  column: string,
  instanceId: string,
  wanted: readonly Document[],
): Promise<void> {
  const rows = await tx.query<{ id: string; doc: string }>(
    `select id, doc from ${collection.table} where ${column} = $1 order by id for update`,
    [instanceId],
  )
  const stored = new Map(rows.map(({ id, doc }) => [id, contentOf(JSON.parse(doc) as Document)]))
  const kept = new Set<string>()
  const added: Document[] = []
  const changed: (Document & { id: string })[] = []
  for (const document of wanted) {
    const content = contentOf(document)
    const sentId = typeof document.id === 'string' ? document.id.toLowerCase() : null
    if (sentId !== null && stored.has(sentId)) {
      kept.add(sentId)
      if (stored.get(sentId) !== content) changed.push({ ...document, id: sentId })
      continue
    }
    const same = [...stored].find(([id, known]) => known === content && !kept.has(id))
    if (same) kept.add(same[0])
    else added.push(document)
  }
  const gone = [...stored.keys()].filter((id) => !kept.has(id))
  if (gone.length > 0) await deleteDocuments(tx, collection, gone)
  if (changed.length > 0) await updateDocuments(tx, collection, actor, changed)
  if (added.length > 0) await insertDocuments(tx, collection, actor, added)
}

/** What a relation says, as text; relations that say the same have the same. */
export function contentOf({ id: _id, metadata: _metadata, ...content }: Document): string {
  return JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)))
}
