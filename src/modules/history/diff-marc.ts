import { changesOfItems, fieldChange } from './diff.ts'
import type { Diff } from './diff.ts'

/** MARC in FOLIO's JSON: the leader, and fields keyed by tag. */
type MarcJson = { leader?: string; fields?: Record<string, MarcField>[] }

type MarcField = string | { ind1?: string; ind2?: string; subfields?: Record<string, string>[] }

const LEADER = 'LDR'
/** The time of the last change: it changes with everything. */
const TIME = '005'
/** Fields with indicators `ff` are the system's own ids. */
const IDS = '999'

/**
 * How MARC changed, tag by tag: one field against one is an edit, of repeated ones some came and some went
 * (folio-org/mod-audit: MarcUtil). Without `before` all fields came, without `after` all went.
 */
export function diffMarc(before: string | null, after: string | null): Diff {
  const old = before === null ? null : textsByTag(before)
  const fresh = after === null ? null : textsByTag(after)
  const diff: Diff = { fieldChanges: [], collectionChanges: [] }
  for (const tag of new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])) {
    const one = old?.get(tag)
    const other = fresh?.get(tag)
    if (one === undefined || other === undefined) {
      for (const text of one ?? other ?? []) {
        diff.fieldChanges.push(fieldChange(tag, tag, one && text, one === undefined ? text : undefined))
      }
    } else if (tag !== TIME) {
      compareTag(tag, shown(tag, one), shown(tag, other), diff)
    }
  }
  return diff
}

function compareTag(tag: string, before: readonly string[], after: readonly string[], diff: Diff): void {
  const itemChanges = changesOfItems(before, after)
  if (itemChanges.length === 0) return
  if (before.length === 1 && after.length === 1) {
    diff.fieldChanges.push(fieldChange(tag, tag, before[0], after[0]))
  } else {
    diff.collectionChanges.push({ collectionName: tag, fullPath: tag, itemChanges })
  }
}

function shown(tag: string, texts: readonly string[]): readonly string[] {
  return tag === IDS ? texts.filter((text) => !text.startsWith('ff')) : texts
}

function textsByTag(json: string): Map<string, string[]> {
  const { leader, fields = [] } = JSON.parse(json) as MarcJson
  const texts = new Map<string, string[]>()
  if (leader !== undefined) texts.set(LEADER, [leader])
  for (const field of fields) {
    for (const [tag, value] of Object.entries(field)) {
      const list = texts.get(tag) ?? []
      list.push(fieldText(value))
      texts.set(tag, list)
    }
  }
  return texts
}

/** A field on one line: indicators, then ` $a value` a subfield. */
function fieldText(field: MarcField): string {
  if (typeof field === 'string') return field
  const { ind1 = ' ', ind2 = ' ', subfields = [] } = field
  const values = subfields.flatMap((subfield) =>
    Object.entries(subfield).map(([code, value]) => ` $${code} ${value}`),
  )
  return ind1 + ind2 + values.join('')
}
