import type { MarcField, MarcRecord } from '../../../formats/marc/record.ts'
import { controlField, dataField } from '../../../formats/marc/record.ts'
import type { MappingRule } from '../../import-profiles/index.ts'
import { compileMappingProfile } from './compile-mapping.ts'
import type { CompiledMapping } from './compile-mapping.ts'
import type { ReferenceSnapshot } from './reference-labels.ts'
import type { TargetRecordType } from './storage-paths.ts'

/** The reference data of the tests. */
export const reference: ReferenceSnapshot = {
  locations: [{ id: 'id-of-main', name: 'Main Library', code: 'MAIN' }],
  itemNoteTypes: [
    { id: 'id-of-binding', name: 'Binding' },
    { id: 'id-of-provenance', name: 'Provenance' },
  ],
  electronicAccessRelationships: [{ id: 'id-of-resource', name: 'Resource' }],
  statisticalCodes: [{ id: 'id-of-books', code: 'books', name: 'Books', statisticalCodeTypeId: 'arl' }],
  statisticalCodeTypes: [{ id: 'arl', name: 'ARL' }],
  mtypes: [{ id: 'id-of-book', name: 'book' }],
  loantypes: [{ id: 'id-of-can-circulate', name: 'Can circulate' }],
}

/** A field from its tag and subfields: `field('945', 'aBlue', 'bRed')`. */
export function field(tag: string, ...subfields: string[]): MarcField {
  return dataField(
    tag,
    ' ',
    ' ',
    subfields.map((text) => ({ code: text.charAt(0), value: text.slice(1) })),
  )
}

/** A record with leader, 001 and the fields. */
export function record(...fields: MarcField[]): MarcRecord {
  return { leader: '01314nam  22003851a 4500', fields: [controlField('001', '009221'), ...fields] }
}

/** A mapping of the rules, compiled on the evening of 1 March 2026 in Chicago. */
export function compile(recordType: TargetRecordType, ...mappingFields: MappingRule[]): CompiledMapping {
  const profile = { mappingDetails: { name: 'x', recordType, mappingFields } }
  const today = new Date('2026-03-02T03:30:00Z')
  return compileMappingProfile(profile, reference, { recordType, tenantTimeZone: 'America/Chicago', today })
}

/** An enabled rule that bears the name of its path. */
export function rule(path: string, value: string, more: Partial<MappingRule> = {}): MappingRule {
  return {
    name: path.slice(path.indexOf('.') + 1).replace('[]', ''),
    enabled: 'true',
    path,
    value,
    subfields: [],
    ...more,
  }
}

/** A rule for a repeatable field; each entry lists its members. */
export function repeatable(
  path: string,
  action: MappingRule['repeatableFieldAction'],
  ...entries: Partial<MappingRule>[][]
): MappingRule {
  const subfields = entries.map((members, order) => ({
    order,
    path,
    fields: members.map((member) => ({
      name: String(member.path).split('.').at(-1)!,
      enabled: 'true',
      ...member,
    })),
  }))
  return rule(path, '', { repeatableFieldAction: action ?? null, subfields })
}
