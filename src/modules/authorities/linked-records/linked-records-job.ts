import type { Transaction } from '../../../kernel/db/database.ts'
import { removeJobs } from '../../../kernel/jobs/ledger.ts'
import type { JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import { LINKED_RECORDS_KIND } from './note-authority-changes.ts'
import type { LinkedRecordsChunk } from './note-authority-changes.ts'
import { updateLinkedRecords } from './update-linked-records.ts'

/** Takes changes of authorities over into linked records, a chunk a transaction. */
export function linkedRecordsJobKind({ db }: Pick<App, 'db'>): JobKind {
  return {
    kind: LINKED_RECORDS_KIND,
    async runChunk(chunk, commit) {
      await commit(async (tx) => {
        const records = await updateLinkedRecords(tx, chunk.input as LinkedRecordsChunk, chunk.jobId)
        return { records, counts: {} }
      })
    },
    onFinished: markGivenUp,
    async afterFinished(tenant, jobId) {
      await db.tenant(tenant, (tx) => removeJobs(tx, [jobId]))
    },
  }
}

/** The links of chunks that were given up show why they have not followed. */
async function markGivenUp(tx: Transaction, jobId: string, givenUp: number): Promise<void> {
  if (givenUp === 0) return
  const chunks = await tx.asSystem(() =>
    tx.query<{ input: string; error: string | null }>(
      'select input, error from octavo.chunk where job_id = $1 and state = 3',
      [jobId],
    ),
  )
  for (const { input, error } of chunks) {
    const { headings, numbers, ended, from, before } = JSON.parse(input) as LinkedRecordsChunk
    await tx.query(
      `update instance_authority_link set status = 'ERROR', error_cause = $4, updated_at = clock_timestamp()
       where authority_id = any($1::uuid[]) and ($2::uuid is null or instance_id >= $2)
         and ($3::uuid is null or instance_id < $3)`,
      [[...headings, ...numbers, ...ended], from, before, error ?? 'The update was given up.'],
    )
  }
}
