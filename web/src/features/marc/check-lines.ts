import { marcText } from '#text/marc.ts'
import { LEADER, isControl, shownIndicator } from '../../lib/marc-text.ts'
import { definitionOf, isDefinedFormat } from './definitions.ts'
import type { FieldDefinition } from './definitions.ts'
import { fixedLength, isFixedTag } from './fixed-fields.ts'
import { isEmptyLine, leaderOf } from './record-lines.ts'
import type { Issue, MarcFormat } from './wire.ts'

/** Something wrong with the record. `line` counts from 0; null for what is missing altogether. */
export type Problem = {
  severity: 'error' | 'warn'
  line: number | null
  /** The stretch of the line, from its beginning. */
  from: number
  to: number
  tag: string
  text: string
  about: Issue['definitionType']
}

const REQUIRED: Readonly<Record<MarcFormat, readonly string[]>> = {
  BIBLIOGRAPHIC: ['008', '245'],
  HOLDINGS: ['004', '008', '852'],
  AUTHORITY: ['008'],
}

/** What can be seen in the browser at once: tags, indicators, codes, lengths, what is missing or twice. */
export function checkLines(lines: readonly string[], format: MarcFormat): Problem[] {
  const leader = leaderOf(lines)
  const counts = new Map<string, number>()
  const problems: Problem[] = []
  lines.forEach((line, at) => {
    if (isEmptyLine(line)) return
    const tag = line.slice(0, 3)
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
    const found = lineProblems(line, format, leader)
    const definition = definitionOf(format, tag)
    if (definition?.isRepeatable === false && counts.get(tag)! > 1)
      found.push(fault('field', 0, 3, marcText.twice))
    for (const one of found) problems.push({ ...one, line: at, tag })
  })
  return [...problems, ...missing(counts, format)]
}

function missing(counts: ReadonlyMap<string, number>, format: MarcFormat): Problem[] {
  const tags = REQUIRED[format].filter((tag) => !counts.has(tag))
  const absent = tags.map((tag): Problem => ({ ...fault('field', 0, 0, marcText.missing), line: null, tag }))
  if (format !== 'AUTHORITY') return absent
  const headings = [...counts]
    .filter(([tag]) => /^1\d\d$/.test(tag))
    .reduce((sum, [, count]) => sum + count, 0)
  if (headings === 1) return absent
  return [...absent, { ...fault('field', 0, 0, marcText.oneHeading), line: null, tag: '1XX' }]
}

type Found = Omit<Problem, 'line' | 'tag'>

function fault(about: Problem['about'], from: number, to: number, text: string): Found {
  return { severity: 'error', about, from, to, text }
}

function doubt(about: Problem['about'], from: number, to: number, text: string): Found {
  return { severity: 'warn', about, from, to, text }
}

/** Tags that MARC 21 leaves to libraries. */
const LOCAL = /^(?:9|.9)/

function lineProblems(line: string, format: MarcFormat, leader: string): Found[] {
  const tag = line.slice(0, 3)
  if (tag !== LEADER && !/^\d{3}$/.test(tag))
    return [fault('field', 0, Math.min(3, line.length), marcText.badTag)]
  if (isControl(tag)) return lengthProblems(line, tag, format, leader)
  const definition = definitionOf(format, tag)
  const unknown =
    definition === null && isDefinedFormat(format) && !LOCAL.test(tag)
      ? [doubt('field', 0, 3, marcText.unknownTag)]
      : []
  return [...unknown, ...indicatorProblems(line, definition), ...subfieldProblems(line, definition)]
}

function lengthProblems(line: string, tag: string, format: MarcFormat, leader: string): Found[] {
  const text = line.slice(4)
  const wanted = tag === LEADER ? 24 : isFixedTag(tag) ? fixedLength(tag, text, format, leader) : null
  if (wanted === null || text.length === wanted) return []
  const from = 4 + Math.min(wanted, text.length)
  return [fault('field', Math.min(from, line.length - 1), line.length, marcText.length(text.length, wanted))]
}

function indicatorProblems(line: string, definition: FieldDefinition | null): Found[] {
  const found: Found[] = []
  if (line.charAt(3) !== ' ' || line.length < 6) return [fault('indicator', 0, 3, marcText.noIndicators)]
  for (const at of [0, 1]) {
    const place = 4 + at
    const value = shownIndicator(line.charAt(place))
    const allowed = definition?.indicators[at] ?? null
    if (!/^[_0-9a-z#]$/.test(value))
      found.push(fault('indicator', place, place + 1, marcText.badIndicator(at + 1)))
    else if (allowed !== null && !allowed.includes(value)) {
      found.push(doubt('indicator', place, place + 1, marcText.oddIndicator(at + 1, allowed)))
    }
  }
  if (line.length > 6 && line.charAt(6) !== ' ' && line.charAt(6) !== '$') {
    found.push(fault('indicator', 4, 7, marcText.noIndicators))
  }
  return found
}

const SUBFIELDS = /\$([a-zA-Z0-9])/g

function subfieldProblems(line: string, definition: FieldDefinition | null): Found[] {
  const content = line.slice(6)
  const start = content.search(/\S/)
  const found: Found[] = []
  if (start !== -1 && !/^\$[a-zA-Z0-9]/.test(content.slice(start))) {
    found.push(doubt('subfield', 6 + start, 7 + start, marcText.noCode))
  }
  const codes = definition?.codes ?? null
  if (codes === null) return found
  const seen = new Set<string>()
  for (const match of content.matchAll(SUBFIELDS)) {
    const code = match[1]!.toLowerCase()
    const from = 6 + match.index
    // $9 names the authority that a field is linked to.
    if (!codes.has(code) && code !== '9')
      found.push(doubt('subfield', from, from + 2, marcText.oddCode(code)))
    if (codes.get(code) === false && seen.has(code)) {
      found.push(fault('subfield', from, from + 2, marcText.codeTwice(code)))
    }
    seen.add(code)
  }
  return found
}

/** What the server finds beyond that, at the lines that it means. */
export function withServerIssues(
  local: readonly Problem[],
  issues: readonly Issue[],
  lines: readonly string[],
  isNew: boolean,
): Problem[] {
  const known = new Set(local.map((one) => `${one.line} ${one.tag} ${one.about}`))
  const places = new Map<string, number>()
  const counts = new Map<string, number>()
  lines.forEach((line, at) => {
    if (isEmptyLine(line)) return
    const tag = line.startsWith(LEADER) ? '000' : line.slice(0, 3)
    const count = counts.get(tag) ?? 0
    counts.set(tag, count + 1)
    places.set(`${tag}[${count}]`, at)
  })
  const more = issues.flatMap(({ tag: place, severity, definitionType, message }): Problem[] => {
    const tag = place.slice(0, 3)
    const line = places.get(place) ?? null
    // A new record gets its number when it is saved.
    if (isNew && tag === '001') return []
    if (LOCAL.test(tag) && severity === 'warn' && definitionType === 'field') return []
    if (known.has(`${line} ${tag} ${definitionType}`)) return []
    return [{ severity, line, from: 0, to: 3, tag, text: message, about: definitionType }]
  })
  return [...local, ...more].sort((one, two) => (one.line ?? -1) - (two.line ?? -1) || one.from - two.from)
}
