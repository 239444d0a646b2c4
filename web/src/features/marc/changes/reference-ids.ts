import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchReferenceList, referenceListKey } from '../../../lib/reference-lists.ts'
import type { ReferenceListName } from '../../../lib/reference-lists.ts'
import type { NameOf } from './field-changes.ts'

/** Which list a field's id belongs to. */
const LISTS: Readonly<Record<string, ReferenceListName>> = {
  permanentLocationId: 'locations',
  temporaryLocationId: 'locations',
  effectiveLocationId: 'locations',
  materialTypeId: 'materialTypes',
  permanentLoanTypeId: 'loanTypes',
  temporaryLoanTypeId: 'loanTypes',
  holdingsTypeId: 'holdingsTypes',
  sourceId: 'holdingsSources',
  callNumberTypeId: 'callNumberTypes',
  itemLevelCallNumberTypeId: 'callNumberTypes',
  typeId: 'callNumberTypes',
  illPolicyId: 'illPolicies',
  itemDamagedStatusId: 'itemDamagedStatuses',
  itemNoteTypeId: 'itemNoteTypes',
  holdingsNoteTypeId: 'holdingsNoteTypes',
  instanceNoteTypeId: 'instanceNoteTypes',
  instanceTypeId: 'instanceTypes',
  instanceFormatIds: 'instanceFormats',
  natureOfContentTermIds: 'natureOfContentTerms',
  modeOfIssuanceId: 'modesOfIssuance',
  statusId: 'instanceStatuses',
  statisticalCodeIds: 'statisticalCodes',
  identifierTypeId: 'identifierTypes',
  classificationTypeId: 'classificationTypes',
  contributorTypeId: 'contributorTypes',
  contributorNameTypeId: 'contributorNameTypes',
  alternativeTitleTypeId: 'alternativeTitleTypes',
  relationshipId: 'electronicAccessRelationships',
  dateTypeId: 'instanceDateTypes',
}

const names = Object.keys(LISTS)

/** Names of the ids in a difference; only the lists that it needs are fetched. */
export function useIdNames(text: string): NameOf {
  const lists = useMemo(
    () => [...new Set(names.filter((field) => text.includes(`"${field}"`)).map((field) => LISTS[field]!))],
    [text],
  )
  const results = useQueries({
    queries: lists.map((list) => ({
      queryKey: referenceListKey(list),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchReferenceList(list, signal),
      staleTime: 300_000,
    })),
  })
  const found = new Map(
    results.flatMap(({ data }) => (data ?? []).map(({ id, name }) => [id, name] as const)),
  )
  return (field, id) => (LISTS[field] === undefined ? id : (found.get(id) ?? id))
}
