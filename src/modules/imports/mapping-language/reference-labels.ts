/** One value of a reference list, as its endpoint lists it. */
export type ReferenceEntry = {
  id: string
  name?: string
  code?: string
  value?: string
  statisticalCodeTypeId?: string
}

/** Reference lists under the names that FOLIO's endpoints give them (`/locations` lists `locations` …). */
export type ReferenceSnapshot = {
  readonly locations?: readonly ReferenceEntry[]
  readonly instanceStatuses?: readonly ReferenceEntry[]
  readonly natureOfContentTerms?: readonly ReferenceEntry[]
  readonly instanceRelationshipTypes?: readonly ReferenceEntry[]
  readonly holdingsTypes?: readonly ReferenceEntry[]
  readonly callNumberTypes?: readonly ReferenceEntry[]
  readonly illPolicies?: readonly ReferenceEntry[]
  readonly holdingsNoteTypes?: readonly ReferenceEntry[]
  readonly electronicAccessRelationships?: readonly ReferenceEntry[]
  readonly mtypes?: readonly ReferenceEntry[]
  readonly loantypes?: readonly ReferenceEntry[]
  readonly itemNoteTypes?: readonly ReferenceEntry[]
  readonly itemDamageStatuses?: readonly ReferenceEntry[]
  readonly contributorNameTypes?: readonly ReferenceEntry[]
  readonly statisticalCodes?: readonly ReferenceEntry[]
  readonly statisticalCodeTypes?: readonly ReferenceEntry[]
  readonly organizations?: readonly ReferenceEntry[]
  readonly alternativeTitleTypes?: readonly ReferenceEntry[]
  readonly classificationTypes?: readonly ReferenceEntry[]
  readonly contributorTypes?: readonly ReferenceEntry[]
  readonly identifierTypes?: readonly ReferenceEntry[]
  readonly instanceFormats?: readonly ReferenceEntry[]
  readonly instanceNoteTypes?: readonly ReferenceEntry[]
  readonly instanceTypes?: readonly ReferenceEntry[]
  readonly issuanceModes?: readonly ReferenceEntry[]
}

/** FOLIO's name of a reference list. */
export type ListName = keyof ReferenceSnapshot

/** Which list the text of a rule is looked up in (folio-org/data-import-processing-core: AcceptedValuesUtil.java). */
const listOfRule: Readonly<Record<string, ListName>> = {
  permanentLocationId: 'locations',
  temporaryLocationId: 'locations',
  'permanentLocation.id': 'locations',
  'temporaryLocation.id': 'locations',
  statusId: 'instanceStatuses',
  natureOfContentTermId: 'natureOfContentTerms',
  natureOfContentTermIds: 'natureOfContentTerms',
  instanceRelationshipTypeId: 'instanceRelationshipTypes',
  holdingsTypeId: 'holdingsTypes',
  callNumberTypeId: 'callNumberTypes',
  itemLevelCallNumberTypeId: 'callNumberTypes',
  illPolicyId: 'illPolicies',
  noteType: 'holdingsNoteTypes',
  relationshipId: 'electronicAccessRelationships',
  'materialType.id': 'mtypes',
  'permanentLoanType.id': 'loantypes',
  'temporaryLoanType.id': 'loantypes',
  itemNoteTypeId: 'itemNoteTypes',
  itemDamagedStatusId: 'itemDamageStatuses',
  contributorNameTypeId: 'contributorNameTypes',
  statisticalCodeId: 'statisticalCodes',
  statisticalCodeIds: 'statisticalCodes',
  vendor: 'organizations',
  materialSupplier: 'organizations',
  accessProvider: 'organizations',
  donorOrganizationIds: 'organizations',
}

/** Rules whose text is dropped when the list does not know it; any other text stays as it is. */
const droppedWhenUnknown = new Set([
  'vendor',
  'materialSupplier',
  'accessProvider',
  'relationshipId',
  'donorOrganizationIds',
])

/** Looks texts of one rule up; plain values only, so that it can be handed to another thread. */
export type Labels = {
  /** Name of the reference list, for messages. */
  list: string
  /** Text without surrounding blanks to id. */
  exact: ReadonlyMap<string, string>
  /** The same in lower case. */
  lower: ReadonlyMap<string, string>
  dropUnknown: boolean
}

/** The labels of the list that a rule's text is looked up in, or null for rules that take any text. */
export function labelsOfRule(name: string, reference: ReferenceSnapshot): Labels | null {
  const list = Object.hasOwn(listOfRule, name) ? listOfRule[name] : undefined
  if (list === undefined) return null
  return { list, ...indexOfList(list, reference), dropUnknown: droppedWhenUnknown.has(name) }
}

/** The labels of one list; a text that it does not know stands for nothing. */
export function labelsOfList(list: ListName, reference: ReferenceSnapshot): Labels {
  return { list, ...indexOfList(list, reference), dropUnknown: true }
}

type LabelIndex = Pick<Labels, 'exact' | 'lower'>

// The rules of one job look into the same few lists, and a list of locations can have thousands of entries.
const indexes = new WeakMap<ReferenceSnapshot, Map<ListName, LabelIndex>>()

function indexOfList(list: ListName, reference: ReferenceSnapshot): LabelIndex {
  let known = indexes.get(reference)
  if (known === undefined) indexes.set(reference, (known = new Map()))
  let index = known.get(list)
  if (index === undefined) {
    const forms =
      list === 'statisticalCodes'
        ? statisticalCodeForms(reference.statisticalCodes ?? [], reference.statisticalCodeTypes ?? [])
        : entryForms(reference[list] ?? [])
    known.set(list, (index = indexed(forms)))
  }
  return index
}

/**
 * The id that a text stands for; null when the list does not know the text. A text in the same letter case
 * wins over one in another, and full label over name over code over text in brackets.
 */
export function idOfLabel(labels: Labels, text: string): string | null {
  const trimmed = text.trim()
  return labels.exact.get(trimmed) ?? labels.lower.get(trimmed.toLowerCase()) ?? null
}

/** Texts that stand for an id, the strongest form first. */
type Forms = { id: string; texts: (string | undefined)[] }

function entryForms(entries: readonly ReferenceEntry[]): Forms[] {
  return entries.map(({ id, name, code, value }) => {
    const shown = name ?? value
    if (shown === undefined) return { id, texts: [id] }
    const label = code === undefined ? shown : `${shown} (${code})`
    return { id, texts: [id, label, shown, code, ...bracketForms(label)] }
  })
}

/** `Main (annex) (MA)` is also found as `MA`, `(annex)` and `Main`, as in FOLIO. */
function bracketForms(label: string): (string | undefined)[] {
  const open = label.indexOf('(')
  const close = label.indexOf(')', open)
  if (open === -1 || close === -1) return []
  const last = label.slice(label.lastIndexOf('(') + 1, label.lastIndexOf(')'))
  return [last, label.slice(open, close + 1), label.slice(0, open)]
}

function statisticalCodeForms(codes: readonly ReferenceEntry[], types: readonly ReferenceEntry[]): Forms[] {
  const typeNames = new Map(types.map((type) => [type.id, type.name]))
  return codes.map(({ id, name, code, statisticalCodeTypeId }) => {
    const type = statisticalCodeTypeId === undefined ? undefined : typeNames.get(statisticalCodeTypeId)
    return { id, texts: [id, type === undefined ? undefined : `${type}: ${code} - ${name}`, code, name] }
  })
}

function indexed(forms: readonly Forms[]): LabelIndex {
  const exact = new Map<string, string>()
  const lower = new Map<string, string>()
  const strengths = Math.max(0, ...forms.map(({ texts }) => texts.length))
  for (let strength = 0; strength < strengths; strength += 1) {
    for (const { id, texts } of forms) {
      const text = texts[strength]?.trim()
      if (text === undefined || text === '') continue
      if (!exact.has(text)) exact.set(text, id)
      const folded = text.toLowerCase()
      if (!lower.has(folded)) lower.set(folded, id)
    }
  }
  return { exact, lower }
}
