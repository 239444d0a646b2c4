import type { Transaction } from '../../../kernel/db/database.ts'
import { findMatches } from '../matching/find-matches.ts'
import type { MatchQuestion } from '../matching/pure.ts'
import type { Answer, Hit, LoadKind, Question, StoredRow } from './questions.ts'
import { currentSources, instancesOfMarcHrids } from '../../records/index.ts'
import { readFieldLinks } from '../../authorities/index.ts'

type Loader = (tx: Transaction, ids: readonly string[]) => Promise<Map<string, Answer>>

const LOADERS: Record<LoadKind, Loader> = {
  instance: (tx, ids) => readDocuments(tx, 'instance', ids),
  holdings: (tx, ids) => readDocuments(tx, 'holdings_record', ids),
  item: (tx, ids) => readDocuments(tx, 'item', ids),
  authority: (tx, ids) => readDocuments(tx, 'authority', ids),
  source: (tx, ids) => currentSources(tx, ids, true),
  sourceHead: (tx, ids) => currentSources(tx, ids, false),
  holdingsOf,
  itemsOf,
  lastOrder,
  instanceOfHrid: (tx, hrids) => instancesOfMarcHrids(tx, hrids),
  links: (tx, ids) => readFieldLinks(tx, ids),
}

/** What `LoadKind`s answer where nothing is stored. */
const NOTHING: Record<LoadKind, Answer> = {
  instance: null,
  holdings: null,
  item: null,
  authority: null,
  source: null,
  sourceHead: null,
  holdingsOf: [],
  itemsOf: [],
  lastOrder: 0,
  instanceOfHrid: null,
  links: [],
}

/**
 * Answers the questions of a chunk, in their order: one query for each match and each kind of thing to load, however
 * many records ask.
 */
export async function answerQuestions(
  tx: Transaction,
  questions: readonly Question[],
  matches: readonly MatchQuestion[],
): Promise<Answer[]> {
  const answers = new Map<Question, Answer>()
  const loads = new Map<LoadKind, Extract<Question, { kind: 'load' }>[]>()
  const asked = new Map<number, Extract<Question, { kind: 'match' }>[]>()
  for (const question of questions) {
    if (question.kind === 'load') append(loads, question.what, question)
    else append(asked, question.no, question)
  }
  for (const [no, list] of asked) {
    const asks = list.map(({ values, within }, n) => ({ n, values, within }))
    const hits = list.map((): Hit[] => [])
    for (const { n, id, externalId } of await findMatches(tx, matches[no]!, asks))
      hits[n]!.push({ id, externalId })
    list.forEach((question, n) => answers.set(question, hits[n]!))
  }
  for (const [what, list] of loads) {
    const found = await LOADERS[what](
      tx,
      list.map(({ id }) => id),
    )
    for (const question of list) answers.set(question, found.get(question.id) ?? NOTHING[what])
  }
  return questions.map((question) => answers.get(question)!)
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

const PARENTS = {
  instance: 'null::uuid',
  holdings_record: 'instance_id',
  item: 'holdings_record_id',
  authority: 'null::uuid',
}

async function readDocuments(
  tx: Transaction,
  table: keyof typeof PARENTS,
  ids: readonly string[],
): Promise<Map<string, StoredRow>> {
  const rows = await tx.query<StoredRow>(
    `select id, version, doc, ${PARENTS[table]} as parent from ${table} where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Three are enough to tell one from several. */
async function holdingsOf(tx: Transaction, instanceIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ instance_id: string; ids: string[] }>(
    `select asked.id as instance_id, array_agg(found.id order by found.id) as ids
     from unnest($1::uuid[]) as asked (id)
     cross join lateral (select id from holdings_record where instance_id = asked.id limit 3) as found
     group by asked.id`,
    [instanceIds],
  )
  return new Map(rows.map(({ instance_id: id, ids }) => [id, ids]))
}

async function itemsOf(tx: Transaction, holdingsIds: readonly string[]): Promise<Map<string, StoredRow[]>> {
  const rows = await tx.query<StoredRow & { parent: string }>(
    `select id, version, doc, holdings_record_id as parent from item where holdings_record_id = any($1::uuid[])
     order by holdings_record_id, item_order, id`,
    [holdingsIds],
  )
  return Map.groupBy(rows, ({ parent }) => parent)
}

async function lastOrder(tx: Transaction, holdingsIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; last: number }>(
    `select holdings_record_id as id, coalesce(max(item_order), 0) as last from item
     where holdings_record_id = any($1::uuid[]) group by holdings_record_id`,
    [holdingsIds],
  )
  return new Map(rows.map(({ id, last }) => [id, last]))
}
