import type { List, Maybe, Metadata } from '../inventory/pure.ts'

/**
 * Kinds of headings, the first of which counts when a record has several
 * (folio-org/mod-entities-links: AuthorityUtilityMapper).
 */
export const HEADING_TYPES = [
  'personalName',
  'personalNameTitle',
  'corporateName',
  'corporateNameTitle',
  'meetingName',
  'meetingNameTitle',
  'uniformTitle',
  'namedEvent',
  'topicalTerm',
  'geographicName',
  'genreTerm',
  'chronTerm',
  'mediumPerfTerm',
  'generalSubdivision',
  'geographicSubdivision',
  'chronSubdivision',
  'formSubdivision',
] as const

export type HeadingType = (typeof HEADING_TYPES)[number]

type SeeFrom = `sft${Capitalize<HeadingType>}`
type SeeAlso = `saft${Capitalize<HeadingType>}`
/** Kinds of relations to see-also headings. */
export const RELATIONS = [
  'saftBroaderTerm',
  'saftNarrowerTerm',
  'saftEarlierHeading',
  'saftLaterHeading',
] as const
type Relation = (typeof RELATIONS)[number]

/** A see-also heading that is broader, narrower, earlier or later; `headingType` may end in `Trunc`. */
export type RelatedHeading = { headingRef?: Maybe<string>; headingType?: Maybe<string> }

/**
 * An authority as clients send it and as it is stored
 * (folio-org/mod-entities-links: swagger.api/schemas/authority-storage/authorityDto.yaml).
 */
export type Authority = {
  id?: Maybe<string>
  _version?: Maybe<number>
  source?: Maybe<string>
  subjectHeadings?: Maybe<string>
  identifiers?: List<{ value?: Maybe<string>; identifierTypeId?: Maybe<string> }>
  notes?: List<{ noteTypeId?: Maybe<string>; note?: Maybe<string>; staffOnly?: Maybe<boolean> }>
  sourceFileId?: Maybe<string>
  naturalId?: Maybe<string>
  metadata?: Maybe<Metadata>
} & { [H in HeadingType]?: Maybe<string> } & {
  [L in SeeFrom | SeeAlso | `${SeeAlso}Trunc`]?: List<string>
} & {
  [R in Relation]?: List<RelatedHeading>
}

type HeadingFields = {
  heading: HeadingType
  seeFrom: SeeFrom
  seeAlso: SeeAlso
  truncated: `${SeeAlso}Trunc`
}

/** The fields that belong to each kind of heading. */
export const HEADING_FIELDS: readonly HeadingFields[] = HEADING_TYPES.map((heading) => {
  const name = capitalized(heading)
  return {
    heading,
    seeFrom: `sft${name}`,
    seeAlso: `saft${name}`,
    truncated: `saft${name}Trunc`,
  }
})

/** How searches name the kinds of headings; name and title together are of the name's kind (folio-org/mod-search: model/authority.json). */
export const HEADING_KINDS: Readonly<Record<HeadingType, { name: string; isTitle: boolean }>> = {
  personalName: { name: 'Personal Name', isTitle: false },
  personalNameTitle: { name: 'Personal Name', isTitle: true },
  corporateName: { name: 'Corporate Name', isTitle: false },
  corporateNameTitle: { name: 'Corporate Name', isTitle: true },
  meetingName: { name: 'Conference Name', isTitle: false },
  meetingNameTitle: { name: 'Conference Name', isTitle: true },
  uniformTitle: { name: 'Uniform Title', isTitle: false },
  namedEvent: { name: 'Named Event', isTitle: false },
  topicalTerm: { name: 'Topical', isTitle: false },
  geographicName: { name: 'Geographic Name', isTitle: false },
  genreTerm: { name: 'Genre', isTitle: false },
  chronTerm: { name: 'Chronological Term', isTitle: false },
  mediumPerfTerm: { name: 'Medium of Performance Term', isTitle: false },
  generalSubdivision: { name: 'General Subdivision', isTitle: false },
  geographicSubdivision: { name: 'Geographic Subdivision', isTitle: false },
  chronSubdivision: { name: 'Chronological Subdivision', isTitle: false },
  formSubdivision: { name: 'Form Subdivision', isTitle: false },
}

/** The kind of a record without any heading. */
export const NO_HEADING_KIND = 'Other'

export function capitalized<T extends string>(name: T): Capitalize<T> {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<T>
}
