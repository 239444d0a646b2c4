import { maskBlanks } from './marc-format.ts'
import type { MarcFormat } from './marc-format.ts'
import type { RuleFault } from './editor-problems.ts'

/*
 * The leader: which characters the editor sets itself, and which it lets through
 * (folio-org/mod-quick-marc: LeaderItem, LeaderMarcPopulationService, LeaderValidationRule).
 */

type Position = { name: string; at: number; values: string }

const LENGTH = 24
const BLANKS = '\\ \u00a0'

const CODING: Position = { name: 'Character coding scheme', at: 9, values: `${BLANKS}a` }
const SIZES: Position[] = [
  { name: 'Indicator count', at: 10, values: '2' },
  { name: 'Subfield code length', at: 11, values: '2' },
  { name: 'Entry map', at: 20, values: '4' },
  { name: 'Entry map', at: 21, values: '5' },
  { name: 'Entry map', at: 22, values: '0' },
  { name: 'Entry map', at: 23, values: '0' },
]
const UNDEFINED: Position[] = [7, 8, 19].map((at) => ({
  name: 'Undefined character position',
  at,
  values: '\\',
}))
const AUTHORITY_TYPE: Position = { name: 'Authority type of record', at: 6, values: 'z' }
const PUNCTUATION: Position = { name: 'Punctuation policy', at: 18, values: `${BLANKS}ciu` }

/** What is set to the first of its values where it has another. */
const SET_BY_EDITOR: Readonly<Record<MarcFormat, readonly Position[]>> = {
  BIBLIOGRAPHIC: SIZES,
  HOLDINGS: [...UNDEFINED, ...SIZES],
  AUTHORITY: [...UNDEFINED, AUTHORITY_TYPE, CODING, PUNCTUATION, ...SIZES],
}

const CHECKED: Readonly<Record<MarcFormat, readonly Position[]>> = {
  BIBLIOGRAPHIC: [
    CODING,
    ...SIZES,
    { name: 'Bib record status', at: 5, values: 'acdnp' },
    { name: 'Bib type of record', at: 6, values: 'acdefgijkmoprt' },
    { name: 'Bibliographic level', at: 7, values: 'abcdims' },
    { name: 'Type of control', at: 8, values: `${BLANKS}a` },
    { name: 'Descriptive cataloging form', at: 18, values: `${BLANKS}acinu` },
    { name: 'Multipart resource record level', at: 19, values: `${BLANKS}abc` },
  ],
  HOLDINGS: [
    CODING,
    ...SIZES,
    { name: 'Holdings record status', at: 5, values: 'cdn' },
    { name: 'Holdings type of record', at: 6, values: 'uvxy' },
    { name: 'Holdings encoding level', at: 17, values: '12345muz' },
    { name: 'Item information', at: 18, values: `in${BLANKS}` },
    ...UNDEFINED,
  ],
  AUTHORITY: [
    CODING,
    ...SIZES,
    { name: 'Authority record status', at: 5, values: 'acdnosx' },
    AUTHORITY_TYPE,
    { name: 'Authority encoding level', at: 17, values: 'no' },
    PUNCTUATION,
    ...UNDEFINED,
  ],
}

/** A leader as the editor shows it. Lengths are computed when the record is written, so they may be anything here. */
export function shownLeader(leader: string): string {
  const digits = (from: number) => leader.slice(from, from + 5).replaceAll(/\D/g, '0')
  return maskBlanks(digits(0) + leader.slice(5, 12) + digits(12) + leader.slice(17))
}

/** The leader with what the editor sets itself. One of another length is left as it is. */
export function withSetPositions(leader: string, format: MarcFormat): string {
  if (leader.length !== LENGTH) return leader
  let set = leader
  for (const { at, values } of SET_BY_EDITOR[format]) {
    if (!values.includes(set.charAt(at))) set = set.slice(0, at) + values.charAt(0) + set.slice(at + 1)
  }
  return set
}

/** The first thing that is wrong with a leader as the editor shows it; null for none. */
export function leaderFault(leader: string, format: MarcFormat): RuleFault | null {
  if (leader.length !== LENGTH) return { tag: 'leader', message: 'Wrong leader length' }
  for (const from of [0, 12]) {
    if (!/^\d{5}$/.test(leader.slice(from, from + 5)))
      return { tag: 'leader', message: `${from}-${from + 5} positions must be a number` }
  }
  for (const { name, at, values } of CHECKED[format]) {
    const value = leader.charAt(at)
    if (values.includes(value) || values.includes(value.toLowerCase())) continue
    const allowed = Array.from(values).join(', ')
    return {
      tag: name,
      message: `Wrong value '${value}', on position ${at}. Allowed only: [${allowed}]`,
    }
  }
  return null
}
