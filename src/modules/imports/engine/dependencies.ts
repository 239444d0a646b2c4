import type { StoredSource } from '../../records/pure.ts'
import type { ChangedTable, ComputedChunk, ReadVersion, Recheck } from './chunk-messages.ts'
import type { Answer, AskedQuestion, Hit, LoadKind, Question, StoredRow } from './questions.ts'
import type { EntityWork, InventoryEntity, RecordWork } from './record-work.ts'

const LOADED_AS: Record<InventoryEntity, LoadKind> = {
  INSTANCE: 'instance',
  HOLDINGS: 'holdings',
  ITEM: 'item',
  AUTHORITY: 'authority',
}

/** The tables whose rows are loaded as they are. */
export const LOADED_TABLES: Partial<Record<LoadKind, ChangedTable>> = {
  instance: 'instance',
  holdings: 'holdings_record',
  item: 'item',
  authority: 'authority',
}

const UNVERSIONED: ReadonlySet<LoadKind> = new Set(['lastOrder', 'holdingsOf', 'source', 'sourceHead'])

/**
 * What the records of a chunk have read and written, in file order: a record that asked for something which one
 * before it changes must be computed after that is stored, so that the order of the file decides.
 */
export class Dependencies {
  /** Names of questions whose answers are not what they were. */
  readonly #changed = new Set<string>()
  /** Questions of matches that found nothing, for which a record was then made. */
  readonly #made = new Set<string>()
  /** The versions of the stored records that were read, by the name of the question. */
  readonly #read = new Map<string, { table: ChangedTable; version: ReadVersion }>()
  readonly #unversioned = new Map<string, [question: Question, answer: string]>()
  readonly #itemCounts = new Map<string, [holdingsId: string, count: number]>()
  readonly #changeable: ReadonlySet<number>
  readonly #rechecks: Recheck[] = []
  readonly #firstTouches = new Map<string, number>()
  #count = 0

  /** `changeable` are the matches that the job's own writing may change. */
  constructor(changeable: ReadonlySet<number>) {
    this.#changeable = changeable
  }

  /** Adds a record. @returns false when it depends on one before it; then it is not added, and none may follow. */
  add(record: RecordWork, asked: readonly AskedQuestion[], answers: ReadonlyMap<string, Answer>): boolean {
    for (const [key, question] of asked) {
      if (this.#changed.has(key) || this.#mayFindNow(question)) return false
    }
    const replaced = record.source?.stored
    for (const [key, question] of asked) {
      const answer = answers.get(key)!
      // The generation that is replaced is locked, and must then be the current one still.
      const isLocked =
        replaced && key.startsWith('sourceHead ') && (answer as StoredSource | null)?.id === replaced.id
      if (!isLocked) this.#noteRead(key, question, answer)
      if (question.kind === 'match' && this.#changeable.has(question.no)) {
        this.#rechecks.push({ question, place: this.#count, hits: answers.get(key) as Hit[] })
      }
    }
    const makes = record.touched.some(({ stored, fault }) => stored === null && fault === null)
    if (makes) for (const each of asked) this.#noteMade(each, answers)
    for (const work of record.touched) {
      if (work.fault !== null) continue
      this.#noteChange(work)
      if (!this.#firstTouches.has(work.id)) this.#firstTouches.set(work.id, this.#count)
    }
    this.#count += 1
    return true
  }

  /** Keeps of an answer what tells it from a later one, so that the answer itself need not live on. */
  #noteRead(key: string, question: Question, answer: Answer): void {
    if (question.kind !== 'load') return
    const table = LOADED_TABLES[question.what]
    if (table !== undefined && answer !== null && !this.#read.has(key)) {
      const { id, version } = answer as StoredRow
      this.#read.set(key, { table, version: [id, version] })
    }
    if (UNVERSIONED.has(question.what) && !this.#unversioned.has(key)) {
      this.#unversioned.set(key, unversioned(question, answer))
    }
    if (question.what === 'itemsOf' && !this.#itemCounts.has(key)) {
      this.#itemCounts.set(key, [question.id, (answer as StoredRow[]).length])
    }
  }

  #mayFindNow(question: Question): boolean {
    if (question.kind !== 'match') return false
    return question.values.some((value) => this.#made.has(`${question.no} ${value}`))
  }

  #noteMade([key, question]: AskedQuestion, answers: ReadonlyMap<string, Answer>): void {
    if (question.kind !== 'match') return
    if ((answers.get(key) as unknown[]).length > 0) return
    for (const value of question.values) this.#made.add(`${question.no} ${value}`)
  }

  #noteChange({ entity, id, stored, document }: EntityWork): void {
    const change = (what: LoadKind, of: unknown) => this.#changed.add(`${what} ${String(of)}`)
    if (stored !== null) {
      for (const what of [LOADED_AS[entity], 'source', 'sourceHead', 'links'] as const) change(what, id)
    }
    if (entity === 'ITEM') {
      change('itemsOf', document.holdingsRecordId)
      change('lastOrder', document.holdingsRecordId)
    }
    if (entity === 'HOLDINGS' && stored?.document.instanceId !== document.instanceId) {
      change('holdingsOf', document.instanceId)
      change('holdingsOf', stored?.document.instanceId)
    }
  }

  /** What must be asked again when the rows are stored; nothing where no record can have come before. */
  rechecks(): Pick<ComputedChunk, 'rechecks' | 'firstTouches'> {
    const first = Math.min(...this.#firstTouches.values())
    const rechecks = this.#rechecks.filter(({ place }) => place > first)
    return { rechecks, firstTouches: rechecks.length === 0 ? [] : [...this.#firstTouches] }
  }

  /** The stored records that were read and are not changed, with the versions that they had. */
  readOnly(): Partial<Record<ChangedTable, ReadVersion[]>> {
    const versions: Partial<Record<ChangedTable, ReadVersion[]>> = {}
    for (const [key, { table, version }] of this.#read) {
      if (!this.#changed.has(key)) (versions[table] ??= []).push(version)
    }
    return versions
  }

  /** The questions whose answers have no version to go by, with those answers; of MARC records their heads. */
  unversioned(): [question: Question, answer: string][] {
    return [...this.#unversioned.values()]
  }

  /** The holdings all of whose items were read, and how many those were. */
  itemCounts(): [holdingsId: string, count: number][] {
    return [...this.#itemCounts.values()]
  }
}

function unversioned(
  question: Question & { kind: 'load' },
  answer: Answer | null,
): [question: Question, answer: string] {
  if (question.what !== 'source') return [question, JSON.stringify(answer)]
  const head = answer && { ...(answer as StoredSource), marc: null }
  return [{ ...question, what: 'sourceHead' }, JSON.stringify(head)]
}
