import {
  LEADER,
  contentOf,
  fieldOfLine,
  isControl,
  lineOf,
  shownIndicator,
  tidyLine,
} from '../../lib/marc-text.ts'
import { isFixedTag, joinFixed, splitFixed } from './fixed-fields.ts'
import type { FieldView, LinkDetails, MarcFormat, RecordView, SentRecord } from './wire.ts'

/*
 * Between the editor's text, one line a field, and the record as `/records-editor` shows and takes it. A line that is as
 * it was goes back as it came, so what the text cannot show of a field is never lost.
 */

/** The leader as it stands in the text. */
function plain(leader: string): string {
  return leader.replaceAll('\\', ' ')
}

/** The line of a field as the server shows it. */
export function lineOfView(
  { tag, content, indicators }: FieldView,
  format: MarcFormat,
  leader: string,
): string {
  if (typeof content !== 'string') return `${tag} ${joinFixed(tag, content, format, plain(leader))}`
  const text = content.replaceAll(/[\n\r]/g, ' ')
  if (isControl(tag)) return `${tag} ${text}`
  const [one = '', two = ''] = indicators
  return `${tag} ${shownIndicator(one)}${shownIndicator(two)} ${text}`.trimEnd()
}

/** A record as lines, the leader first. */
export function linesOfView({ leader, fields, marcFormat }: SentRecord): string[] {
  return [`${LEADER} ${plain(leader)}`, ...fields.map((field) => lineOfView(field, marcFormat, leader))]
}

/** The leader among lines, without its tag. */
export function leaderOf(lines: readonly string[]): string {
  return lines.find((line) => line.startsWith(LEADER))?.slice(4) ?? ''
}

/**
 * The record that the lines say, to be checked or saved. Empty lines are left out.
 * @param links what is known of authorities by their id, for fields that name one in `$9`
 */
export function recordOfLines(
  lines: readonly string[],
  stored: SentRecord,
  links: ReadonlyMap<string, LinkDetails>,
): SentRecord {
  const { marcFormat } = stored
  const leader = leaderOf(lines)
  const known = new Map<string, FieldView[]>()
  for (const field of stored.fields) {
    const line = tidyLine(lineOfView(field, marcFormat, stored.leader))
    known.set(line, [...(known.get(line) ?? []), field])
  }
  const isSameMaterial = plain(stored.leader).slice(6, 8) === leader.slice(6, 8)
  const fields = lines.flatMap((line): FieldView[] => {
    if (line.startsWith(LEADER) || isEmptyLine(line)) return []
    const isFixed = isFixedTag(line.slice(0, 3))
    const same = isFixed && !isSameMaterial ? undefined : known.get(tidyLine(line))?.shift()
    return [same ?? fieldView(line, marcFormat, leader, links)]
  })
  return { ...stored, leader: leader.replaceAll(' ', '\\'), fields }
}

/** A line without a word to keep: nothing, or a tag with nothing behind it. */
export function isEmptyLine(line: string): boolean {
  if (line.trim() === '') return true
  const { tag, value, subfields } = fieldOfLine(line)
  return (
    tag !== LEADER &&
    /^\d{3}$/.test(tag) &&
    (subfields === null ? value.trim() === '' : subfields.length === 0)
  )
}

function fieldView(
  line: string,
  format: MarcFormat,
  leader: string,
  links: ReadonlyMap<string, LinkDetails>,
): FieldView {
  const { tag, ind1, ind2, value, subfields } = fieldOfLine(line)
  if (isFixedTag(tag)) return { tag, content: splitFixed(tag, value, format, leader), indicators: [] }
  if (subfields === null) return { tag, content: value, indicators: [] }
  const link = links.get(subfields.find(({ code }) => code === '9')?.value.toLowerCase() ?? '')
  return {
    tag,
    content: contentOf(subfields),
    indicators: [ind1, ind2].map((one) => (one === ' ' ? '\\' : one)),
    ...(link === undefined ? {} : { linkDetails: link }),
  }
}

/** What the fields of a record say of the authorities that they are linked to, by the authorities' ids. */
export function linksOf({ fields }: SentRecord): Map<string, LinkDetails> {
  return new Map(
    fields.flatMap(({ linkDetails }) =>
      linkDetails?.authorityId === undefined || linkDetails.linkingRuleId === undefined
        ? []
        : [[linkDetails.authorityId.toLowerCase(), linkDetails] as const],
    ),
  )
}

/** A new record made from another one, without what belongs to that one alone. */
export function derivedLines(view: RecordView): string[] {
  const own = new Set(['001', '003', '005', '010', '019', '035', '999'])
  return linesOfView(view).filter((line) => !own.has(line.slice(0, 3)))
}

/** The lines as the server will keep them: spacing set, empty ones gone. */
export function tidyLines(lines: readonly string[]): string[] {
  return lines.filter((line) => !isEmptyLine(line)).map(tidyLine)
}

/** A field without its link: `$9` goes, the rest stays. */
export function unlinkedLine(line: string): string {
  const field = fieldOfLine(line)
  return lineOf({ ...field, subfields: field.subfields?.filter(({ code }) => code !== '9') ?? null })
}
