import { dataField, subfieldText } from '../../../formats/marc/index.ts'
import type { MarcField, Subfield } from '../../../formats/marc/index.ts'
import { isProtected } from './field-protections.ts'
import type { FieldProtections } from './field-protections.ts'

/*
 * Bibliographic fields that are linked to an authority record: the heading is the authority's and an update may change
 * the rest only.
 * Source: folio-org/data-import-processing-core: mapping/mapper/writer/marc/MarcBibRecordModifier.java.
 */

/**
 * One link between an instance and an authority: the field's tag and the authority's ids. `controlledSubfields` are
 * the codes that hold the heading; without them those of FOLIO's default linking rules for the tag.
 */
export type AuthorityLink = {
  tag: string
  authorityId: string
  naturalId: string
  controlledSubfields?: string
}

/** FOLIO's default linking rules, as they stand after all its changes; 240 takes its $a from the authority's $t. */
const headingSubfields: Record<string, string> = {
  100: 'abcdjq',
  110: 'abcdgn',
  111: 'aceqdgn',
  130: 'adfghklmnoprst',
  240: 'adfghklmnoprs',
  600: 'abcdgjqfhklmnoprst',
  610: 'abcdgfhklmnoprst',
  611: 'aceqfhklpstdgn',
  630: 'adfghklmnoprst',
  650: 'abg',
  651: 'ag',
  655: 'a',
  700: 'abcdjqfhklmnoprstg',
  710: 'abcfhklmoprstdgn',
  711: 'aceqfhklpstdgn',
  730: 'adfghklmnoprst',
  800: 'abcdjqfhklmnoprstg',
  810: 'abcfhklmoprstdgn',
  811: 'aceqfhklpstdgn',
  830: 'adfghklmnoprst',
}

/** Whether fields with the tag can be linked. */
export function isLinkableTag(tag: string): boolean {
  return headingSubfields[tag] !== undefined
}

/** The link of a field: one for its tag whose authority id is in $9 or whose natural id ends $0; letter case is ignored. */
export function linkOf(field: MarcField, links: readonly AuthorityLink[]): AuthorityLink | null {
  if (field.subfields === null) return null
  for (const link of links) {
    if (link.tag !== field.tag) continue
    if (subfieldText(field, '9')?.toLowerCase() === link.authorityId.toLowerCase()) return link
    if (link.naturalId === '') continue
    if (subfieldText(field, '0')?.toLowerCase().endsWith(link.naturalId.toLowerCase())) return link
  }
  return null
}

/** Whether the incoming field carries the stored field's $0, and it is that of the link. */
export function keepsLink(link: AuthorityLink, stored: MarcField, incoming: MarcField): boolean {
  const sourceId = subfieldText(stored, '0')
  if (sourceId === null || link.naturalId === '' || !sourceId.endsWith(link.naturalId)) return false
  return incoming.subfields?.some(({ code, value }) => code === '0' && value === sourceId) ?? false
}

/** Whether the link keeps the subfield from being changed: a part of the heading, $0 and $9. */
export function isControlled(link: AuthorityLink, code: string): boolean {
  return (
    code === '0' ||
    code === '9' ||
    (link.controlledSubfields ?? headingSubfields[link.tag] ?? '').includes(code)
  )
}

/**
 * The incoming field with the heading, $0 and $9 of the stored one. They stand where the incoming field has its heading
 * and its $0, which `keepsLink` has seen.
 */
export function mergeLinked(link: AuthorityLink, stored: MarcField, incoming: MarcField): MarcField {
  const isHeading = ({ code }: Subfield): boolean => code !== '0' && code !== '9' && isControlled(link, code)
  const headings = heirsOf(stored, incoming, isHeading)
  const sourceIds = heirsOf(stored, incoming, ({ code }) => code === '0')
  const authorityIds = stored.subfields!.filter(({ code }) => code === '9')
  const subfields: Subfield[] = []
  let hasIds = false
  for (const subfield of incoming.subfields!) {
    const { code, value } = subfield
    if (code === '0') {
      subfields.push(...sourceIds(subfield))
      if (!hasIds) for (const id of authorityIds) subfields.push({ ...id })
      hasIds = true
    } else if (isHeading(subfield)) subfields.push(...headings(subfield))
    else if (code !== '9') subfields.push({ code, value })
  }
  if (!incoming.subfields!.some(isHeading)) subfields.unshift(...headings(null))
  return dataField(incoming.tag, incoming.ind1, incoming.ind2, subfields)
}

/**
 * What takes the place of each chosen incoming subfield: itself, where both fields have the same ones, else all those of
 * the stored field in place of the first.
 */
function heirsOf(
  stored: MarcField,
  incoming: MarcField,
  isChosen: (subfield: Subfield) => boolean,
): (subfield: Subfield | null) => Subfield[] {
  const old = stored.subfields!.filter(isChosen)
  const fresh = incoming.subfields!.filter(isChosen)
  const isSame =
    old.length === fresh.length &&
    old.every(({ code, value }, at) => code === fresh[at]!.code && value === fresh[at]!.value)
  const first = fresh[0] ?? null
  return (subfield) => {
    const heirs = isSame && subfield !== null ? [subfield] : subfield === first ? old : []
    return heirs.map(({ code, value }) => ({ code, value }))
  }
}

/** The field without $9: it claims a link that is not, or no longer, kept. */
export function withoutLink(field: MarcField): MarcField {
  if (field.subfields === null || !isLinkableTag(field.tag)) return field
  if (!field.subfields.some(({ code }) => code === '9')) return field
  const subfields = field.subfields.filter(({ code }) => code !== '9')
  return dataField(field.tag, field.ind1, field.ind2, subfields)
}

/**
 * What the incoming fields may bring to a record with linked fields: those that carry the $0 of a linked stored field
 * get its heading, all others lose $9. `keptLinks` are the links that outlive the update.
 */
export function linkIncoming(
  stored: readonly MarcField[],
  incoming: readonly MarcField[],
  protections: FieldProtections,
  links: readonly AuthorityLink[],
): { fields: MarcField[]; keptLinks: AuthorityLink[] } {
  const linked: LinkedField[] = []
  const kept = new Set<AuthorityLink>()
  for (const field of stored) {
    const link = linkOf(field, links)
    if (link === null) continue
    if (isProtected(protections, field)) kept.add(link)
    else linked.push({ field, link, isTaken: false })
  }
  const fields: MarcField[] = []
  for (const field of incoming) {
    const partner = linked.length > 0 ? partnerOf(field, linked) : null
    if (partner !== null) {
      partner.isTaken = true
      kept.add(partner.link)
      fields.push(mergeLinked(partner.link, partner.field, field))
      continue
    }
    const unlinked = withoutLink(field)
    if (unlinked.subfields?.length !== 0) fields.push(unlinked)
  }
  return { fields, keptLinks: links.filter((link) => kept.has(link)) }
}

type LinkedField = { field: MarcField; link: AuthorityLink; isTaken: boolean }

/** The first linked field with the same $0, and one that is not taken before one that is. */
function partnerOf(incoming: MarcField, linked: readonly LinkedField[]): LinkedField | null {
  let taken: LinkedField | null = null
  for (const each of linked) {
    if (each.field.tag !== incoming.tag || !keepsLink(each.link, each.field, incoming)) continue
    if (!each.isTaken) return each
    taken ??= each
  }
  return taken
}
