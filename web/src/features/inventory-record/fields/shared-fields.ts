import { fieldText } from '#text/record-fields.ts'
import type { ReferenceListName } from '../../../lib/reference-lists.ts'
import type { FieldSpec, PlainField } from '../../../ui/field-spec.ts'

/** Rows of notes whose types are in that list. */
export function notesField(typePath: string, list: ReferenceListName): FieldSpec {
  return {
    kind: 'rows',
    path: 'notes',
    label: fieldText.notes,
    columns: [
      { kind: 'reference', path: typePath, label: fieldText.type, list },
      { kind: 'long', path: 'note', label: fieldText.note, isRequired: true },
      { kind: 'flag', path: 'staffOnly', label: fieldText.staffOnly },
    ],
  }
}

export const electronicAccessField: FieldSpec = {
  kind: 'rows',
  path: 'electronicAccess',
  label: fieldText.electronicAccess,
  columns: [
    { kind: 'text', path: 'uri', label: fieldText.uri, isRequired: true },
    {
      kind: 'reference',
      path: 'relationshipId',
      label: fieldText.relationship,
      list: 'electronicAccessRelationships',
    },
    { kind: 'text', path: 'linkText', label: fieldText.linkText },
    { kind: 'text', path: 'materialsSpecification', label: fieldText.materials },
    { kind: 'text', path: 'publicNote', label: fieldText.publicNote },
  ],
}

export const additionalCallNumbersField: FieldSpec = {
  kind: 'rows',
  path: 'additionalCallNumbers',
  label: fieldText.additionalCallNumbers,
  columns: [
    { kind: 'reference', path: 'typeId', label: fieldText.callNumberType, list: 'callNumberTypes' },
    { kind: 'text', path: 'prefix', label: fieldText.prefix },
    { kind: 'text', path: 'callNumber', label: fieldText.callNumber, isRequired: true },
    { kind: 'text', path: 'suffix', label: fieldText.suffix },
  ],
}

export const suppressField: PlainField = {
  kind: 'flag',
  path: 'discoverySuppress',
  label: fieldText.discoverySuppress,
}

/** What every record has for the staff's own housekeeping. */
export const housekeepingFields: readonly FieldSpec[] = [
  {
    kind: 'references',
    path: 'statisticalCodeIds',
    label: fieldText.statisticalCodes,
    list: 'statisticalCodes',
  },
  { kind: 'texts', path: 'administrativeNotes', label: fieldText.administrativeNotes, isLong: true },
  { kind: 'texts', path: 'tags.tagList', label: fieldText.tags },
]
