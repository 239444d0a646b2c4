import { number } from './import-report.ts'
import type { Job } from './import-file.ts'
import type { Left, Undo } from './undo-job.ts'

/** Jobs as lines: number, state, records, end, file and profile. */
export function formatJobs(jobs: readonly Job[]): string {
  const rows = jobs.map((job) => [
    String(job.hrId),
    job.status,
    `${number.format(job.progress.current)} of ${number.format(job.progress.total)}`,
    job.completedDate?.slice(0, 16).replace('T', ' ') ?? '',
    job.fileName,
    job.jobProfileInfo?.name ?? '',
  ])
  const table = [['Job', 'State', 'Records', 'Ended (UTC)', 'File', 'Profile'], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  return table.map((row) => `${padded(row, widths)}\n`).join('')
}

function padded(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell.padEnd(widths[column]!))
    .join('  ')
    .trimEnd()
}

const NAMES = {
  instances: 'instances',
  holdings: 'holdings',
  items: 'items',
  authorities: 'authorities',
  sourceRecords: 'source records',
} as const

const REASONS: Record<string, string> = {
  edited: 'changed after the import',
  'marc-edited': 'their MARC was changed after the import',
  'in-use': 'other records need them',
  gone: 'deleted after the import',
  refused: 'cannot be put back as they were',
  'deleted-by-job': 'deleted by the import',
}

const STATES: Record<string, string> = {
  RUNNING: 'Undo under way',
  COMMITTED: 'Undone',
  ERROR: 'Undo failed',
}

/** An undo in lines for people: counts by kind of record, then why records were left, and the first of these. */
export function formatUndo(jobNumber: number, undo: Undo, left: readonly Left[]): string {
  const { current, total } = undo.progress
  const lines = [
    `${STATES[undo.status] ?? undo.status}: job ${jobNumber}, ${number.format(current)} of ${number.format(total)} records`,
  ]
  if (undo.errorText !== undefined) lines.push(`  ${undo.errorText}`)
  for (const [key, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    const parts: string[] = []
    if (undo.deleted[key] > 0) parts.push(`${number.format(undo.deleted[key])} deleted`)
    if (undo.restored[key] > 0) parts.push(`${number.format(undo.restored[key])} put back`)
    if (parts.length > 0) lines.push(`  ${name.padEnd(15)} ${parts.join(', ')}`)
  }
  if (undo.left === 1) lines.push('  1 record was left as it is:')
  else if (undo.left > 1) lines.push(`  ${number.format(undo.left)} records were left as they are:`)
  for (const { reason, count } of undo.leftByReason)
    lines.push(`  ${number.format(count).padStart(7)}  ${REASONS[reason] ?? reason}`)
  for (const { recordType, id, hrid, title, text } of left)
    lines.push(
      `    ${recordType.toLowerCase()} ${hrid ?? id}${title === undefined ? '' : ` (${title})`}: ${text}`,
    )
  if (undo.left > left.length && left.length > 0)
    lines.push(`    and ${number.format(undo.left - left.length)} more`)
  return `${lines.join('\n')}\n`
}
