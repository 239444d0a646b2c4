/** The kinds of records that the MARC editor knows, as `/records-editor` calls them. */
export type MarcFormat = 'BIBLIOGRAPHIC' | 'HOLDINGS' | 'AUTHORITY'

/** How a field is linked to an authority. */
export type LinkDetails = {
  authorityId?: string
  authorityNaturalId?: string
  linkingRuleId?: number
  status?: string
  errorCause?: string
}

/** The named elements of 006, 007 and 008. */
export type FixedContent = Record<string, string | string[]>

export type FieldView = {
  tag: string
  content: string | FixedContent
  indicators: string[]
  isProtected?: boolean
  linkDetails?: LinkDetails
}

/** What is sent to be saved or checked. */
export type SentRecord = {
  marcFormat: MarcFormat
  /** Blanks as backslashes. */
  leader: string
  fields: FieldView[]
  suppressDiscovery: boolean
}

/** A stored record as `/records-editor/records` shows it. */
export type RecordView = SentRecord & {
  parsedRecordId: string
  parsedRecordDtoId: string
  externalId: string
  externalHrid?: string
  sourceVersion: number
  updateInfo?: {
    updateDate?: string
    updatedBy?: { username?: string; lastName?: string; firstName?: string }
  }
}

/** One complaint of `/records-editor/validate`; `tag` has the place among the fields of the tag: `245[0]`. */
export type Issue = {
  tag: string
  severity: 'error' | 'warn'
  definitionType: 'field' | 'indicator' | 'subfield'
  message: string
  helpUrl?: string
}
