import type { Transaction } from '../../../kernel/db/database.ts'
import { referenceSnapshot } from '../../inventory/index.ts'
import type { ReferenceSnapshot, ReferenceValue } from '../../inventory/index.ts'
import { readTimeZone } from '../../settings/index.ts'
import { readUserLists } from '../../users/index.ts'
import type { CustomField } from '../../users/index.ts'
import { noteTypesOf } from './labels.ts'
import type { CustomFieldLabel, Labels, NamedList, StatisticalCode } from './labels.ts'

/** The list keys of inventory's lists behind ours. */
const INVENTORY_LISTS = {
  locations: 'locations',
  loanTypes: 'loantypes',
  materialTypes: 'mtypes',
  callNumberTypes: 'callNumberTypes',
  damagedStatuses: 'itemDamageStatuses',
  relationships: 'electronicAccessRelationships',
  holdingsSources: 'holdingsRecordsSources',
  holdingsTypes: 'holdingsTypes',
  illPolicies: 'illPolicies',
  instanceStatuses: 'instanceStatuses',
  modesOfIssuance: 'issuanceModes',
  instanceTypes: 'instanceTypes',
  natureOfContentTerms: 'natureOfContentTerms',
  instanceFormats: 'instanceFormats',
  subjectSources: 'subjectSources',
  subjectTypes: 'subjectTypes',
  classificationTypes: 'classificationTypes',
} satisfies Partial<Record<NamedList, string>>

function namesOf(records: readonly Record<string, unknown>[], field: string): Map<string, string> {
  return new Map(records.map((record) => [record.id as string, String(record[field] ?? '')]))
}

function statisticalCodes(lists: ReferenceSnapshot): Map<string, StatisticalCode> {
  const types = namesOf(lists.statisticalCodeTypes ?? [], 'name')
  const label = ({ id, name, code, statisticalCodeTypeId }: ReferenceValue) =>
    [id, { type: types.get(statisticalCodeTypeId as string) ?? null, code: code ?? '', name }] as const
  return new Map((lists.statisticalCodes ?? []).map(label))
}

function customFieldLabel(field: CustomField): [string, CustomFieldLabel] {
  const { name, refId, type, isRepeatable, selectField } = field
  const options = (selectField?.options.values ?? []).map(({ id, value }) => [id ?? '', value] as const)
  return [refId, { name, type, isRepeatable, options: new Map(options) }]
}

/**
 * Reads the names of everything that users, items, holdings and instances refer to: all values of all lists, in three
 * queries whatever their number. The answer can be cloned to a worker thread.
 */
export async function loadLabels(tx: Transaction): Promise<Labels> {
  const lists = await referenceSnapshot(tx)
  const userLists = await readUserLists(tx)
  const inventoryNames = Object.fromEntries(
    Object.entries(INVENTORY_LISTS).map(([list, key]) => [list, namesOf(lists[key] ?? [], 'name')]),
  ) as Record<keyof typeof INVENTORY_LISTS, Map<string, string>>
  const inactive = (lists.locations ?? []).filter(({ isActive }) => isActive === false)
  return {
    timeZone: await readTimeZone(tx),
    names: {
      ...inventoryNames,
      patronGroups: namesOf(userLists.usergroups, 'group'),
      departments: namesOf(userLists.departments, 'name'),
      addressTypes: namesOf(userLists.addressTypes, 'addressType'),
    },
    inactiveLocationIds: new Set(inactive.map(({ id }) => id)),
    statisticalCodes: statisticalCodes(lists),
    noteTypes: {
      ITEM: noteTypesOf(lists.itemNoteTypes ?? []),
      HOLDINGS_RECORD: noteTypesOf(lists.holdingsNoteTypes ?? []),
      INSTANCE: noteTypesOf(lists.instanceNoteTypes ?? []),
    },
    customFields: new Map(userLists.customFields.map(customFieldLabel)),
  }
}
