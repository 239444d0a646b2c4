import {
  at,
  day,
  flag,
  instant,
  integer,
  nameOf,
  text,
  uuidAt,
  uuidColumn,
  wholeDocument,
} from './build-columns.ts'
import { flagPart, namePart, namesOf, objects, part, texts, uuids } from './build-lists.ts'
import type { Column } from './column.ts'
import { accessParts } from './item-columns.ts'
import { LISTS } from './named-lists.ts'

const HIDDEN = { isHidden: true } as const
const IN_JSON = { type: 'jsonbArrayType' } as const

/** The title's column holds so many characters of it (inventory/instance-row.ts). */
const TITLE_KEY_LENGTH = 600

const titlesAndNames: readonly Column[] = [
  objects('alternative_titles', 'Alternative titles', 'alternativeTitles', [
    part('title', 'Alternative title', 'alternativeTitle'),
    namePart('title_type', 'Alternative title type', 'alternativeTitleTypeId', LISTS.alternativeTitleTypes, {
      property: 'titleType',
    }),
  ]),
  texts('editions', 'Editions', 'editions'),
  texts('series', 'Series', 'series', { property: 'value' }),
  objects(
    'identifiers',
    'Identifiers',
    'identifiers',
    [
      namePart('identifier_type_name', 'Type', 'identifierTypeId', LISTS.identifierTypes, {
        property: 'identifierType',
        qualified: 'Identifiers — Identifier type',
      }),
      part('identifier_value', 'Identifier', 'value'),
    ],
    IN_JSON,
  ),
  objects('contributors', 'Contributors', 'contributors', [
    part('name', 'Name', 'name'),
    namePart('contributor_name_type', 'Name type', 'contributorNameTypeId', LISTS.contributorNameTypes, {
      property: 'contributorNameType',
    }),
    namePart('contributor_type', 'Type', 'contributorTypeId', LISTS.contributorTypes, {
      property: 'contributorType',
    }),
    part('contributor_type_text', 'Type, free text', 'contributorTypeText'),
    flagPart('primary', 'Primary', 'primary'),
  ]),
  objects(
    'subjects',
    'Subjects',
    'subjects',
    [
      part('subject_value', 'Subject headings', 'value'),
      namePart('subject_source', 'Subject source', 'sourceId', LISTS.subjectSources, {
        property: 'subjectSource',
      }),
      namePart('subject_type', 'Subject type', 'typeId', LISTS.subjectTypes, { property: 'subjectType' }),
    ],
    IN_JSON,
  ),
  objects(
    'classifications',
    'Classifications',
    'classifications',
    [
      namePart(
        'type_name',
        'Classification identifier type',
        'classificationTypeId',
        LISTS.classificationTypes,
        { property: 'classificationType', value: 'name' },
      ),
      part('number', 'Classification', 'classificationNumber'),
    ],
    IN_JSON,
  ),
  objects(
    'publication',
    'Publications',
    'publication',
    [
      part('publisher', 'Publisher', 'publisher'),
      part('role', 'Publisher role', 'role'),
      part('place', 'Place of publication', 'place'),
      part('date_of_publication', 'Publication date', 'dateOfPublication'),
    ],
    IN_JSON,
  ),
]

/** The columns of instances (folio-org/mod-fqm-manager: entity-types/inventory/simple_instance.json5). */
export const instanceColumns: readonly Column[] = [
  uuidColumn('id', 'Instance UUID', 'id'),
  uuidAt('created_by', 'Created by user UUID', 'metadata.createdByUserId', HIDDEN),
  instant('created_at', 'Created date', 'metadata.createdDate', { column: 'created_at' }),
  uuidAt('updated_by', 'Updated by user UUID', 'metadata.updatedByUserId', HIDDEN),
  instant('updated_at', 'Updated date', 'metadata.updatedDate', { column: 'updated_at' }),
  nameOf('instance_type_name', 'Resource type', LISTS.instanceTypes, at('instanceTypeId'), {
    isVisible: true,
    value: 'name',
  }),
  nameOf('mode_of_issuance_name', 'Mode of issuance', LISTS.modesOfIssuance, at('modeOfIssuanceId'), {
    value: 'name',
  }),
  integer('version', 'Record version', 'version'),
  text('hrid', 'Instance HRID', 'hrid', {
    isVisible: true,
    key: { form: 'folded', sql: (instance) => `${instance}.hrid_key` },
  }),
  text('source', 'Source', 'source', { column: 'source', source: { kind: 'known', name: 'sources' } }),
  text('source_uri', 'Instance source URI', 'sourceUri'),
  text('title', 'Resource title', 'title', {
    isVisible: true,
    key: { form: 'folded', sql: (instance) => `${instance}.title_key`, length: TITLE_KEY_LENGTH },
  }),
  text('index_title', 'Index title', 'indexTitle'),
  ...titlesAndNames,
  texts('publication_frequency', 'Publication frequency', 'publicationFrequency'),
  texts('publication_range', 'Publication range', 'publicationRange'),
  text('instance_date_1', 'Date 1', 'dates.date1'),
  text('instance_date_2', 'Date 2', 'dates.date2'),
  uuidAt('instance_date_type_id', 'Date type ID', 'dates.dateTypeId', HIDDEN),
  objects('electronic_access', 'Electronic access', 'electronicAccess', accessParts),
  uuids('instance_format_ids', 'Instance format UUIDs', 'instanceFormatIds', {
    ...IN_JSON,
    isShownOnly: true,
  }),
  namesOf('format_names', 'Format names', LISTS.instanceFormats, 'instanceFormatIds', {
    idColumn: 'instance_format_ids',
  }),
  texts('physical_descriptions', 'Physical descriptions', 'physicalDescriptions'),
  texts('languages', 'Languages', 'languages', { ...IN_JSON, source: { kind: 'known', name: 'languages' } }),
  objects(
    'notes',
    'Notes',
    'notes',
    [
      namePart('instance_note_type', 'Note type', 'instanceNoteTypeId', LISTS.instanceNoteTypes, {
        property: 'instanceNoteType',
      }),
      part('note', 'Note', 'note'),
      flagPart('staff_only', 'Staff only', 'staffOnly'),
    ],
    IN_JSON,
  ),
  texts('administrative_notes', 'Administrative notes', 'administrativeNotes', IN_JSON),
  day('cataloged_date', 'Cataloged date', 'catalogedDate'),
  flag('previously_held', 'Previously held', 'previouslyHeld'),
  flag('staff_suppress', 'Staff suppress', 'staffSuppress', { byDefault: false }),
  flag('discovery_suppress', 'Suppress from discovery', 'discoverySuppress', { byDefault: false }),
  uuids('statistical_code_ids', 'Statistical code UUIDs', 'statisticalCodeIds', {
    ...IN_JSON,
    isShownOnly: true,
  }),
  namesOf('statistical_code_names', 'Statistical codes', LISTS.statisticalCodes, 'statisticalCodeIds', {
    idColumn: 'statistical_code_ids',
  }),
  uuidAt('status_id', 'Status UUID', 'statusId', HIDDEN),
  texts('tags', 'Tags', 'tags.tagList', { source: { kind: 'known', name: 'tags' } }),
  uuids('nature_of_content_term_ids', 'Nature of content term UUIDs', 'natureOfContentTermIds', {
    ...IN_JSON,
    ...HIDDEN,
    isShownOnly: true,
  }),
  namesOf(
    'nature_of_content_term',
    'Nature of content',
    LISTS.natureOfContentTerms,
    'natureOfContentTermIds',
    { idColumn: 'nature_of_content_term_ids' },
  ),
  wholeDocument(),
  flag('flag_for_deletion', 'Flag for deletion', 'deleted'),
]
