/** Rows of the journal in the order of the file, or against it. */
export type JournalScan = {
  /** Numbers of the jobs that make up the log, in order. */
  numbers: readonly number[]
  /** The row to begin with. */
  from: { jobNo: number; seq: number }
  isBackward: boolean
  /** SQL conditions on a row `j`. */
  where: readonly string[]
}

/**
 * A statement that reads journal rows from a place on, without limit. The first job has a branch of its own: PostgreSQL
 * would begin `job_no = any(…) and (job_no, seq) >= (…)` at the first row of all, 14 ms for 200,000 rows.
 */
export function scanJournal({ numbers, from, isBackward, where }: JournalScan): {
  select: string
  params: unknown[]
} {
  const direction = isBackward ? 'desc' : 'asc'
  const rest = numbers.filter((no) => (isBackward ? no < from.jobNo : no > from.jobNo))
  const branch = (jobs: string) => `select j.* from journal j where ${[jobs, ...where].join(' and ')}`
  const first = branch(`j.job_no = $1::int and j.seq ${isBackward ? '<=' : '>='} $2::int`)
  const order = `order by job_no ${direction}, seq ${direction}`
  return rest.length === 0
    ? { select: `${first} ${order}`, params: [from.jobNo, from.seq] }
    : {
        select: `${first} union all ${branch('j.job_no = any($3::int[])')} ${order}`,
        params: [from.jobNo, from.seq, rest],
      }
}
