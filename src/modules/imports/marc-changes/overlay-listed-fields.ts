import { isControlTag, subfieldText } from '../../../formats/marc/index.ts'
import type { MarcField } from '../../../formats/marc/index.ts'
import type { MarcMappingDetail } from '../../import-profiles/index.ts'
import {
  isControlled,
  isLinkableTag,
  keepsLink,
  linkOf,
  mergeLinked,
  withoutLink,
} from './authority-links.ts'
import type { AuthorityLink } from './authority-links.ts'
import { ANY, codeOf, indicatorOf, inOrder, isTag } from './compile-modifications.ts'
import type { ModificationProblem } from './compile-modifications.ts'
import { isProtected } from './field-protections.ts'
import type { FieldProtections } from './field-protections.ts'
import { copyField, insertInOrder, isNonRepeatable, isNonRepeatableTag, sameField } from './marc-fields.ts'

/** Fields that an update is limited to, `*` being any; `codes` holds their subfields, or is null for whole fields. */
export type ListedField = { tag: string; ind1: string; ind2: string; codes: string | null }

/**
 * Reads `mappingDetails.marcMappingDetails` of a mapping profile with the option UPDATE. `listed` is null when there are
 * no details at all, which means that every field is updated; what cannot be read is left out and named in `problems`.
 */
export function compileListedFields(details: readonly MarcMappingDetail[]): {
  listed: ListedField[] | null
  problems: ModificationProblem[]
} {
  const problems: ModificationProblem[] = []
  if (details.length === 0) return { listed: null, problems }
  const listed: ListedField[] = []
  for (const { order, action, field } of inOrder(details)) {
    const tag = field?.field?.trim() ?? ''
    const codes = (field?.subfields ?? []).map(codeOf).filter((code) => code !== null)
    const isReadable = tag === ANY || isTag(tag)
    if (field && isReadable && (isControlTag(tag) || codes.length > 0)) {
      const isWhole = isControlTag(tag) || codes.includes(ANY)
      const ind1 = indicatorOf(field.indicator1)
      const ind2 = indicatorOf(field.indicator2)
      listed.push({ tag, ind1, ind2, codes: isWhole ? null : codes.join('') })
      continue
    }
    const text = isReadable ? 'It names no subfield to update; "*" stands for all.' : `"${tag}" is no field.`
    problems.push({ order: order ?? 0, action: action ?? 'UPDATE', field: tag, text })
  }
  return { listed, problems }
}

/** The record while it is updated: its own fields, which of them are protected, and their links. */
type Draft = {
  fields: MarcField[]
  isProtected: Set<MarcField>
  links: Map<MarcField, AuthorityLink>
  /** Whether links are known, so that a $9 without one has to go. */
  isLinking: boolean
}

/**
 * The stored fields after the listed ones have been taken from the incoming record. An incoming field updates the stored
 * field of the same tag and indicators (of the same tag, where a record has it once): one with the same $0, else the
 * one in the same place among them. Stored fields for which nothing is incoming stay; incoming fields without a
 * counterpart are added whole.
 */
export function updateListedFields(
  stored: readonly MarcField[],
  incoming: readonly MarcField[],
  protections: FieldProtections,
  listed: readonly ListedField[],
  links: readonly AuthorityLink[],
): { fields: MarcField[]; keptLinks: AuthorityLink[] } {
  const draft: Draft = { fields: [], isProtected: new Set(), links: new Map(), isLinking: links.length > 0 }
  for (const field of stored) {
    const copy = copyField(field)
    draft.fields.push(copy)
    if (isProtected(protections, field)) draft.isProtected.add(copy)
    const link = linkOf(field, links)
    if (link !== null) draft.links.set(copy, link)
  }
  for (const selection of listed) updateSelection(draft, incoming, selection)
  const kept = new Set(draft.fields.map((field) => draft.links.get(field)))
  return { fields: draft.fields, keptLinks: links.filter((link) => kept.has(link)) }
}

function updateSelection(draft: Draft, incoming: readonly MarcField[], listed: ListedField): void {
  const byTag = new Map<string, MarcField[]>()
  for (const field of incoming) {
    if (!isListed(listed, field)) continue
    const sameTag = byTag.get(field.tag)
    if (!sameTag) byTag.set(field.tag, [field])
    else if (isNonRepeatableTag(field.tag)) continue
    else sameTag.push(field)
  }
  for (const [tag, fields] of byTag) updateTag(draft, tag, fields, listed.codes)
}

function isListed({ tag, ind1, ind2, codes }: ListedField, field: MarcField): boolean {
  if (field.subfields === null) return tag === field.tag
  if (tag !== ANY && tag !== field.tag) return false
  if ((ind1 !== ANY && ind1 !== field.ind1) || (ind2 !== ANY && ind2 !== field.ind2)) return false
  return codes === null || field.subfields.some(({ code }) => codes.includes(code))
}

function updateTag(draft: Draft, tag: string, listed: readonly MarcField[], codes: string | null): void {
  const isSingle = isNonRepeatableTag(tag)
  const counterparts = draft.fields.filter(
    (field) =>
      field.tag === tag &&
      (isSingle || listed.some((each) => each.ind1 === field.ind1 && each.ind2 === field.ind2)),
  )
  const guarded = counterparts.filter((field) => draft.isProtected.has(field))
  const incoming = listed.filter(
    (field) => !guarded.some((kept) => isNonRepeatable(field) || isThere(field, kept, codes)),
  )
  if (incoming.length === 0) return
  const open = counterparts.filter((field) => !draft.isProtected.has(field))
  const partners = pair(open, incoming, codes)
  for (const field of incoming) {
    const partner = partners.get(field)
    if (partner === undefined) addWhole(draft, field)
    else if (codes === null) replaceWhole(draft, partner, field)
    else for (const code of codes) replaceSubfield(draft, partner, field, code)
  }
  if (codes !== null) return
  const replaced = new Set(partners.values())
  draft.fields = draft.fields.filter((field) => !open.includes(field) || replaced.has(field))
}

/** Whether a stored field has what the update would bring. */
function isThere(incoming: MarcField, kept: MarcField, codes: string | null): boolean {
  if (codes === null) return sameField(incoming, kept)
  return [...codes].every((code) => {
    const texts = textsOf(incoming, code)
    return texts.length === 0 || sameTexts(texts, textsOf(kept, code))
  })
}

function textsOf(field: MarcField, code: string): string[] {
  return field.subfields!.filter((subfield) => subfield.code === code).map(({ value }) => value)
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at])
}

/** Stored fields by the incoming one that updates them: equal $0 first, then those that need no change, then place. */
function pair(
  stored: readonly MarcField[],
  incoming: readonly MarcField[],
  codes: string | null,
): Map<MarcField, MarcField> {
  const partners = new Map<MarcField, MarcField>()
  const free = new Set(stored)
  const pairWhere = (fits: (field: MarcField, partner: MarcField) => boolean): void => {
    for (const field of incoming) {
      if (partners.has(field)) continue
      for (const partner of free) {
        if (!fits(field, partner)) continue
        partners.set(field, partner)
        free.delete(partner)
        break
      }
    }
  }
  pairWhere((field, partner) => {
    const sourceId = subfieldText(partner, '0')
    return sourceId !== null && field.subfields!.some(({ code, value }) => code === '0' && value === sourceId)
  })
  pairWhere((field, partner) => isThere(field, partner, codes))
  pairWhere(() => true)
  return partners
}

function addWhole(draft: Draft, incoming: MarcField): void {
  const added = draft.isLinking ? withoutLink(incoming) : incoming
  if (added.subfields?.length !== 0) insertInOrder(draft.fields, copyField(added))
}

/** Puts the incoming text into the stored field, which keeps its place. */
function replaceWhole(draft: Draft, stored: MarcField, incoming: MarcField): void {
  const link = draft.links.get(stored)
  const isKept = link !== undefined && keepsLink(link, stored, incoming)
  if (!isKept) draft.links.delete(stored)
  const merged = isKept
    ? mergeLinked(link, stored, incoming)
    : copyField(draft.isLinking ? withoutLink(incoming) : incoming)
  stored.ind1 = merged.ind1
  stored.ind2 = merged.ind2
  stored.value = merged.value
  stored.subfields = merged.subfields
}

function replaceSubfield(draft: Draft, stored: MarcField, incoming: MarcField, code: string): void {
  const fresh = textsOf(incoming, code)
  if (fresh.length === 0 || sameTexts(fresh, textsOf(stored, code))) return
  if (draft.isLinking && code === '9' && isLinkableTag(stored.tag)) return
  const link = draft.links.get(stored)
  if (link !== undefined && isControlled(link, code)) {
    if (code !== '0' || keepsLink(link, stored, incoming)) return
    draft.links.delete(stored)
    stored.subfields = stored.subfields!.filter((subfield) => subfield.code !== '9')
  }
  const subfields = stored.subfields!
  const first = subfields.findIndex((subfield) => subfield.code === code)
  const others = subfields.filter((subfield) => subfield.code !== code)
  const copies = fresh.map((value) => ({ code, value }))
  // Nothing with this code stands before the first one, so its index is the same among the others.
  others.splice(first < 0 ? others.length : first, 0, ...copies)
  stored.subfields = others
}
