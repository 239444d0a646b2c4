import type { ReferenceListName } from '../../lib/reference-lists.ts'
import type { MappingRule } from './types.ts'

/** A field that a mapping can fill; a reference field takes names or codes of its list. */
export type TargetField = { path: string; list?: ReferenceListName }

const field = (path: string, list?: ReferenceListName): TargetField => (list ? { path, list } : { path })

/** The fields of inventory records that take one value, as mapping profiles name them. */
export const TARGET_FIELDS: Readonly<Record<string, readonly TargetField[]>> = {
  INSTANCE: [
    field('instance.catalogedDate'),
    field('instance.statusId', 'instanceStatuses'),
    field('instance.statisticalCodeIds[]', 'statisticalCodes'),
    field('instance.administrativeNotes[]'),
    field('instance.natureOfContentTermIds[]', 'natureOfContentTerms'),
  ],
  HOLDINGS: [
    field('holdings.permanentLocationId', 'locations'),
    field('holdings.temporaryLocationId', 'locations'),
    field('holdings.holdingsTypeId', 'holdingsTypes'),
    field('holdings.callNumberTypeId', 'callNumberTypes'),
    field('holdings.callNumberPrefix'),
    field('holdings.callNumber'),
    field('holdings.callNumberSuffix'),
    field('holdings.shelvingTitle'),
    field('holdings.copyNumber'),
    field('holdings.formerIds[]'),
    field('holdings.administrativeNotes[]'),
    field('holdings.statisticalCodeIds[]', 'statisticalCodes'),
    field('holdings.illPolicyId', 'illPolicies'),
    field('holdings.retentionPolicy'),
    field('holdings.acquisitionMethod'),
    field('holdings.receiptStatus'),
    field('holdings.numberOfItems'),
  ],
  ITEM: [
    field('item.barcode'),
    field('item.status.name'),
    field('item.materialType.id', 'materialTypes'),
    field('item.permanentLoanType.id', 'loanTypes'),
    field('item.temporaryLoanType.id', 'loanTypes'),
    field('item.permanentLocation.id', 'locations'),
    field('item.temporaryLocation.id', 'locations'),
    field('item.copyNumber'),
    field('item.volume'),
    field('item.enumeration'),
    field('item.chronology'),
    field('item.displaySummary'),
    field('item.numberOfPieces'),
    field('item.descriptionOfPieces'),
    field('item.itemLevelCallNumberTypeId', 'callNumberTypes'),
    field('item.itemLevelCallNumberPrefix'),
    field('item.itemLevelCallNumber'),
    field('item.itemLevelCallNumberSuffix'),
    field('item.accessionNumber'),
    field('item.itemIdentifier'),
    field('item.formerIds[]'),
    field('item.administrativeNotes[]'),
    field('item.statisticalCodeIds[]', 'statisticalCodes'),
    field('item.numberOfMissingPieces'),
    field('item.missingPieces'),
  ],
}

/** True for a rule that says something. */
export const isUsed = (rule: MappingRule) =>
  (rule.value ?? '') !== '' || (rule.subfields ?? []).length > 0 || Boolean(rule.booleanFieldAction)

/** The value of a rule as it is edited: that of a list of texts stands in its one entry. */
export function ruleValue(rule: MappingRule): string | null {
  const [entry, ...more] = rule.subfields ?? []
  if (entry === undefined) return rule.value ?? ''
  const [only, ...others] = entry.fields ?? []
  return more.length === 0 && others.length === 0 && only?.path === rule.path ? (only?.value ?? '') : null
}

/** A rule with another value. A list of texts gets it as an entry that is added to those that are there. */
export function withValue(rule: MappingRule, value: string): MappingRule {
  const path = rule.path ?? ''
  if (!path.endsWith('[]')) return { ...rule, enabled: 'true', value }
  const fields = [{ name: rule.name, enabled: 'true', path, value }]
  return {
    ...rule,
    enabled: 'true',
    value: '',
    repeatableFieldAction: 'EXTEND_EXISTING',
    subfields: [{ order: 0, path, fields }],
  }
}

/** A rule for a field, with nothing in it. */
export function newRule({ path }: TargetField): MappingRule {
  const name = path.replace(/^\w+\./, '').replace('[]', '')
  return withValue({ name, enabled: 'true', path, value: '', subfields: [] }, '')
}
