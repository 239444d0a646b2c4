import { styleText } from 'node:util'
import { FAULT_KINDS } from '../modules/imports/index.ts'
import type { ImportResult, Watch } from './import-file.ts'

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

/** The outcome of one file in lines for people: by entity, then the errors by kind with one example each. */
export function formatResult(name: string, result: ImportResult, isColored: boolean): string {
  const paint = (color: 'red' | 'green', text: string) => (isColored ? styleText(color, text) : text)
  const rate = result.seconds > 0 ? Math.round(result.records / result.seconds) : 0
  const isClean = result.status === 'COMMITTED'
  const lines = [
    `${paint(isClean ? 'green' : 'red', isClean ? 'Done' : result.status)} ${name}: job ${result.jobNumber}, ` +
      `${number.format(result.records)} records in ${duration(result.seconds)} (${number.format(rate)}/s)`,
  ]
  if (result.reason !== null) lines.push(`  ${result.reason}`)
  for (const [key, counts] of Object.entries(result.summary)) {
    const parts = [`${number.format(counts.totalCreatedEntities)} created`]
    if (counts.totalUpdatedEntities > 0) parts.push(`${number.format(counts.totalUpdatedEntities)} updated`)
    if (counts.totalDiscardedEntities > 0)
      parts.push(`${number.format(counts.totalDiscardedEntities)} not made`)
    lines.push(`  ${(ENTITY_NAMES[key] ?? key).padEnd(15)} ${parts.join(', ')}`)
  }
  if (result.groups.length > 0) {
    lines.push(paint('red', `  ${number.format(result.errors)} records with errors:`))
    for (const { kind, count, example } of result.groups) {
      const label = (FAULT_KINDS as Record<string, string>)[kind] ?? kind
      lines.push(`  ${String(count).padStart(7)}  ${label}`, `           e.g. ${example}`)
    }
  }
  return `${lines.join('\n')}\n`
}
