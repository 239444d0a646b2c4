import { fieldText } from '#text/record-fields.ts'
import type { FieldSection } from '../../../ui/field-spec.ts'
import { electronicAccessField, housekeepingFields, notesField, suppressField } from './shared-fields.ts'

const { sections } = fieldText

/** All fields of an instance that people see and type. */
export const INSTANCE_SECTIONS: readonly FieldSection[] = [
  {
    id: 'title',
    label: sections.title,
    fields: [
      { kind: 'long', path: 'title', label: fieldText.title, isRequired: true },
      { kind: 'text', path: 'indexTitle', label: fieldText.indexTitle, isWide: true },
      {
        kind: 'rows',
        path: 'alternativeTitles',
        label: fieldText.alternativeTitles,
        columns: [
          {
            kind: 'reference',
            path: 'alternativeTitleTypeId',
            label: fieldText.type,
            list: 'alternativeTitleTypes',
          },
          { kind: 'text', path: 'alternativeTitle', label: fieldText.title, isRequired: true },
        ],
      },
      {
        kind: 'rows',
        path: 'series',
        label: fieldText.series,
        columns: [{ kind: 'text', path: 'value', label: fieldText.series, isRequired: true }],
      },
    ],
  },
  {
    id: 'contributors',
    label: sections.contributors,
    fields: [
      {
        kind: 'rows',
        path: 'contributors',
        label: fieldText.contributors,
        columns: [
          { kind: 'text', path: 'name', label: fieldText.name, isRequired: true },
          {
            kind: 'reference',
            path: 'contributorNameTypeId',
            label: fieldText.nameType,
            list: 'contributorNameTypes',
            isRequired: true,
          },
          { kind: 'reference', path: 'contributorTypeId', label: fieldText.role, list: 'contributorTypes' },
          { kind: 'text', path: 'contributorTypeText', label: fieldText.roleText },
          { kind: 'flag', path: 'primary', label: fieldText.isPrimary },
        ],
      },
    ],
  },
  {
    id: 'description',
    label: sections.description,
    fields: [
      {
        kind: 'reference',
        path: 'instanceTypeId',
        label: fieldText.instanceType,
        list: 'instanceTypes',
        isRequired: true,
      },
      { kind: 'references', path: 'instanceFormatIds', label: fieldText.formats, list: 'instanceFormats' },
      {
        kind: 'reference',
        path: 'modeOfIssuanceId',
        label: fieldText.modeOfIssuance,
        list: 'modesOfIssuance',
      },
      { kind: 'languages', path: 'languages', label: fieldText.languages },
      { kind: 'texts', path: 'physicalDescriptions', label: fieldText.physical },
      {
        kind: 'references',
        path: 'natureOfContentTermIds',
        label: fieldText.natureOfContent,
        list: 'natureOfContentTerms',
      },
    ],
  },
  {
    id: 'publication',
    label: sections.publication,
    fields: [
      {
        kind: 'rows',
        path: 'publication',
        label: fieldText.publication,
        columns: [
          { kind: 'text', path: 'place', label: fieldText.place },
          { kind: 'text', path: 'publisher', label: fieldText.publisher },
          { kind: 'text', path: 'dateOfPublication', label: fieldText.date },
          { kind: 'text', path: 'role', label: fieldText.publicationRole },
        ],
      },
      { kind: 'reference', path: 'dates.dateTypeId', label: fieldText.dateType, list: 'instanceDateTypes' },
      { kind: 'text', path: 'dates.date1', label: fieldText.date1, maxLength: 4 },
      { kind: 'text', path: 'dates.date2', label: fieldText.date2, maxLength: 4 },
      { kind: 'texts', path: 'editions', label: fieldText.editions },
      { kind: 'texts', path: 'publicationFrequency', label: fieldText.frequency },
      { kind: 'texts', path: 'publicationRange', label: fieldText.range },
    ],
  },
  {
    id: 'identifiers',
    label: sections.identifiers,
    fields: [
      {
        kind: 'rows',
        path: 'identifiers',
        label: fieldText.identifiers,
        columns: [
          {
            kind: 'reference',
            path: 'identifierTypeId',
            label: fieldText.type,
            list: 'identifierTypes',
            isRequired: true,
          },
          { kind: 'text', path: 'value', label: fieldText.identifier, isRequired: true },
        ],
      },
    ],
  },
  {
    id: 'subjects',
    label: sections.subjects,
    fields: [
      {
        kind: 'rows',
        path: 'subjects',
        label: fieldText.subjects,
        columns: [
          { kind: 'text', path: 'value', label: fieldText.heading, isRequired: true },
          { kind: 'reference', path: 'sourceId', label: fieldText.subjectSource, list: 'subjectSources' },
          { kind: 'reference', path: 'typeId', label: fieldText.type, list: 'subjectTypes' },
        ],
      },
    ],
  },
  {
    id: 'classification',
    label: sections.classification,
    fields: [
      {
        kind: 'rows',
        path: 'classifications',
        label: fieldText.classifications,
        columns: [
          {
            kind: 'reference',
            path: 'classificationTypeId',
            label: fieldText.type,
            list: 'classificationTypes',
            isRequired: true,
          },
          { kind: 'text', path: 'classificationNumber', label: fieldText.number, isRequired: true },
        ],
      },
    ],
  },
  { id: 'notes', label: sections.notes, fields: [notesField('instanceNoteTypeId', 'instanceNoteTypes')] },
  { id: 'electronicAccess', label: sections.electronicAccess, fields: [electronicAccessField] },
  {
    id: 'administrative',
    label: sections.administrative,
    fields: [
      suppressField,
      { kind: 'flag', path: 'staffSuppress', label: fieldText.staffSuppress },
      { kind: 'flag', path: 'previouslyHeld', label: fieldText.previouslyHeld },
      { kind: 'reference', path: 'statusId', label: fieldText.status, list: 'instanceStatuses' },
      { kind: 'text', path: 'catalogedDate', label: fieldText.catalogedDate },
      ...housekeepingFields,
    ],
  },
]

/** The MARC field that a blocked field of the instance comes from. */
export const MARC_FIELDS: Readonly<Record<string, string>> = {
  title: '245',
  indexTitle: '245',
  alternativeTitles: '246',
  series: '490',
  contributors: '100',
  instanceTypeId: '336',
  instanceFormatIds: '338',
  modeOfIssuanceId: 'LDR',
  languages: '008',
  physicalDescriptions: '300',
  publication: '264',
  dates: '008',
  editions: '250',
  publicationFrequency: '310',
  publicationRange: '362',
  identifiers: '020',
  subjects: '650',
  classifications: '050',
  notes: '500',
  electronicAccess: '856',
}
