import type { RuleSetName } from './mapping-rules.ts'

/** What a rule may write to, by record: the authority record also in its extended form (relations and `…Trunc`). */
export type MappedRecord = RuleSetName | 'marc-authority-extended'

/** Kind of a field: single values, lists of text (`distinct`: each text once), and one object or a list of objects. */
export type TargetShape =
  | 'text'
  | 'flag'
  | 'integer'
  | 'texts'
  | 'distinct'
  | { list: Readonly<Record<string, 'text' | 'flag'>> }
  | { object: Readonly<Record<string, 'text' | 'flag'>> }

export type TargetTable = Readonly<Record<string, TargetShape>>

const electronicAccess: TargetShape = {
  list: {
    uri: 'text',
    linkText: 'text',
    materialsSpecification: 'text',
    publicNote: 'text',
    relationshipId: 'text',
  },
}

const relatedTitles = (instanceId: string): TargetShape => ({
  list: {
    id: 'text',
    [instanceId]: 'text',
    title: 'text',
    hrid: 'text',
    isbnId: 'text',
    issnId: 'text',
    isbnValue: 'text',
    issnValue: 'text',
  },
})

/** Fields of folio-org/data-import-processing-core: `ramls/instance.json`; its unique text arrays are `distinct`. */
const instance: TargetTable = {
  id: 'text',
  _version: 'integer',
  hrid: 'text',
  sourceUri: 'text',
  source: 'text',
  title: 'text',
  indexTitle: 'text',
  catalogedDate: 'text',
  instanceTypeId: 'text',
  modeOfIssuanceId: 'text',
  statusId: 'text',
  statusUpdatedDate: 'text',
  sourceRecordFormat: 'text',
  previouslyHeld: 'flag',
  staffSuppress: 'flag',
  discoverySuppress: 'flag',
  deleted: 'flag',
  editions: 'distinct',
  publicationFrequency: 'distinct',
  publicationRange: 'distinct',
  instanceFormatIds: 'texts',
  physicalDescriptions: 'texts',
  languages: 'texts',
  administrativeNotes: 'texts',
  statisticalCodeIds: 'texts',
  natureOfContentTermIds: 'texts',
  dates: { object: { dateTypeId: 'text', date1: 'text', date2: 'text' } },
  parentInstances: { list: { id: 'text', superInstanceId: 'text', instanceRelationshipTypeId: 'text' } },
  childInstances: { list: { id: 'text', subInstanceId: 'text', instanceRelationshipTypeId: 'text' } },
  alternativeTitles: {
    list: { alternativeTitleTypeId: 'text', alternativeTitle: 'text', authorityId: 'text' },
  },
  series: { list: { value: 'text', authorityId: 'text' } },
  identifiers: { list: { value: 'text', identifierTypeId: 'text' } },
  contributors: {
    list: {
      name: 'text',
      contributorTypeId: 'text',
      contributorTypeText: 'text',
      contributorNameTypeId: 'text',
      authorityId: 'text',
      primary: 'flag',
    },
  },
  subjects: { list: { value: 'text', authorityId: 'text', sourceId: 'text', typeId: 'text' } },
  classifications: { list: { classificationNumber: 'text', classificationTypeId: 'text' } },
  publication: { list: { publisher: 'text', place: 'text', dateOfPublication: 'text', role: 'text' } },
  electronicAccess,
  notes: { list: { instanceNoteTypeId: 'text', note: 'text', staffOnly: 'flag' } },
  precedingTitles: relatedTitles('precedingInstanceId'),
  succeedingTitles: relatedTitles('succeedingInstanceId'),
}

const statements: TargetShape = { list: { statement: 'text', note: 'text', staffNote: 'text' } }

/** Fields of folio-org/mod-inventory-storage: `ramls/schemas/holdings-storage/holdingsRecord.json`. */
const holdings: TargetTable = {
  id: 'text',
  _version: 'integer',
  hrid: 'text',
  sourceId: 'text',
  instanceId: 'text',
  holdingsTypeId: 'text',
  permanentLocationId: 'text',
  temporaryLocationId: 'text',
  callNumberTypeId: 'text',
  callNumberPrefix: 'text',
  callNumber: 'text',
  callNumberSuffix: 'text',
  shelvingTitle: 'text',
  acquisitionFormat: 'text',
  acquisitionMethod: 'text',
  receiptStatus: 'text',
  illPolicyId: 'text',
  retentionPolicy: 'text',
  digitizationPolicy: 'text',
  copyNumber: 'text',
  numberOfItems: 'text',
  discoverySuppress: 'flag',
  formerIds: 'distinct',
  statisticalCodeIds: 'distinct',
  administrativeNotes: 'texts',
  additionalCallNumbers: { list: { typeId: 'text', prefix: 'text', callNumber: 'text', suffix: 'text' } },
  notes: { list: { holdingsNoteTypeId: 'text', note: 'text', staffOnly: 'flag' } },
  electronicAccess,
  holdingsStatements: statements,
  holdingsStatementsForIndexes: statements,
  holdingsStatementsForSupplements: statements,
}

const headings = [
  'PersonalName',
  'PersonalNameTitle',
  'CorporateName',
  'CorporateNameTitle',
  'MeetingName',
  'MeetingNameTitle',
  'UniformTitle',
  'NamedEvent',
  'ChronTerm',
  'TopicalTerm',
  'GeographicName',
  'GenreTerm',
  'MediumPerfTerm',
  'GeographicSubdivision',
  'ChronSubdivision',
  'FormSubdivision',
  'GeneralSubdivision',
]

const headingTexts = headings.map((name) => [name[0]!.toLowerCase() + name.slice(1), 'text'] as const)
const tracings = (prefix: string, suffix = '') =>
  headings.map((name) => [`${prefix}${name}${suffix}`, 'texts'] as const)

/** Fields of folio-org/data-import-processing-core: `ramls/authority.json`. */
const authority: TargetTable = {
  id: 'text',
  _version: 'integer',
  source: 'text',
  subjectHeadings: 'text',
  sourceFileId: 'text',
  naturalId: 'text',
  identifiers: { list: { value: 'text', identifierTypeId: 'text' } },
  notes: { list: { noteTypeId: 'text', note: 'text' } },
  ...Object.fromEntries([...headingTexts, ...tracings('sft'), ...tracings('saft')]),
}

const relatedHeadings: TargetShape = { list: { headingRef: 'text', headingType: 'text' } }

/** Fields of folio-org/data-import-processing-core: `ramls/authorityExtended.json`. */
const extendedAuthority: TargetTable = {
  ...authority,
  ...Object.fromEntries(tracings('saft', 'Trunc')),
  saftBroaderTerm: relatedHeadings,
  saftNarrowerTerm: relatedHeadings,
  saftEarlierHeading: relatedHeadings,
  saftLaterHeading: relatedHeadings,
}

/** The fields a rule may write for each kind of record; a rule with any other target is skipped. */
export const targetTables: Readonly<Record<MappedRecord, TargetTable>> = {
  'marc-bib': instance,
  'marc-holdings': holdings,
  'marc-authority': authority,
  'marc-authority-extended': extendedAuthority,
}

/** All targets that rules of a kind of record may have: `title`, `notes.note`. */
export function targetNames(recordType: MappedRecord): string[] {
  return Object.entries(targetTables[recordType]).flatMap(([name, shape]) => {
    if (typeof shape === 'string') return [name]
    return Object.keys('list' in shape ? shape.list : shape.object).map((property) => `${name}.${property}`)
  })
}
