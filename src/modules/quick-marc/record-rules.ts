import { leaderFault } from './leader.ts'
import type { RuleFault } from './editor-problems.ts'
import type { MarcFormat } from './marc-format.ts'
import type { EditedRecord, SentField } from './sent-record.ts'

/*
 * What every record of a kind must have, whatever its specification says
 * (folio-org/mod-quick-marc: service/validation/impl/**).
 */

const UNIQUE = 'Is unique tag'
const REQUIRED = 'Is required tag'
const EMPTY = "Content couldn't be empty"

type FieldRule = { tag: string; matches: RegExp; isRequired: boolean }

const RULES: Readonly<Record<MarcFormat, readonly FieldRule[]>> = {
  BIBLIOGRAPHIC: [
    { tag: '008', matches: /^008$/, isRequired: true },
    { tag: '245', matches: /^245$/, isRequired: true },
  ],
  HOLDINGS: [
    { tag: '001', matches: /^001$/, isRequired: false },
    { tag: '004', matches: /^004$/, isRequired: true },
    { tag: '008', matches: /^008$/, isRequired: true },
    { tag: '852', matches: /^852$/, isRequired: true },
  ],
  AUTHORITY: [
    { tag: '010', matches: /^010$/, isRequired: false },
    { tag: '1XX', matches: /^1\d\d$/, isRequired: true },
    { tag: '008', matches: /^008$/, isRequired: true },
  ],
}

/** The rules that a record breaks, one fault a rule. */
export function recordFaults({ format, leader, fields }: EditedRecord): RuleFault[] {
  const faults = [leaderFault(leader, format), indicatorFault(fields)]
  for (const rule of RULES[format]) faults.push(fieldFault(rule, fields))
  return faults.filter((fault) => fault !== null)
}

function fieldFault({ tag, matches, isRequired }: FieldRule, fields: readonly SentField[]): RuleFault | null {
  const found = fields.filter((field) => matches.test(field.tag))
  if (found.length === 0) return isRequired ? { tag, message: REQUIRED } : null
  if (found.length > 1) return { tag, message: UNIQUE }
  const { content } = found[0]!
  return typeof content === 'string' && content.trim() === '' ? { tag, message: EMPTY } : null
}

function indicatorFault(fields: readonly SentField[]): RuleFault | null {
  for (const { tag, indicators } of fields) {
    if (indicators.length === 0) continue
    if (indicators.length !== 2) return { tag, message: 'Should have exactly 2 indicators' }
    if (indicators.some((indicator) => indicator.length !== 1))
      return { tag, message: 'Indicator could have only one-character value' }
  }
  return null
}
