import { importText } from '#text/import.ts'
import { jobText } from '#text/jobs.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { fetchHistory } from './history-calls.ts'
import type { HistorySearch } from './history-calls.ts'

const PAGE = 200
/** Spreadsheets run what begins like a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const heads = importText.columns

function lineOf(job: JobProgress): string {
  const cells = [
    job.number,
    job.title,
    jobText.states[job.state],
    job.profile?.name ?? '',
    job.total,
    job.created,
    job.updated,
    job.discarded,
    job.errors,
    job.userName,
    job.startedAt,
    job.finishedAt,
  ]
  return cells.map(cell).join(',')
}

/** All imports that fit the filters, as a table for spreadsheets. */
export async function historyCsv(search: HistorySearch): Promise<Blob> {
  const names = [
    heads.number,
    heads.file,
    heads.result,
    heads.profile,
    heads.records,
    heads.created,
    heads.updated,
    heads.discarded,
    heads.errors,
    heads.by,
    heads.started,
    heads.finished,
  ]
  const lines = [names.map(cell).join(',')]
  for (let offset = 0; ; offset += PAGE) {
    const { rows, total } = await fetchHistory(search, { offset, limit: PAGE })
    lines.push(...rows.map(lineOf))
    if (offset + PAGE >= total || rows.length === 0) break
  }
  return new Blob(['\ufeff', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' })
}
