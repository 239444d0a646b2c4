import type { Subfield } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { hasUuidShape } from '../../../kernel/ids.ts'
import { readLinkingRules } from '../linking-rules.ts'
import type { LinkingRule } from '../linking-rules.ts'
import { headingFor, linkedSubfields, numberOfAddress } from './controlled-subfields.ts'
import { readLinkableAuthorities } from './linked-authorities.ts'
import type { LinkableAuthority } from './linked-authorities.ts'

/*
 * Which authorities the fields of bibliographic records could be linked to, by the numbers or ids that they name.
 * Sources: folio-org/mod-entities-links: LinksSuggestionsService, LinksSuggestionsServiceDelegateBase, ErrorCode.
 */

/** Why a field has no suggestion, as FOLIO's screens translate it. */
const NO_SUGGESTION = '101'
const SEVERAL_SUGGESTIONS = '102'
const NOT_BY_ITSELF = '103'

/** By what fields name authorities: $0 with a number, which may be an address, or $9 with an id. */
export const SUGGESTION_KEYS = ['NATURAL_ID', 'ID'] as const

export type SuggestionKey = (typeof SUGGESTION_KEYS)[number]

/** How a field is linked, or why it is not. */
export type LinkSuggestion = {
  authorityId?: string
  authorityNaturalId?: string
  linkingRuleId?: number
  status?: string
  errorCause?: string
}

/** A field that may be linked; what is suggested is written into it. */
export type SuggestedField = { tag: string; subfields: Subfield[]; linkDetails: LinkSuggestion | null }

export type SuggestionOptions = {
  key: SuggestionKey
  /** Suggests by rules too that do not link by themselves. */
  ignoresAutoLinking: boolean
}

/**
 * Writes suggestions into the fields of any number of records: the link, and the subfields that the authority
 * controls. A field that names an authority and gets none says why; one that has just been linked stays as it is. The
 * authorities of all records are read by two queries.
 */
export async function suggestLinks(
  tx: Transaction,
  fields: readonly SuggestedField[],
  { key, ignoresAutoLinking }: SuggestionOptions,
): Promise<void> {
  const rules = new Map<string, LinkingRule[]>()
  for (const rule of await readLinkingRules(tx))
    rules.set(rule.bibField, [...(rules.get(rule.bibField) ?? []), rule])
  const open: { field: SuggestedField; rules: LinkingRule[]; names: string[] }[] = []
  for (const field of fields) {
    const ofTag = rules.get(field.tag)
    const names = namesOf(field, key)
    if (ofTag === undefined || names.length === 0 || field.linkDetails?.status === 'NEW') continue
    const usable = ofTag.filter(({ autoLinkingEnabled }) => autoLinkingEnabled || ignoresAutoLinking)
    if (usable.length === 0) field.linkDetails = refusal(NOT_BY_ITSELF)
    else open.push({ field, rules: usable, names })
  }
  const authorities = await readLinkableAuthorities(
    tx,
    key === 'ID' ? 'id' : 'natural_id',
    open.flatMap(({ names }) => names),
  )
  for (const { field, rules: usable, names } of open) {
    const named = authorities.filter((authority) =>
      names.includes(key === 'ID' ? authority.id : authority.naturalId),
    )
    suggestForField(field, usable, named)
  }
}

/** What a field calls its authority; empty when it has no such subfield. */
function namesOf({ subfields }: SuggestedField, key: SuggestionKey): string[] {
  const code = key === 'ID' ? '9' : '0'
  const values = subfields.filter((subfield) => subfield.code === code).map(({ value }) => value.trim())
  if (key === 'ID') return values.filter(hasUuidShape).map((id) => id.toLowerCase())
  return values.map(numberOfAddress).filter((number) => number !== '')
}

/** The first rule by which exactly one of the authorities fits. */
function suggestForField(
  field: SuggestedField,
  rules: readonly LinkingRule[],
  named: readonly LinkableAuthority[],
): void {
  let cause = NO_SUGGESTION
  for (const rule of rules) {
    const fitting = named.flatMap((authority) => {
      const heading = authority.marc && headingFor(rule, authority.marc)
      return heading === null ? [] : [{ authority, heading }]
    })
    const [only] = fitting
    if (only !== undefined && fitting.length === 1) {
      const { authority, heading } = only
      field.subfields = linkedSubfields(rule, heading, authority, field.subfields)
      field.linkDetails = {
        status: 'NEW',
        ...withoutError(field.linkDetails),
        authorityId: authority.id,
        authorityNaturalId: authority.naturalId,
        linkingRuleId: rule.id,
      }
      return
    }
    cause = fitting.length === 0 ? NO_SUGGESTION : SEVERAL_SUGGESTIONS
  }
  field.linkDetails = refusal(cause)
}

/** The link that a field has already keeps its status, unless it had failed. */
function withoutError(details: LinkSuggestion | null): LinkSuggestion {
  if (details?.status === undefined || details.status === 'ERROR') return {}
  return { status: details.status }
}

function refusal(errorCause: string): LinkSuggestion {
  return { status: 'ERROR', errorCause }
}
