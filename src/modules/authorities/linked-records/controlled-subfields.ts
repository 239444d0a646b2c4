import type { MarcField, MarcRecord, Subfield } from '../../../formats/marc/index.ts'
import type { LinkingRule } from '../linking-rules.ts'

/*
 * What a field of a bibliographic record takes over from the heading of the authority that it is linked to.
 * Sources: folio-org/mod-entities-links: FieldChangeHolder, LinksSuggestionsService, AuthorityRuleValidationService;
 * folio-org/mod-source-record-storage: UpdateLinkProcessor, DeleteLinkProcessor.
 */

/** Subfields that name the authority: its number as an address, and its id. */
const NUMBER = '0'
const ID = '9'

/** An authority as links name it. */
export type LinkedAuthority = { id: string; naturalId: string; baseUrl: string | null }

/** Text of $0: the number behind the address of the authority's source file. */
export function numberAddress({ naturalId, baseUrl }: LinkedAuthority): string {
  if (baseUrl === null) return naturalId
  return `${baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`}${naturalId}`
}

/** The number in a $0, which may be an address. */
export function numberOfAddress(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1)
}

/** The heading of an authority when a rule may take it over; null when the rule is not for such an authority. */
export function headingFor(rule: LinkingRule, authority: MarcRecord): MarcField | null {
  const headings = authority.fields.filter(({ tag }) => tag === rule.authorityField)
  const heading = headings[0]
  if (heading === undefined || headings.length > 1) return null
  const codes = new Set(heading.subfields?.map(({ code }) => code))
  const isRight = (rule.validation?.existence ?? []).every((existence) =>
    Object.entries(existence).every(([code, mustExist]) => codes.has(code) === mustExist),
  )
  return isRight ? heading : null
}

/** What a rule takes of a heading: subfields that get another code first, then the others in their order. */
export function controlledSubfields(rule: LinkingRule, heading: MarcField): Subfield[] {
  const taken = (heading.subfields ?? []).filter(({ code }) => rule.authoritySubfields.includes(code))
  const renamed = taken.filter(({ code }) => targetOf(rule, code) !== code)
  const others = taken.filter(({ code }) => targetOf(rule, code) === code)
  return [...renamed, ...others].map(({ code, value }) => ({ code: targetOf(rule, code), value }))
}

function targetOf(rule: LinkingRule, code: string): string {
  return rule.subfieldModifications?.find(({ source }) => source === code)?.target ?? code
}

/** Codes of a bibliographic field that a rule controls, whether the heading has them or not. */
function controlledCodes(rule: LinkingRule): Set<string> {
  return new Set([NUMBER, ID, ...rule.authoritySubfields.map((code) => targetOf(rule, code))])
}

/** The subfields of a linked field after its authority has changed: letters first, each with what is controlled first. */
export function updatedSubfields(
  rule: LinkingRule,
  heading: MarcField,
  authority: LinkedAuthority,
  field: MarcField,
): Subfield[] {
  const isLetter = ({ code }: Subfield) => /\p{L}/u.test(code)
  const controlled = controlledSubfields(rule, heading).filter(({ value }) => value.trim() !== '')
  const codes = controlledCodes(rule)
  const others = (field.subfields ?? []).filter(({ code }) => !codes.has(code))
  return [
    ...controlled.filter(isLetter),
    ...others.filter(isLetter),
    { code: NUMBER, value: numberAddress(authority) },
    { code: ID, value: authority.id },
    ...controlled.filter((subfield) => !isLetter(subfield)),
    ...others.filter((subfield) => !isLetter(subfield)),
  ]
}

/** The subfields of a linked field after only the number of its authority has changed. */
export function renumberedSubfields(authority: LinkedAuthority, field: MarcField): Subfield[] {
  const subfields = (field.subfields ?? []).map((subfield) => ({ ...subfield }))
  const number = subfields.find(({ code }) => code === NUMBER)
  if (number !== undefined) number.value = numberAddress(authority)
  return subfields
}

/** The subfields of a field whose link has ended: the id goes, the rest stays. */
export function unlinkedSubfields(field: MarcField): Subfield[] {
  return (field.subfields ?? []).filter(({ code }) => code !== ID)
}

/** The subfields of a field that is being linked: what is controlled, what names the authority, the rest. */
export function linkedSubfields(
  rule: LinkingRule,
  heading: MarcField,
  authority: LinkedAuthority,
  subfields: readonly Subfield[],
): Subfield[] {
  const codes = controlledCodes(rule)
  return [
    ...controlledSubfields(rule, heading),
    { code: NUMBER, value: numberAddress(authority) },
    { code: ID, value: authority.id },
    ...subfields.filter(({ code }) => !codes.has(code)),
  ]
}

/** True when a field names the authority in $9. */
export function namesAuthority({ subfields }: MarcField, authorityId: string): boolean {
  return subfields?.some(({ code, value }) => code === ID && value.toLowerCase() === authorityId) ?? false
}
