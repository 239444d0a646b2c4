import type { Transaction } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { insertWholeJobs } from '../../../kernel/jobs/ledger.ts'
import { ringBell } from '../../../kernel/jobs/runner.ts'
import { RECORD_TYPES } from '../../inventory/index.ts'
import type { Writer } from '../../inventory/index.ts'
import { headingTypeOf } from '../authority-row.ts'
import type { Authority, HeadingType } from '../authority.ts'

/** The kind of ledger job that takes the changes of authorities over into the records that are linked to them. */
export const LINKED_RECORDS_KIND = 'update-linked-records'

/** What happened to authorities: their heading or number is another, or nothing may be linked to them any more. */
export type ChangedAuthorities = { headings: string[]; numbers: string[]; ended: string[] }

/** One chunk: the instances from one id up to another, as far as they are linked to the authorities. */
export type LinkedRecordsChunk = ChangedAuthorities & {
  from: string | null
  before: string | null
  userId: string | null
}

/** Instances of a chunk. At twice as many, a chunk holds its locks for more than a second on two cores. */
const CHUNK = 200

/** The MARC field of each kind of heading. */
const HEADING_TAGS: Readonly<Record<HeadingType, string>> = {
  personalName: '100',
  personalNameTitle: '100',
  corporateName: '110',
  corporateNameTitle: '110',
  meetingName: '111',
  meetingNameTitle: '111',
  uniformTitle: '130',
  namedEvent: '147',
  chronTerm: '148',
  topicalTerm: '150',
  geographicName: '151',
  genreTerm: '155',
  mediumPerfTerm: '162',
  generalSubdivision: '180',
  geographicSubdivision: '181',
  chronSubdivision: '182',
  formSubdivision: '185',
}

type Heading = { type: HeadingType; text: string } | null

type Change = { id: string; after: Authority; before: Authority; heading: [before: Heading, after: Heading] }

/** Who changed authorities, and when. */
export type ChangeStamp = { writer: Writer; at: Date }

/**
 * Notes what an update changed of authorities that others may be linked to, in the transaction of the update: a line
 * for the statistics of each changed heading or number, and a job that takes it over into linked records. The
 * documents before the update are read from `record_change`.
 */
export async function noteAuthorityChanges(
  tx: Transaction,
  stamp: ChangeStamp,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const changes = (await readChanges(tx, stamp.at, ids)).filter(isRelevant)
  if (changes.length === 0) return
  await storeStatistics(tx, stamp, changes)
  const changed: ChangedAuthorities = { headings: [], numbers: [], ended: [] }
  for (const { id, heading } of changes) changed[fateOf(heading)].push(id)
  await planUpdate(tx, stamp, changed)
}

/** Plans the end of all links to authorities that are gone. */
export async function noteDeletedAuthorities(
  tx: Transaction,
  stamp: ChangeStamp,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await planUpdate(tx, stamp, { headings: [], numbers: [], ended: [...ids] })
}

async function readChanges(tx: Transaction, at: Date, ids: readonly string[]): Promise<Change[]> {
  // By the instant of the update, because an id that was used before may have the same versions once more, and an
  // import names records too that it has locked but not changed.
  const rows = await tx.query<{ id: string; after: string; before: string }>(
    `select a.id, a.doc as after, c.doc as before
     from authority a
     join record_change c on c.record_id = a.id and c.version = a.version - 1 and c.record_type = $2
       and c.changed_at = $3
     where a.id = any($1::uuid[])`,
    [ids, RECORD_TYPES.authority, at],
  )
  return rows.map((row) => {
    const after = JSON.parse(row.after) as Authority
    const before = JSON.parse(row.before) as Authority
    return { id: row.id, after, before, heading: [headingOf(before), headingOf(after)] }
  })
}

function headingOf(authority: Authority): Heading {
  const type = headingTypeOf(authority)
  return type === null ? null : { type, text: authority[type]! }
}

function isRelevant({ before, after, heading: [old, current] }: Change): boolean {
  const isSameHeading = old?.type === current?.type && old?.text === current?.text
  return !isSameHeading || (before.naturalId ?? null) !== (after.naturalId ?? null)
}

/** A heading of another kind ends the links: the fields that were linked to it are for the old kind. */
function fateOf([old, current]: Change['heading']): keyof ChangedAuthorities {
  if (old?.type !== current?.type) return 'ended'
  return old?.text === current?.text ? 'numbers' : 'headings'
}

async function storeStatistics(
  tx: Transaction,
  { writer, at }: ChangeStamp,
  changes: readonly Change[],
): Promise<void> {
  const rows = changes.map(({ id, before, after, heading: [old, current] }) => {
    const isHeading = old?.type !== current?.type || old?.text !== current?.text
    return {
      id: newId(),
      authority_id: id,
      action: isHeading ? 'UPDATE_HEADING' : 'UPDATE_NATURAL_ID',
      natural_id_old: before.naturalId,
      natural_id_new: after.naturalId,
      source_file_old: before.sourceFileId,
      source_file_new: after.sourceFileId,
      // A change of the number alone says nothing of the heading, as in FOLIO.
      heading_old: isHeading ? old?.text : null,
      heading_new: isHeading ? current?.text : null,
      heading_type_old: isHeading && old ? HEADING_TAGS[old.type] : null,
      heading_type_new: isHeading && current ? HEADING_TAGS[current.type] : null,
      started_by: writer?.userId,
      started_at: at,
    }
  })
  await tx.query(
    `insert into authority_data_stat
     select * from json_populate_recordset(null::authority_data_stat, $1)`,
    [JSON.stringify(rows)],
  )
}

/** Cuts the linked instances into chunks of one job; nothing is planned where there are none. */
async function planUpdate(
  tx: Transaction,
  { writer }: ChangeStamp,
  changed: ChangedAuthorities,
): Promise<void> {
  const authorityIds = [...changed.headings, ...changed.numbers, ...changed.ended]
  const starts = await tx.query<{ instance_id: string }>(
    `select instance_id from (
       select instance_id, row_number() over (order by instance_id) as n
       from (
         select distinct instance_id from instance_authority_link where authority_id = any($1::uuid[])
       ) linked
     ) numbered
     where n % ${CHUNK} = 1 order by instance_id`,
    [authorityIds],
  )
  if (starts.length === 0) return
  // The first and the last chunk are open, for links that are made meanwhile.
  const chunks = starts.map((start, at): LinkedRecordsChunk => ({
    ...changed,
    from: at === 0 ? null : start.instance_id,
    before: starts[at + 1]?.instance_id ?? null,
    userId: writer?.userId ?? null,
  }))
  const id = newId()
  await insertWholeJobs(tx, LINKED_RECORDS_KIND, [{ id, groupId: id, chunks }])
  await ringBell(tx)
}
