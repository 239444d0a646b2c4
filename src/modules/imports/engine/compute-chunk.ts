import { now } from '../../../kernel/clock.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import type { RecordFault } from '../record-fault.ts'
import type { ComputeReply, ComputeRequest, ComputedChunk } from './chunk-messages.ts'
import { ChunkRows } from './chunk-rows.ts'
import type { CompiledJob } from './compiled-job.ts'
import { Dependencies } from './dependencies.ts'
import { failRecord, sourceEntity } from './fail-record.ts'
import { keyOf } from './questions.ts'
import type { Answer, Question, Steps } from './questions.ts'
import { readRecord } from './read-chunk.ts'
import type { RawRecord, RecordWork } from './record-work.ts'
import { Settlement } from './settle-record.ts'
import { walkProfile } from './walk-profile.ts'

/** A record on its way: its steps stand still where `open` questions have no answer yet. */
type Walk = { record: RecordWork; steps: Steps; open: Question[]; asked: Question[] }

/**
 * Computes the rows of some records of a chunk from their bytes and what is known; when the database then knows more,
 * the chunk is computed again. `memory` gives pieces to write a table's rows into.
 *
 * A job that asks nothing has each record read, mapped and written before the next one, so that little lives for
 * long. Otherwise all records take their steps side by side until they ask, so that a chunk asks a few times and not
 * each record for itself; they are written in file order.
 */
export class ChunkComputation {
  readonly #job: CompiledJob
  readonly #raw: readonly RawRecord[]
  readonly #request: ComputeRequest
  readonly #rows: ChunkRows
  readonly #settlement: Settlement
  readonly #refusals: ReadonlyMap<number, string>
  readonly #at = now()
  readonly #answers = new Map<string, Answer>()
  #walks: Walk[] = []
  #questions: Question[] = []

  constructor(
    job: CompiledJob,
    raw: readonly RawRecord[],
    request: ComputeRequest,
    memory: (table: string) => ArrayBufferLike,
  ) {
    this.#job = job
    this.#raw = raw
    this.#request = request
    this.#rows = new ChunkRows(job, request, memory)
    this.#settlement = new Settlement(request.known)
    this.#refusals = new Map(request.known.refusals)
  }

  begin(): ComputeReply {
    const { from, to } = this.#request
    if (!this.#job.asks) {
      for (let place = from; place < to; place += 1) {
        const walk = this.#beginWalk(place)
        walk.steps.next([])
        this.#add(walk.record)
      }
      return { computed: this.#finish(to, new Dependencies()) }
    }
    for (let place = from; place < to; place += 1) {
      const walk = this.#beginWalk(place)
      this.#walks.push(walk)
      this.#advance(walk)
    }
    return this.#reply()
  }

  /** Goes on with the answers to the questions of the last reply. */
  goOn(answers: readonly Answer[]): ComputeReply {
    this.#questions.forEach((question, index) => this.#answers.set(keyOf(question), answers[index]!))
    for (const walk of this.#walks) this.#advance(walk)
    return this.#reply()
  }

  #beginWalk(place: number): Walk {
    const record = readRecord(this.#raw[place]!)
    return { record, steps: this.#takeSteps(record, place), open: [], asked: [] }
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
    while (answers !== null) {
      const { done, value } = walk.steps.next(answers)
      walk.open = done ? [] : (value as Question[])
      if (done) return
      walk.asked.push(...walk.open)
      answers = this.#answersTo(walk.open)
    }
  }

  #answersTo(questions: readonly Question[]): Answer[] | null {
    const answers: Answer[] = []
    for (const question of questions) {
      const answer = this.#answers.get(keyOf(question))
      if (answer === undefined) return null
      answers.push(answer)
    }
    return answers
  }

  #reply(): ComputeReply {
    const open = new Map<string, Question>()
    for (const walk of this.#walks) for (const question of walk.open) open.set(keyOf(question), question)
    this.#questions = [...open.values()]
    if (this.#questions.length > 0) return { questions: this.#questions }
    const dependencies = new Dependencies()
    const { from, to } = this.#request
    for (let place = from; place < to; place += 1) {
      const { record, asked } = this.#walks[place - from]!
      if (!dependencies.add(record, asked, this.#answers)) {
        return { computed: this.#finish(place, dependencies) }
      }
      this.#add(record)
    }
    return { computed: this.#finish(to, dependencies) }
  }

  #add(record: RecordWork): void {
    this.#settlement.settle(record)
    this.#rows.add(record)
  }

  #finish(end: number, dependencies: Dependencies): ComputedChunk {
    this.#rows.counts.records = end - this.#request.from
    return {
      ...this.#rows.finish(),
      readOnly: dependencies.readOnly(this.#answers),
      itemCounts: dependencies.itemCounts(this.#answers),
      uses: this.#settlement.uses,
      references: this.#settlement.references(),
      end,
    }
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
