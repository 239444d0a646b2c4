/**
 * One part of an alternative.
 * `positions`: `from` and `to` count characters from 1 and are both included; tag `LDR` is the leader.
 */
export type ValuePart =
  | { kind: 'literal'; text: string }
  | { kind: 'subfield'; tag: string; code: string }
  | { kind: 'control'; tag: string }
  | { kind: 'positions'; tag: string; from: number; to: number }
  | { kind: 'today' }
  | { kind: 'remove' }

/** A value rule: the first alternative that gives something counts; its parts are joined without separator. */
export type ValueExpression = { alternatives: ValuePart[][] }

/** A part that cannot be read. `position` counts characters of the rule from 0. */
export type ExpressionFault = { position: number; message: string }

export type ParsedExpression = { expression: ValueExpression; faults: ExpressionFault[] }

const blank = /\s/
const divider = /;\s*else(?=\s|$)/iy
const word = /[^\s;"]+/y
const subfieldWord = /^([0-9]{3})\$([a-z0-9])$/
const positionsWord = /^([0-9]{3}|LDR)\/([0-9]{1,4})(?:-([0-9]{1,4}))?$/
const controlWord = /^[0-9]{3}$/

/**
 * Reads a value rule of a mapping profile, such as `050$a " " 050$b; else "none"`.
 * A part that cannot be read is left out, as FOLIO does, and reported in `faults`.
 * Source: folio-org/data-import-processing-core: mapper/reader/record/marc/MarcRecordReader.java.
 */
export function parseExpression(text: string): ParsedExpression {
  const faults: ExpressionFault[] = []
  const alternatives: ValuePart[][] = []
  let parts: ValuePart[] = []
  let at = 0
  let afterPart = false
  while (at < text.length) {
    if (blank.test(text.charAt(at))) {
      at += 1
      afterPart = false
      continue
    }
    divider.lastIndex = at
    const end = divider.exec(text)
    if (end) {
      alternatives.push(parts)
      parts = []
      at += end[0].length
      afterPart = false
      continue
    }
    const next = text.charAt(at) === '"' ? readLiteral(text, at) : readWord(text, at)
    if (next.part !== null) parts.push(next.part)
    const message = next.fault ?? (afterPart ? 'a blank is missing before this part' : null)
    if (message !== null) faults.push({ position: at, message })
    at = next.end
    afterPart = true
  }
  alternatives.push(parts)
  return { expression: { alternatives: alternatives.filter((list) => list.length > 0) }, faults }
}

type Reading = { part: ValuePart | null; fault: string | null; end: number }

function readLiteral(text: string, at: number): Reading {
  const close = text.indexOf('"', at + 1)
  if (close === -1) return { part: null, fault: 'the closing quotation mark is missing', end: text.length }
  const content = text.slice(at + 1, close)
  const part = placeholder(content) ?? (content === '' ? null : { kind: 'literal' as const, text: content })
  return { part, fault: null, end: close + 1 }
}

function readWord(text: string, at: number): Reading {
  word.lastIndex = at
  const found = word.exec(text)?.[0] ?? text.charAt(at)
  const end = at + found.length
  const known = placeholder(found)
  if (known) return { part: known, fault: null, end }
  const subfield = subfieldWord.exec(found)
  if (subfield) return { part: { kind: 'subfield', tag: subfield[1]!, code: subfield[2]! }, fault: null, end }
  if (controlWord.test(found) || positionsWord.test(found)) return { ...controlPart(found), end }
  return {
    part: null,
    fault: `"${found}" is neither a MARC field with subfield nor a text in quotation marks`,
    end,
  }
}

function controlPart(found: string): Omit<Reading, 'end'> {
  const tag = found.slice(0, 3)
  if (tag !== 'LDR' && !tag.startsWith('00')) {
    return { part: null, fault: `${tag} is a data field: name its subfield, as in ${tag}$a` }
  }
  const positions = positionsWord.exec(found)
  if (!positions) return { part: { kind: 'control', tag }, fault: null }
  const from = Number(positions[2])
  const to = positions[3] === undefined ? from : Number(positions[3])
  if (from < 1 || to < from) return { part: null, fault: `"${found}" names no positions: they count from 1` }
  return { part: { kind: 'positions', tag, from, to }, fault: null }
}

function placeholder(content: string): ValuePart | null {
  const upper = content.toUpperCase()
  if (upper === '###TODAY###') return { kind: 'today' }
  if (upper === '###REMOVE###') return { kind: 'remove' }
  return null
}
