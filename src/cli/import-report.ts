import { styleText } from 'node:util'
import { FAULT_KINDS } from '../modules/imports/index.ts'
import type { ErrorGroup, ImportResult, Watch } from './import-file.ts'
import type { Forecast, PreviewedRecord } from './preview-file.ts'

const ENTITY_NAMES: Record<string, string> = {
  sourceRecordSummary: 'source records',
  instanceSummary: 'instances',
  holdingSummary: 'holdings',
  itemSummary: 'items',
  authoritySummary: 'authorities',
  orderSummary: 'orders',
  invoiceSummary: 'invoices',
}

export const number = new Intl.NumberFormat('en')

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, seconds).toFixed(seconds < 10 ? 1 : 0)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/**
 * Shows how far a job is: one line that is written over on a terminal, and elsewhere a plain line each time
 * another tenth is done.
 */
export function createProgress(name: string, out: NodeJS.WriteStream): { watch: Watch; end: () => void } {
  let lastTenth = -1
  let hasLine = false
  const watch: Watch = ({ current, total, seconds }) => {
    if (total === 0) return
    const share = current / total
    const rate = seconds > 0 ? current / seconds : 0
    const left = rate > 0 ? (total - current) / rate : 0
    const figures = `${number.format(current)} of ${number.format(total)} records, ${number.format(Math.round(rate))}/s`
    if (out.isTTY) {
      const filled = Math.round(share * 30)
      const bar = '█'.repeat(filled) + '░'.repeat(30 - filled)
      const rest = current < total && rate > 0 ? `, ${duration(left)} left` : ''
      out.write(`\r\u001b[K${name} ${bar} ${Math.floor(share * 100)} % ${figures}${rest}`)
      hasLine = true
    } else if (Math.floor(share * 10) > lastTenth) {
      lastTenth = Math.floor(share * 10)
      out.write(`${name}: ${figures}\n`)
    }
  }
  return {
    watch,
    end() {
      if (hasLine) out.write('\r\u001b[K')
    },
  }
}

type Paint = (color: 'red' | 'green', text: string) => string

function painter(isColored: boolean): Paint {
  return (color, text) => (isColored ? styleText(color, text) : text)
}

/** The outcome of one file in lines for people: by entity, then the errors by kind with one example each. */
export function formatResult(name: string, result: ImportResult, isColored: boolean): string {
  const paint = painter(isColored)
  const rate = result.seconds > 0 ? Math.round(result.records / result.seconds) : 0
  const isClean = result.status === 'COMMITTED'
  const lines = [
    `${paint(isClean ? 'green' : 'red', isClean ? 'Done' : result.status)} ${name}: job ${result.jobNumber}, ` +
      `${number.format(result.records)} records in ${duration(result.seconds)} (${number.format(rate)}/s)`,
  ]
  if (result.reason !== null) lines.push(`  ${result.reason}`)
  lines.push(...countLines(result.summary), ...errorLines(result.errors, result.groups, paint))
  return `${lines.join('\n')}\n`
}

function countLines(summary: ImportResult['summary']): string[] {
  return Object.entries(summary).map(([key, counts]) => {
    const parts = [`${number.format(counts.totalCreatedEntities)} created`]
    if (counts.totalUpdatedEntities > 0) parts.push(`${number.format(counts.totalUpdatedEntities)} updated`)
    if (counts.totalDiscardedEntities > 0)
      parts.push(`${number.format(counts.totalDiscardedEntities)} not made`)
    return `  ${(ENTITY_NAMES[key] ?? key).padEnd(15)} ${parts.join(', ')}`
  })
}

function errorLines(errors: number, groups: readonly ErrorGroup[], paint: Paint): string[] {
  if (groups.length === 0) return []
  return [
    paint('red', `  ${number.format(errors)} records with errors:`),
    ...groups.flatMap(({ kind, count, example }) => {
      const label = (FAULT_KINDS as Record<string, string>)[kind] ?? kind
      return [`  ${String(count).padStart(7)}  ${label}`, `           e.g. ${example}`]
    }),
  ]
}

/** The forecast of one file in lines for people: counts, errors, and the first changes as lines of a diff. */
export function formatForecast(
  name: string,
  { preview, changed, seconds }: Forecast,
  isColored: boolean,
): string {
  const paint = painter(isColored)
  const { status, progress, totalErrors, errorText } = preview
  const isDone = status === 'FINISHED'
  const lines = [
    `${paint(isDone ? 'green' : 'red', isDone ? 'Preview' : status)} ${name}: ` +
      `${number.format(progress.current)} records in ${duration(seconds)}; nothing was written`,
    ...(errorText === undefined ? [] : [`  ${errorText}`]),
    ...countLines(preview.summary),
    ...errorLines(totalErrors, preview.errors, paint),
  ]
  if (changed.length > 0) lines.push('  First changes:')
  for (const record of changed) lines.push(...changeLines(record, paint))
  return `${lines.join('\n')}\n`
}

function changeLines({ sourceRecordOrder, title, changes }: PreviewedRecord, paint: Paint): string[] {
  const lines = [`  record ${sourceRecordOrder + 1}${title === undefined ? '' : `: ${title}`}`]
  for (const { entityType, entityId, entityHrId, fields, omitted } of changes) {
    const which = entityHrId ?? entityId ?? 'made earlier in the file'
    lines.push(`    ${entityType.toLowerCase().replaceAll('_', ' ')} ${which}`)
    if (fields.length === 0) lines.push('        no field changes')
    for (const { name, before, after } of fields) {
      // A MARC field is told with its tag.
      const label = entityType.startsWith('MARC') ? '' : `${name}: `
      if (before !== null) lines.push(paint('red', `      - ${label}${before}`))
      if (after !== null) lines.push(paint('green', `      + ${label}${after}`))
    }
    if (omitted !== undefined) lines.push(`        and ${number.format(omitted)} more fields`)
  }
  return lines
}
