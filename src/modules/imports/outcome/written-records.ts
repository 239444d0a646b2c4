import { decodeCompact } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { SOURCE_ENTITIES } from '../journal-row.ts'
import type { Step } from '../journal-row.ts'
import { diffDocuments } from '../marc-changes/index.ts'
import { marcDto } from '../marc-dto.ts'
import type { MarcDto } from '../marc-dto.ts'

type Document = Record<string, unknown>

/** A record that a step wrote: as it was before the job, and as the job left it. */
export type WrittenRecord = {
  entityType: string
  actionType: string
  id: string
  hrid: string | null
  before: Document | null
  after: Document | null
  changes: { path: string; before: unknown; after: unknown }[]
  /** Of source records. */
  marc: { before: MarcDto | null; after: MarcDto | null } | null
}

const TABLES: Record<string, string | undefined> = {
  INSTANCE: 'instance',
  HOLDINGS: 'holdings_record',
  ITEM: 'item',
  AUTHORITY: 'authority',
}

/** What steps of a job wrote, with before and after: from the documents that changes have replaced since. */
export async function writtenRecords(
  tx: Transaction,
  jobId: string,
  steps: readonly Step[],
): Promise<WrittenRecord[]> {
  const written: WrittenRecord[] = []
  for (const [entity, action, id, hrid, , error] of steps) {
    const isWrite = action === 'CREATE' || action === 'UPDATE' || action === 'DELETE' || action === 'MODIFY'
    if (!isWrite || id === null || error !== null) continue
    if (written.some((one) => one.id === id)) continue
    const base = { entityType: entity, actionType: action, id, hrid }
    const table = TABLES[entity]
    if (table !== undefined) {
      const { before, after } = await readSides(tx, table, id, jobId, action === 'CREATE')
      const changes = before === null || after === null ? [] : diffDocuments(before, after)
      written.push({ ...base, before, after, changes, marc: null })
    } else if (SOURCE_ENTITIES.includes(entity) && entity !== 'EDIFACT') {
      written.push({ ...base, before: null, after: null, changes: [], marc: await readMarc(tx, id) })
    }
  }
  return written
}

type Sides = { before: Document | null; after: Document | null }

async function readSides(
  tx: Transaction,
  table: string,
  id: string,
  jobId: string,
  isCreated: boolean,
): Promise<Sides> {
  const replaced = await tx.query<{ job_id: string | null; doc: string }>(
    'select job_id, doc from record_change where record_id = $1 order by version',
    [id],
  )
  const [current] = await tx.query<{ doc: string }>(`select doc from ${table} where id = $1`, [id])
  const documents = [...replaced.map(({ doc }) => doc), ...(current ? [current.doc] : [])]
  const parse = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as Document))
  if (isCreated) return { before: null, after: parse(documents[0]) }
  const first = replaced.findIndex((row) => row.job_id === jobId)
  if (first === -1) return { before: null, after: null }
  const last = replaced.findLastIndex((row) => row.job_id === jobId)
  return { before: parse(documents[first]), after: parse(documents[last + 1]) }
}

async function readMarc(tx: Transaction, id: string): Promise<WrittenRecord['marc']> {
  const rows = await tx.query<{ is_own: boolean; marc: Buffer }>(
    `select s.id = $1 as is_own, s.marc from source_record own
     join source_record s on s.matched_id = own.matched_id and s.generation in (own.generation, own.generation - 1)
     where own.id = $1`,
    [id],
  )
  const shown = (isOwn: boolean): MarcDto | null => {
    const row = rows.find(({ is_own: own }) => own === isOwn)
    return row === undefined ? null : marcDto(decodeCompact(row.marc))
  }
  return { before: shown(false), after: shown(true) }
}
