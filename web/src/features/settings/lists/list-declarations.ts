import { listsText } from '#text/settings-lists.ts'

export type ListId = keyof typeof listsText.titles

/** What can use a value; each is a column of counts. */
export type UseKind = keyof typeof listsText.uses

/** One property of a list's values as a column. */
export type ListField = {
  name: string
  label: string
  isRequired?: boolean
  /** No two values may have the same, letter case and accents aside. */
  isUnique?: boolean
  kind?: 'text' | 'number'
  /** The list whose value this field holds the id of. */
  list?: ListId
  width?: number
  /** Can be read but not changed. */
  isFixed?: boolean
}

/** A reference list: where it is, who may change it, its columns. */
export type ReferenceList = {
  id: ListId
  title: string
  group: 'instances' | 'holdings' | 'library' | 'people'
  path: string
  listKey: string
  /** The beginning of its permissions: `….collection.get`, `….item.post`. */
  permission: string
  fields: readonly ListField[]
  hasSource: boolean
  uses: readonly UseKind[]
  /** `rename`: values can only be given other names (PATCH). */
  changes: 'all' | 'rename'
}

const { columns } = listsText
const NAME: ListField = { name: 'name', label: columns.name, isRequired: true, isUnique: true, width: 200 }
const CODE: ListField = { name: 'code', label: columns.code, isRequired: true, isUnique: true, width: 120 }
const SOURCED = { hasSource: true, changes: 'all' } as const
const PLAIN = { hasSource: false, changes: 'all' } as const

type Options = Partial<Omit<ReferenceList, 'id' | 'title'>>

/** A list of mod-inventory-storage, whose permissions follow from its path. */
function inventoryList(
  id: ListId,
  group: ReferenceList['group'],
  listKey: string,
  fields: readonly ListField[],
  uses: readonly UseKind[],
  options: Options = {},
): ReferenceList {
  const path = options.path ?? `/${id}`
  const permission = `inventory-storage.${path.slice(1).replaceAll('/', '.')}`
  return {
    id,
    title: listsText.titles[id],
    group,
    path,
    listKey,
    permission,
    fields,
    uses,
    ...SOURCED,
    ...options,
  }
}

const instances: readonly ReferenceList[] = [
  inventoryList(
    'alternative-title-types',
    'instances',
    'alternativeTitleTypes',
    [NAME],
    ['instance', 'rule'],
  ),
  inventoryList('classification-types', 'instances', 'classificationTypes', [NAME], ['instance', 'rule']),
  inventoryList(
    'contributor-name-types',
    'instances',
    'contributorNameTypes',
    [NAME, { name: 'ordering', label: columns.ordering, width: 130 }],
    ['instance', 'rule'],
  ),
  inventoryList('contributor-types', 'instances', 'contributorTypes', [NAME, CODE], ['instance']),
  inventoryList(
    'electronic-access-relationships',
    'instances',
    'electronicAccessRelationships',
    [NAME],
    ['instance', 'holdings', 'item'],
  ),
  inventoryList('instance-formats', 'instances', 'instanceFormats', [NAME, CODE], ['instance']),
  inventoryList('identifier-types', 'instances', 'identifierTypes', [NAME], ['instance', 'profile', 'rule']),
  inventoryList(
    'instance-date-types',
    'instances',
    'instanceDateTypes',
    [NAME, { ...CODE, isFixed: true }],
    ['instance'],
    { changes: 'rename' },
  ),
  inventoryList(
    'instance-note-types',
    'instances',
    'instanceNoteTypes',
    [NAME],
    ['instance', 'profile', 'rule'],
  ),
  inventoryList(
    'instance-relationship-types',
    'instances',
    'instanceRelationshipTypes',
    [NAME],
    ['instance'],
    PLAIN,
  ),
  inventoryList('instance-statuses', 'instances', 'instanceStatuses', [NAME, CODE], ['instance', 'profile']),
  inventoryList('modes-of-issuance', 'instances', 'issuanceModes', [NAME], ['instance']),
  inventoryList(
    'nature-of-content-terms',
    'instances',
    'natureOfContentTerms',
    [NAME],
    ['instance', 'profile'],
  ),
  inventoryList('instance-types', 'instances', 'instanceTypes', [NAME, CODE], ['instance']),
  inventoryList('statistical-code-types', 'instances', 'statisticalCodeTypes', [NAME], ['value']),
  inventoryList(
    'statistical-codes',
    'instances',
    'statisticalCodes',
    [
      { ...NAME },
      { ...CODE, isUnique: false },
      {
        name: 'statisticalCodeTypeId',
        label: columns.type,
        isRequired: true,
        list: 'statistical-code-types',
        width: 220,
      },
    ],
    ['instance', 'holdings', 'item', 'profile'],
  ),
  inventoryList(
    'subject-sources',
    'instances',
    'subjectSources',
    [NAME, { ...CODE, isRequired: false }],
    ['instance', 'rule'],
  ),
  inventoryList('subject-types', 'instances', 'subjectTypes', [NAME], ['instance', 'rule']),
]

const holdingsAndItems: readonly ReferenceList[] = [
  inventoryList('call-number-types', 'holdings', 'callNumberTypes', [NAME], ['holdings', 'item', 'profile']),
  inventoryList(
    'holdings-note-types',
    'holdings',
    'holdingsNoteTypes',
    [NAME],
    ['holdings', 'profile', 'rule'],
  ),
  inventoryList('holdings-sources', 'holdings', 'holdingsRecordsSources', [NAME], ['holdings']),
  inventoryList('holdings-types', 'holdings', 'holdingsTypes', [NAME], ['holdings', 'profile']),
  inventoryList('ill-policies', 'holdings', 'illPolicies', [NAME], ['holdings', 'profile']),
  inventoryList('item-damaged-statuses', 'holdings', 'itemDamageStatuses', [NAME], ['item', 'profile']),
  inventoryList('item-note-types', 'holdings', 'itemNoteTypes', [NAME], ['item', 'profile']),
  inventoryList('loan-types', 'holdings', 'loantypes', [NAME], ['item', 'profile']),
  inventoryList('material-types', 'holdings', 'mtypes', [NAME], ['item', 'profile']),
]

const library: readonly ReferenceList[] = [
  inventoryList('institutions', 'library', 'locinsts', [NAME, { ...CODE, isUnique: false }], ['place'], {
    ...PLAIN,
    path: '/location-units/institutions',
  }),
  inventoryList(
    'campuses',
    'library',
    'loccamps',
    [
      NAME,
      { ...CODE, isUnique: false },
      {
        name: 'institutionId',
        label: columns.institution,
        isRequired: true,
        list: 'institutions',
        width: 220,
      },
    ],
    ['place'],
    { ...PLAIN, path: '/location-units/campuses' },
  ),
  inventoryList(
    'libraries',
    'library',
    'loclibs',
    [
      NAME,
      { ...CODE, isUnique: false },
      { name: 'campusId', label: columns.campus, isRequired: true, list: 'campuses', width: 220 },
    ],
    ['place'],
    { ...PLAIN, path: '/location-units/libraries' },
  ),
]

/** A list of another module. */
function list(id: ListId, rest: Omit<ReferenceList, 'id' | 'title' | 'changes'>): ReferenceList {
  return { id, title: listsText.titles[id], changes: 'all', ...rest }
}

const DESCRIPTION: ListField = { name: 'desc', label: columns.description, width: 260 }

const others: readonly ReferenceList[] = [
  list('patron-groups', {
    group: 'people',
    path: '/groups',
    listKey: 'usergroups',
    permission: 'usergroups',
    hasSource: false,
    uses: ['user'],
    fields: [
      { name: 'group', label: columns.group, isRequired: true, isUnique: true, width: 200 },
      DESCRIPTION,
      { name: 'expirationOffsetInDays', label: columns.expiryDays, kind: 'number', width: 180 },
    ],
  }),
  list('address-types', {
    group: 'people',
    path: '/addresstypes',
    listKey: 'addressTypes',
    permission: 'addresstypes',
    hasSource: false,
    uses: ['user'],
    fields: [
      { name: 'addressType', label: columns.type, isRequired: true, isUnique: true, width: 200 },
      DESCRIPTION,
    ],
  }),
  list('departments', {
    group: 'people',
    path: '/departments',
    listKey: 'departments',
    permission: 'departments',
    hasSource: false,
    uses: ['user'],
    fields: [NAME, CODE],
  }),
  list('note-types', {
    group: 'people',
    path: '/note-types',
    listKey: 'noteTypes',
    permission: 'note.types',
    hasSource: false,
    uses: [],
    fields: [NAME],
  }),
  list('tags', {
    group: 'library',
    path: '/tags',
    listKey: 'tags',
    permission: 'tags',
    hasSource: false,
    uses: [],
    fields: [
      { name: 'label', label: columns.label, isRequired: true, isUnique: true, width: 200 },
      { name: 'description', label: columns.description, width: 300 },
    ],
  }),
  list('tenant-addresses', {
    group: 'library',
    path: '/tenant-addresses',
    listKey: 'addresses',
    permission: 'tenant-addresses',
    hasSource: false,
    uses: [],
    fields: [NAME, { name: 'address', label: columns.address, isRequired: true, width: 300 }],
  }),
]

/** All reference lists, in the order in which each group shows them. */
export const referenceLists: readonly ReferenceList[] = [
  ...instances,
  ...holdingsAndItems,
  ...library,
  ...others,
]

/** The list of a page's address, or null for an unknown name. */
export function findList(id: string): ReferenceList | null {
  return referenceLists.find((one) => one.id === id) ?? null
}
