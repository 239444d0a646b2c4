import type { Transaction } from '../../../kernel/db/database.ts'
import type { MatchProfile, ProfileSnapshot } from '../../import-profiles/index.ts'
import { plannedSteps } from '../job-plan.ts'
import type { PlannedStep } from '../job-plan.ts'
import type { MatchTrace } from '../journal-row.ts'

/** A stored record that a match found. */
export type FoundRecord = { id: string; entityType: string; hrid: string | null; title: string | null }

/** A match of the profile as a record went through it. */
export type MatchStep = {
  profileId: string | null
  name: string
  existingRecordType: string | null
  matchDetails: unknown
  values: string[]
  hits: number
  records: FoundRecord[]
}

/** The matches of a tree by their numbers: in the order in which a job is compiled. */
export function matchesOf(snapshot: ProfileSnapshot): MatchProfile[] {
  const inOrder = (steps: readonly PlannedStep[]): MatchProfile[] =>
    steps.flatMap((step) =>
      step.kind === 'action' ? [] : [step.profile, ...inOrder(step.onMatch), ...inOrder(step.onNonMatch)],
    )
  return inOrder(plannedSteps(snapshot))
}

/** The matches that a record went through, with what they found as it is now. */
export async function matchSteps(
  tx: Transaction,
  snapshot: ProfileSnapshot | null,
  trace: readonly MatchTrace[],
): Promise<MatchStep[]> {
  const profiles = snapshot === null ? [] : matchesOf(snapshot)
  const found = await findRecords(
    tx,
    trace.flatMap(([, , , ids]) => ids),
  )
  return trace.map(([no, values, hits, ids]) => {
    const profile = profiles[no]
    return {
      profileId: profile?.id ?? null,
      name: profile?.name ?? '',
      existingRecordType: profile?.existingRecordType ?? null,
      matchDetails: profile?.matchDetails ?? [],
      values,
      hits,
      records: ids.map((id) => found.get(id) ?? { id, entityType: '', hrid: null, title: null }),
    }
  })
}

/** Inventory records by id, with what people know them by. */
export async function findRecords(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, FoundRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<FoundRecord>(
    `select id, 'INSTANCE' as "entityType", doc ->> 'hrid' as hrid, doc ->> 'title' as title from instance where id = any($1::uuid[])
     union all
     select h.id, 'HOLDINGS', h.doc ->> 'hrid', i.doc ->> 'title' from holdings_record h join instance i on i.id = h.instance_id
     where h.id = any($1::uuid[])
     union all
     select t.id, 'ITEM', t.doc ->> 'hrid', coalesce(t.doc ->> 'barcode', i.doc ->> 'title') from item t
     join holdings_record h on h.id = t.holdings_record_id join instance i on i.id = h.instance_id
     where t.id = any($1::uuid[])
     union all
     select a.id, 'AUTHORITY', a.doc ->> 'naturalId', coalesce(a.doc ->> 'personalName', a.doc ->> 'corporateName',
       a.doc ->> 'topicalTerm', a.doc ->> 'geographicName', a.doc ->> 'uniformTitle', a.doc ->> 'meetingName')
     from authority a where a.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
