import type { Transaction } from '../../kernel/db/database.ts'
import type { JobProgress } from './wire.ts'

/** Which jobs are asked for: some, those that run or ended after an instant, or those that run and the last that ended. */
export type JobSelection = { ids: readonly string[] } | { endedAfter: Date } | { lastEnded: number }

/** A kind of job whose progress is shown, told by the module that runs it. */
export type ProgressSource = {
  /** What a person must hold to see such jobs. */
  permission: string
  list(tx: Transaction, selection: JobSelection): Promise<JobProgress[]>
}

/** How a source's table says what `JobSelection` asks; `running` and `ended` are SQL over the rows of `select`. */
type JobRows = { select: string; where: string; id: string; running: string; ended: string }

/** The statement that reads the rows of a selection. */
export function selectJobs(
  { select, where, id, running, ended }: JobRows,
  selection: JobSelection,
): [text: string, params: unknown[]] {
  const rows = `${select} where ${where}`
  if ('ids' in selection) return [`${rows} and ${id} = any($1::uuid[])`, [selection.ids]]
  if ('endedAfter' in selection) return [`${rows} and (${running} or ${ended} > $1)`, [selection.endedAfter]]
  return [
    `(${rows} and ${running}) union all
     (${rows} and not ${running} and ${ended} is not null order by ${ended} desc limit $1)`,
    [selection.lastEnded],
  ]
}

/** The name of a user `u` as SQL: the person's name, else the user name. */
export const USER_NAME = `coalesce(
  nullif(concat_ws(' ', u.doc #>> '{personal,firstName}', u.doc #>> '{personal,lastName}'), ''),
  u.doc ->> 'username', '')`
