import type { MarcDto } from '../marc-dto.ts'

/** What can be wrong with a record, beside what it says. */
export type DefectKind =
  | 'unreadable'
  | 'too-long'
  | 'unknown-type'
  | 'lengths'
  | 'declared-encoding'
  | 'characters'
  | 'fields'

/** Records with one kind of defect: how many, the places of the first of them, and what the first looks like. */
export type Defect = {
  kind: DefectKind
  count: number
  /** False when such records cannot be read. */
  isReadable: boolean
  /** Places in the file, counted from 0. */
  sampleOrders: number[]
  example: string
}

/** One of the first records of a file. MARC has fields, EDIFACT its text alone. */
export type FirstRecord = {
  order: number
  title: string | null
  controlNumber: string | null
  recordType: string | null
  marc: MarcDto | null
  text: string | null
  /** Why it cannot be read. */
  error: string | null
}

/** What a piece of a file turned out to hold. Names are counted by records, tags also by fields. */
export type Inspection = {
  recordsRead: number
  declaredEncodings: Record<string, number>
  foundEncodings: Record<string, number>
  recordTypes: Record<string, number>
  leaderTypes: Record<string, number>
  tags: Record<string, { records: number; fields: number }>
  defects: Defect[]
  firstRecords: FirstRecord[]
}

/** How many first records are kept whole, and places of defects. */
export const FIRST_RECORDS = 20
export const SAMPLE_ORDERS = 20

export function noInspection(): Inspection {
  return {
    recordsRead: 0,
    declaredEncodings: {},
    foundEncodings: {},
    recordTypes: {},
    leaderTypes: {},
    tags: {},
    defects: [],
    firstRecords: [],
  }
}

/** Adds the next piece of the same file to `sum`. */
export function addInspection(sum: Inspection, part: Inspection): void {
  sum.recordsRead += part.recordsRead
  for (const name of ['declaredEncodings', 'foundEncodings', 'recordTypes', 'leaderTypes'] as const) {
    for (const [key, count] of Object.entries(part[name])) sum[name][key] = (sum[name][key] ?? 0) + count
  }
  for (const [tag, { records, fields }] of Object.entries(part.tags)) {
    const known = (sum.tags[tag] ??= { records: 0, fields: 0 })
    known.records += records
    known.fields += fields
  }
  for (const defect of part.defects) {
    const known = sum.defects.find(({ kind }) => kind === defect.kind)
    if (known === undefined) sum.defects.push(defect)
    else {
      known.count += defect.count
      known.sampleOrders = [...known.sampleOrders, ...defect.sampleOrders].slice(0, SAMPLE_ORDERS)
    }
  }
  sum.firstRecords = [...sum.firstRecords, ...part.firstRecords].slice(0, FIRST_RECORDS)
}
