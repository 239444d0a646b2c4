import { useQuery } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import { useWindowedList } from '../../../lib/windowed-list.ts'
import { keys } from '../api.ts'

/** What changes in one property of one record. */
export type Change = { field: string; from: string; to: string }

/** A matched record with what changes in it, and what the rules say against it. */
export type ChangedRecord = {
  place: number
  identifier: string
  recordId: string
  /** Its barcode, HRID or user name. */
  name: string
  title: string
  instanceId?: string
  holdingsRecordId?: string
  outcome: 'waiting' | 'written' | 'unchanged' | 'refused'
  changes: Change[]
  problems: { type: 'ERROR' | 'WARNING'; message: string }[]
}

export type ReviewTotals = {
  records: number
  changed: number
  /** Among the changed ones: those that a rule refuses in part. */
  partly: number
  same: number
  refused: number
}

export type Review = { totals: ReviewTotals; fields: { field: string; count: number }[] }

const pathOf = (id: string): string => `/octavo/bulk-operations/${id}`

/** Properties in the order of their columns: what follows from others comes behind them. */
export function columnOrder(fields: Review['fields']): string[] {
  const follows = (field: string): number => Number(/effective/i.test(field))
  return fields.map(({ field }) => field).toSorted((one, other) => follows(one) - follows(other))
}

/** The totals of a review: `/octavo/bulk-operations/{id}/changes` without its rows. */
export function useReview(id: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [...keys.one(id), 'changes', 'totals'],
    queryFn: ({ signal }) => http.get<Review>(`${pathOf(id)}/changes`, { limit: 0 }, signal),
    enabled: isEnabled,
  })
}

export type ChangeFilter = {
  show: 'changed' | 'refused' | 'all' | 'written'
  field?: string | undefined
  find?: string | undefined
}

/** The records of a review, of any number. */
export function useChanges(id: string, { show, field, find }: ChangeFilter, isEnabled = true) {
  return useWindowedList<ChangedRecord>({
    key: [...keys.one(id), 'changes', 'rows', show, field ?? '', find ?? ''],
    enabled: isEnabled,
    fetchPage: async (offset, limit, signal) => {
      const answer = await http.get<{ changes: ChangedRecord[]; totalRecords: number }>(
        `${pathOf(id)}/changes`,
        {
          onlyChanged: show === 'changed' || show === 'written',
          outcome: show === 'written' ? 'written' : undefined,
          onlyRefused: show === 'refused' ? true : undefined,
          field,
          find,
          offset,
          limit,
        },
        signal,
      )
      return { rows: answer.changes, total: answer.totalRecords }
    },
  })
}

export type ChangeKind = Change & { count: number; place: number }

/** The different changes, the commonest first. */
export function useChangeKinds(id: string, field: string | undefined) {
  return useQuery({
    queryKey: [...keys.one(id), 'changes', 'kinds', field ?? ''],
    queryFn: ({ signal }) =>
      http.get<{ kinds: ChangeKind[]; isComplete: boolean }>(
        `${pathOf(id)}/changes/kinds`,
        { field },
        signal,
      ),
  })
}

/** What was said of records, by its cause. */
export type ErrorGroup = {
  type: 'ERROR' | 'WARNING'
  cause: string
  message: string
  count: number
  identifiers: string[]
}

/** `/octavo/bulk-operations/{id}/error-groups` */
export function useErrorGroups(id: string, stage: 'matching' | 'review' | 'commit', isEnabled = true) {
  return useQuery({
    queryKey: [...keys.one(id), 'error-groups', stage],
    queryFn: async ({ signal }) =>
      (await http.get<{ groups: ErrorGroup[] }>(`${pathOf(id)}/error-groups`, { stage }, signal)).groups,
    enabled: isEnabled,
  })
}

/** All identifiers of a cause, in the order of the list. */
export async function identifiersOf(
  id: string,
  stage: string,
  { cause, count }: ErrorGroup,
): Promise<string[]> {
  const { errors } = await http.get<{ errors: { identifier: string }[] }>(`${pathOf(id)}/error-groups`, {
    stage,
    cause,
    limit: count,
  })
  return errors.map(({ identifier }) => identifier)
}

/** The record at a place of the list; places have no gaps. */
export async function readRecordAt(id: string, place: number): Promise<ChangedRecord | null> {
  const query = { onlyChanged: false, offset: place - 1, limit: 1 }
  const { changes } = await http.get<{ changes: ChangedRecord[] }>(`${pathOf(id)}/changes`, query)
  return changes[0] ?? null
}
