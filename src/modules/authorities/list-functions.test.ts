import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { CopyBuffer } from '../../kernel/db/copy-buffer.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import type { Outcome } from '../inventory/index.ts'
import {
  AUTHORITY_COLUMNS,
  AUTHORITY_TYPES,
  authorityRow,
  deleteAuthorities,
  insertAuthorities,
  newAuthorityStamp,
  updateAuthorities,
} from './index.ts'
import type { Authority } from './index.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'
const LCSH = '837e2c7b-037b-4113-9dfd-b1b8aeeb1fb8'
const JOB = '00000000-0000-4000-8000-00000000000b'
const USER = '00000000-0000-4000-8000-00000000000a'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function inTenant<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return app.octavo.app.db.tenant('diku', work)
}

const record = (part: Authority): Authority => ({ source: 'MARC', naturalId: 'x', ...part })
const shown = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => (outcome.ok ? outcome.version : outcome.problem.status))
const count = async (query: string) =>
  (await app.get(`/authority-storage/authorities?limit=0&query=${encodeURIComponent(query)}`)).json
    .totalRecords

describe('list functions', () => {
  it('give one outcome a record, in order, and keep bad records from touching good ones', async () => {
    const id = newId()
    const outcomes = await inTenant((tx) =>
      insertAuthorities(tx, { userId: USER }, [
        record({ id, topicalTerm: 'fine' }),
        record({ sourceFileId: UNKNOWN }),
        record({ id: id.toUpperCase() }),
        record({ id: 'no uuid' }),
        record({ sourceFileId: LCSH, topicalTerm: 'fine' }),
      ]),
    )
    expect(shown(outcomes)).toEqual([0, 422, 422, 400, 0])
    expect(await count('heading=fine')).toBe(2)
  })

  it('write long lists as they write short ones, and nothing when all is to be written', async () => {
    const long = Array.from({ length: 120 }, (_, i) => record({ topicalTerm: `Long\t"${i}" \\ list` }))
    const outcomes = await inTenant((tx) => insertAuthorities(tx, null, long))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await count('heading="long list"')).toBe(0)
    expect(await count('heading all "long list"')).toBe(120)
    const bad = [record({ topicalTerm: 'half' }), record({ sourceFileId: UNKNOWN })]
    await expect(
      inTenant((tx) => insertAuthorities(tx, null, bad, { allOrNothing: true })),
    ).rejects.toMatchObject({ status: 422 })
    expect(await count('heading=half')).toBe(0)
  })

  it('keep what they replace and delete, with job and user', async () => {
    const [first] = await inTenant((tx) => insertAuthorities(tx, null, [record({ genreTerm: 'First' })]))
    if (!first?.ok) throw new Error('not inserted')
    const { id } = first
    const options = { jobId: JOB }
    const updated = await inTenant((tx) =>
      updateAuthorities(
        tx,
        { userId: USER },
        [
          record({ id, genreTerm: 'Second', _version: 0 }),
          record({ id, genreTerm: 'Twice', _version: 0 }),
          record({ id: UNKNOWN }),
        ],
        options,
      ),
    )
    expect(shown(updated)).toEqual([1, 400, 404])
    const stale = await inTenant((tx) => updateAuthorities(tx, null, [record({ id })], options))
    expect(shown(stale)).toEqual([409])
    const forced = await inTenant((tx) =>
      updateAuthorities(tx, null, [record({ id, genreTerm: 'Third' })], { ignoreVersions: true }),
    )
    expect(shown(forced)).toEqual([2])
    const deleted = await inTenant((tx) => deleteAuthorities(tx, null, [id, UNKNOWN], options))
    expect(shown(deleted)).toEqual([3, 404])
    const changes = await inTenant((tx) =>
      tx.query(
        `select record_type, version, job_id, user_id, is_deletion, doc ->> 'genreTerm' as heading
         from record_change where record_id = $1 order by version`,
        [id],
      ),
    )
    const change = { record_type: 4, job_id: null, user_id: null, is_deletion: false }
    expect(changes).toEqual([
      { ...change, version: 0, job_id: JOB, user_id: USER, heading: 'First' },
      { ...change, version: 1, heading: 'Second' },
      { ...change, version: 2, job_id: JOB, is_deletion: true, heading: 'Third' },
    ])
  })

  it('let two writers of one id have one record', async () => {
    const id = newId()
    const write = (topicalTerm: string) =>
      inTenant((tx) => insertAuthorities(tx, null, [record({ topicalTerm }), record({ id, topicalTerm })]))
    const outcomes = (await Promise.all([write('race'), write('race'), write('race')])).map(shown)
    expect(outcomes.map(([, second]) => second).sort()).toEqual([0, 422, 422])
    expect(await count('heading=race')).toBe(4)
  })

  it('are joined by rows that are copied in', async () => {
    const stamp = newAuthorityStamp(new Date(), USER)
    const buffer = new CopyBuffer(AUTHORITY_TYPES)
    for (let i = 0; i < 3; i += 1)
      buffer.line(authorityRow(record({ id: newId(), naturalId: `copy${i}`, uniformTitle: 'Copied' }), stamp))
    await inTenant((tx) => tx.copy('authority', AUTHORITY_COLUMNS, buffer.take()))
    expect(await count('heading=copied and headingType=uniformTitle')).toBe(3)
  })
})

describe('plans', () => {
  const plan = (where: string) =>
    inTenant(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain select id from authority ${where}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })

  it('use the indexes for numbers, headings and words', async () => {
    expect(await plan(`where natural_id = 'n1'`)).toContain('authority_natural_id')
    expect(await plan('order by heading_key limit 10')).toContain('authority_heading_key')
    expect(await plan(`where words @@ '''h:cats'''::tsquery`)).toContain('authority_words')
  })
})
