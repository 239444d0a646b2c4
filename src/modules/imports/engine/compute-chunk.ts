import { now } from '../../../kernel/clock.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import type { RecordFault } from '../record-fault.ts'
import type { ComputeReply, ComputeRequest, ComputedChunk } from './chunk-messages.ts'
import { ChunkRows } from './chunk-rows.ts'
import type { CompiledJob } from './compiled-job.ts'
import { Dependencies, LOADED_TABLES } from './dependencies.ts'
import { failRecord, sourceEntity } from './fail-record.ts'
import { keyOf } from './questions.ts'
import type { Answer, AskedQuestion, Question, Steps, StoredRow } from './questions.ts'
import { readRecord } from './read-chunk.ts'
import type { RawRecord, RecordWork } from './record-work.ts'
import { Settlement } from './settle-record.ts'
import { walkProfile } from './walk-profile.ts'

/** A record on its way: its steps stand still where `open` questions have no answer yet. */
type Walk = {
  record: RecordWork
  steps: Steps
  isDone: boolean
  open: AskedQuestion[]
  asked: AskedQuestion[]
}

/** Records that rehearse side by side, by their bytes: more make fewer questions, and more to keep in memory meanwhile. */
const REHEARSED_BYTES = 128 * 1024

/**
 * Computes the rows of some records of a chunk from their bytes and what is known; when the database then knows more,
 * the chunk is computed again. `memory` gives pieces to write a table's rows into.
 *
 * Each record is read, mapped and written before the next one, so that little lives for long. Where steps ask the
 * database, the records first rehearse them side by side, so that a chunk asks a few times and not each record for
 * itself; then all that they need is there.
 */
export class ChunkComputation {
  readonly #job: CompiledJob
  readonly #raw: readonly RawRecord[]
  readonly #request: ComputeRequest
  readonly #rows: ChunkRows
  readonly #settlement: Settlement
  readonly #refusals: ReadonlyMap<number, string>
  readonly #at = now()
  /** Answers to those that rehearse together; documents of a whole chunk would be most of a thread's memory. */
  readonly #answers = new Map<string, Answer>()
  readonly #dependencies: Dependencies
  /** Records that rehearse their steps. */
  #rehearsed: Walk[] = []
  /** The record that is computed; the next one to be written. */
  #walk: Walk | null = null
  #begun: number
  #end: number
  #questions: AskedQuestion[] = []

  constructor(
    job: CompiledJob,
    raw: readonly RawRecord[],
    request: ComputeRequest,
    memory: (table: string) => ArrayBufferLike,
  ) {
    this.#job = job
    this.#raw = raw
    this.#dependencies = new Dependencies(job.changeable)
    this.#begun = request.from
    this.#end = request.from
    this.#request = request
    this.#rows = new ChunkRows(job, request, memory)
    this.#settlement = new Settlement(request.known)
    this.#refusals = new Map(request.known.refusals)
  }

  begin(): ComputeReply {
    return this.#goAhead()
  }

  /** Goes on with the answers to the questions of the last reply. */
  goOn(answers: readonly Answer[]): ComputeReply {
    this.#questions.forEach(([key, question], index) => this.#note(key, question, answers[index]!))
    return this.#goAhead()
  }

  /** Notes an answer; the items of holdings answer what is asked of each of them too. */
  #note(key: string, question: Question, answer: Answer): void {
    this.#answers.set(key, answer)
    if (question.kind !== 'load' || question.what !== 'itemsOf') return
    for (const row of answer as StoredRow[])
      this.#answers.set(keyOf({ kind: 'load', what: 'item', id: row.id }), row)
  }

  /** Goes on until an answer is needed, or all records are written. */
  #goAhead(): ComputeReply {
    const { to } = this.#request
    while (this.#end < to) {
      if (this.#job.asks && !this.#rehearse()) return this.#ask(this.#rehearsed)
      this.#walk ??= this.#beginWalk(this.#end, false)
      const walk = this.#walk
      this.#advance(walk)
      if (!walk.isDone) return this.#ask([walk])
      if (!this.#dependencies.add(walk.record, walk.asked, this.#answers)) break
      this.#add(walk.record)
      this.#walk = null
      this.#end += 1
    }
    return { computed: this.#finish() }
  }

  /**
   * Lets the next records go through their steps side by side to learn what they ask, once those before them are
   * written. @returns true when all that have begun are through.
   */
  #rehearse(): boolean {
    if (this.#rehearsed.length === 0 && this.#end === this.#begun) {
      this.#answers.clear()
      for (let bytes = 0; bytes < REHEARSED_BYTES && this.#begun < this.#request.to; this.#begun += 1) {
        bytes += this.#raw[this.#begun]!.bytes.length
        this.#rehearsed.push(this.#beginWalk(this.#begun, true))
      }
    }
    for (const walk of this.#rehearsed) this.#advance(walk)
    this.#rehearsed = this.#rehearsed.filter(({ isDone }) => !isDone)
    return this.#rehearsed.length === 0
  }

  #ask(walks: readonly Walk[]): ComputeReply {
    const open = new Map<string, Question>()
    for (const walk of walks) for (const [key, question] of walk.open) open.set(key, question)
    this.#questions = [...open]
    return { questions: this.#questions.map(([, question]) => question) }
  }

  #beginWalk(place: number, isRehearsal: boolean): Walk {
    const record = readRecord(this.#raw[place]!, isRehearsal ? this.#job.rehearsedTags : undefined)
    record.isRehearsal = isRehearsal
    return { record, steps: this.#takeSteps(record, place), isDone: false, open: [], asked: [] }
  }

  *#takeSteps(record: RecordWork, place: number): Steps {
    const refusal = this.#refusals.get(place)
    const fault =
      refusal === undefined ? (record.fault ?? checkType(this.#job, record)) : unstorable(record, refusal)
    if (fault !== null) failRecord(record, fault, 'CREATE')
    else yield* walkProfile(this.#job, record, this.#at)
  }

  /** Lets a record take its steps as far as the answers go. */
  #advance(walk: Walk): void {
    let answers = this.#answersTo(walk.open)
    while (answers !== null && !walk.isDone) {
      const { done, value } = walk.steps.next(answers)
      walk.isDone = done === true
      walk.open = done ? [] : (value as Question[]).map((question) => [keyOf(question), question])
      walk.asked.push(...walk.open)
      answers = this.#answersTo(walk.open)
    }
  }

  #answersTo(questions: readonly AskedQuestion[]): Answer[] | null {
    const answers: Answer[] = []
    for (const [key] of questions) {
      const answer = this.#answers.get(key)
      if (answer === undefined) return null
      answers.push(answer)
    }
    return answers
  }

  #add(record: RecordWork): void {
    this.#settlement.settle(record)
    this.#rows.add(record)
  }

  #finish(): ComputedChunk {
    this.#rows.counts.records = this.#end - this.#request.from
    return {
      ...this.#rows.finish(),
      readOnly: this.#dependencies.readOnly(),
      itemCounts: this.#dependencies.itemCounts(),
      unversioned: this.#dependencies.unversioned(),
      ...this.#dependencies.rechecks(),
      later: this.#loadedForLater(),
      uses: this.#settlement.uses,
      references: this.#settlement.references(),
      end: this.#end,
    }
  }

  /** The stored records that those behind the end have asked for; nothing when all are computed. */
  #loadedForLater(): ComputedChunk['later'] {
    const later: ComputedChunk['later'] = {}
    if (this.#end === this.#request.to) return later
    for (const walk of this.#rehearsed.concat(this.#walk ?? [])) {
      for (const [key, question] of walk.asked) {
        const table = question.kind === 'load' ? LOADED_TABLES[question.what] : undefined
        const row = this.#answers.get(key) as StoredRow | null | undefined
        if (table !== undefined && row) (later[table] ??= []).push(row.id)
      }
    }
    return later
  }
}

function unstorable(record: RecordWork, words: string): RecordFault {
  const entity = record.recordType === 0 || record.recordType === null ? 'INSTANCE' : sourceEntity(record)
  return { kind: 'failed', entity, text: `The database cannot store the record: ${words}.`, folio: null }
}

const KINDS = [
  'a bibliographic record',
  'a MARC holdings record',
  'a MARC authority record',
  'an EDIFACT message',
]
const WORKS_ON = [
  'bibliographic records',
  'MARC holdings records',
  'MARC authority records',
  'EDIFACT invoices',
]

function checkType(job: CompiledJob, record: RecordWork): RecordFault | null {
  const { recordType: type } = record
  if (type === null || job.recordTypes.has(type)) return null
  const others = [...job.recordTypes].map((each) => WORKS_ON[each]).join(' and ')
  return {
    kind: 'record-type',
    entity: sourceEntity(record),
    text: `This is ${KINDS[type]}, but the job profile "${job.profileName}" works on ${others}.`,
    folio: `Chosen job profile '${job.profileName}' does not support '${RECORD_TYPES[type]}' record type`,
  }
}
