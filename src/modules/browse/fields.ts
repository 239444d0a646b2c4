import { HEADING_FIELDS } from '../authorities/index.ts'
import type { HeadingType } from '../authorities/index.ts'
import { KINDS } from './kinds.ts'
import type { Kind } from './kinds.ts'

/** A row of `browse_group`. */
export type Group = { id: number; kind: Kind; type_id: string; source_id: string; total: number }

/** What the tenant and its settings put in for names in a query. */
export type Surroundings = {
  tenant: string
  /** The types of each option of call number browsing; an option without types means all. */
  callNumberTypes: ReadonlyMap<string, readonly string[]>
}

/** How a field that filters name is answered. */
export type Field =
  /** By what all values of a group have in common. */
  | { by: 'group'; read: (group: Group) => string; isFacet?: boolean; meaning?: 'option' | 'nullable' }
  /** The same for all values of a tenant. */
  | { by: 'tenant'; read: (surroundings: Surroundings) => string; isFacet?: boolean }
  /** By what a value files by. */
  | { by: 'key' }
  /** By an SQL text of a value `v`. */
  | { by: 'text'; sql: string }
  /** By a condition on a value `v` that holds when some row has what `sql` names. */
  | { by: 'some'; sql: (match: string) => string; column: string }
  /** By an instant in SQL. */
  | { by: 'instant'; sql: string }

/** What is browsed at one endpoint. */
export type Subject = {
  kinds: { plain: Kind; placed?: Kind }
  /** The name of the values in queries and answers. */
  anchorField: string
  fields: Readonly<Record<string, Field>>
}

// Records of a consortium are not shared yet, so all values belong to the tenant itself.
const tenantId: Field = { by: 'tenant', read: ({ tenant }) => tenant, isFacet: true }
const shared: Field = { by: 'tenant', read: () => 'false', isFacet: true }
const ofInstances = { 'instances.tenantId': tenantId, 'instances.shared': shared }
const typeId: Field = { by: 'group', read: (group) => group.type_id, isFacet: true }
const sourceId: Field = { by: 'group', read: (group) => group.source_id, isFacet: true }
const authorityId: Field = { by: 'text', sql: 'v.authority_id' }

/** folio-org/mod-search: model/instance_subject.json */
export const SUBJECTS: Subject = {
  kinds: { plain: KINDS.subject },
  anchorField: 'value',
  fields: { sourceId, typeId, authorityId, ...ofInstances },
}

/** folio-org/mod-search: model/contributor.json */
export const CONTRIBUTORS: Subject = {
  kinds: { plain: KINDS.contributor },
  anchorField: 'name',
  fields: {
    contributorNameTypeId: typeId,
    authorityId,
    'instances.typeId': {
      by: 'some',
      column: 'e.role::text',
      sql: (match) => `exists (select from browse_entry e where e.value_id = v.id and ${match})`,
    },
    ...ofInstances,
  },
}

/** folio-org/mod-search: model/instance_classification.json; FOLIO has no facet for the type, it costs nothing here. */
export const CLASSIFICATIONS: Subject = {
  kinds: { plain: KINDS.classification },
  anchorField: 'number',
  fields: { typeId, ...ofInstances },
}

/** folio-org/mod-search: model/instance_call_number.json */
export const CALL_NUMBERS: Subject = {
  kinds: { plain: KINDS.callNumber, placed: KINDS.placedCallNumber },
  anchorField: 'fullCallNumber',
  fields: {
    callNumberTypeId: { by: 'group', read: (group) => group.type_id, isFacet: true, meaning: 'option' },
    'instances.locationId': sourceId,
    ...ofInstances,
  },
}

/** The field by which call numbers are browsed place by place. */
export const PLACE_FIELD = 'instances.locationId'

/** Names of the kinds of headings (folio-org/mod-search: model/authority.json). */
const HEADING_LABELS: Record<HeadingType, string> = {
  personalName: 'Personal Name',
  personalNameTitle: 'Personal Name',
  corporateName: 'Corporate Name',
  corporateNameTitle: 'Corporate Name',
  meetingName: 'Conference Name',
  meetingNameTitle: 'Conference Name',
  uniformTitle: 'Uniform Title',
  namedEvent: 'Named Event',
  topicalTerm: 'Topical',
  geographicName: 'Geographic Name',
  genreTerm: 'Genre',
  chronTerm: 'Chronological Term',
  mediumPerfTerm: 'Medium of Performance Term',
  generalSubdivision: 'General Subdivision',
  geographicSubdivision: 'Geographic Subdivision',
  chronSubdivision: 'Chronological Subdivision',
  formSubdivision: 'Form Subdivision',
}

/** What a field of an authority says about the headings in it. */
export type HeadingField = { headingType: string; authRefType: 'Authorized' | 'Reference'; isTitle: boolean }

const HEADING_FIELD: ReadonlyMap<string, HeadingField> = new Map(
  HEADING_FIELDS.flatMap(({ heading, seeFrom }): [string, HeadingField][] => {
    const common = { headingType: HEADING_LABELS[heading], isTitle: heading.endsWith('NameTitle') }
    return [
      [heading, { ...common, authRefType: 'Authorized' }],
      [seeFrom, { ...common, authRefType: 'Reference' }],
    ]
  }),
)

/** What the field named `name` says about its headings. */
export function headingField(name: string): HeadingField {
  const field = HEADING_FIELD.get(name)
  if (!field) throw new Error(`No field of an authority is named ${name}.`)
  return field
}

const ofAuthority = (column: string) =>
  `(select ${column} from authority a where a.id = v.authority_id::uuid)`

/** folio-org/mod-search: model/authority.json, AuthorityBrowseService: headings and see-from references. */
export const AUTHORITIES: Subject = {
  kinds: { plain: KINDS.heading },
  anchorField: 'headingRef',
  fields: {
    headingType: { by: 'group', read: (group) => headingField(group.type_id).headingType, isFacet: true },
    authRefType: { by: 'group', read: (group) => headingField(group.type_id).authRefType },
    isTitleHeadingRef: { by: 'group', read: (group) => String(headingField(group.type_id).isTitle) },
    sourceFileId: { by: 'group', read: (group) => group.source_id, isFacet: true, meaning: 'nullable' },
    subjectHeadings: { by: 'text', sql: `(${ofAuthority("a.doc ->> 'subjectHeadings'")})` },
    id: { by: 'text', sql: 'v.authority_id' },
    'metadata.createdDate': { by: 'instant', sql: ofAuthority('a.created_at') },
    'metadata.updatedDate': { by: 'instant', sql: ofAuthority('a.updated_at') },
    tenantId,
    shared,
  },
}
