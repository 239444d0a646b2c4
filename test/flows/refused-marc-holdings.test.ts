import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  answer,
  countOf,
  endOf,
  importFile,
  insertLocation,
  logOf,
  newTenant,
  startFiles,
  until,
} from './import-client.ts'
import { book } from './marc-files.ts'
import { CREATE_HOLDINGS, addTitle, holdingsRecord, onlyEntry } from './marc-holdings-client.ts'

let app: TestApp

const HRID = 'in00000000001'
const PLACE: [string, string] = ['852', '0 $bMAIN$hPR 1']
const NO_LINK = /The 004 tag of the Holdings doesn't has a link to the Bibliographic record/

beforeAll(async () => {
  app = await testApp({ work: true })
  await insertLocation(app, 'MAIN')
  await addTitle(app, HRID)
})

afterAll(() => app.close())

/** Imports one record that must fail. @returns the error of its line in the log */
async function errorOf(name: string, bytes: Buffer): Promise<string> {
  const before = await countOf(app, '/holdings-storage/holdings')
  const job = await importFile(app, `${name}.mrc`, bytes, CREATE_HOLDINGS)
  expect(job.status, name).toBe('ERROR')
  const entry = await onlyEntry(app, job.id)
  expect(entry.sourceRecordActionStatus).toBe('DISCARDED')
  expect(entry.sourceRecordId).toBeUndefined()
  expect(await countOf(app, '/holdings-storage/holdings')).toBe(before)
  return entry.error
}

describe('a MARC holdings record is refused', () => {
  it('without 004, or with a blank one', async () => {
    for (const link of [null, '', '   ']) {
      const error = await errorOf('no-004', holdingsRecord('h1', link, [PLACE]))
      expect(error).toMatch(/control number h1: Field 004 is missing or empty/)
      expect(error).toMatch(NO_LINK)
    }
  })

  it('when 004 names no instance of this library with MARC', async () => {
    const other = await newTenant(app, 'other', false)
    await addTitle(other, 'in00000000777')
    await addTitle(app, 'in00000000888', false)
    const unknown = ['in00000000999', 'in00000000777', 'in00000000888', 'In00000000001']
    for (const hrid of unknown) {
      const error = await errorOf('unknown-004', holdingsRecord('h1', hrid, [PLACE]))
      expect(error).toContain(`"${hrid}"`)
      expect(error).toMatch(NO_LINK)
    }
  })

  it('when its instance was deleted, before or while it is imported', async () => {
    const early = await addTitle(app, 'in00000000401')
    answer(await app.del(`/instance-storage/instances/${early}`), 204)
    expect(await errorOf('deleted', holdingsRecord('h1', 'in00000000401', [PLACE]))).toMatch(NO_LINK)

    const late = await addTitle(app, 'in00000000402')
    const record = holdingsRecord('h1', 'in00000000402', [PLACE])
    const jobId = await app.octavo.app.db.tenant('diku', async (tx) => {
      // Nobody else sees the deletion before the commit, but whoever wants to add to the instance waits for it.
      await tx.query('delete from instance where id = $1', [late])
      const [id] = await startFiles(app, [{ name: 'meanwhile.mrc', bytes: record }], CREATE_HOLDINGS)
      await until(async () => {
        const [row] = await tx.query<{ waiting: number }>(
          'select count(*) as waiting from pg_locks where not granted and transactionid = pg_current_xact_id()::xid',
        )
        return row!.waiting > 0
      })
      return id!
    })
    expect((await endOf(app, jobId)).status).toBe('ERROR')
    expect((await onlyEntry(app, jobId)).error).toMatch(NO_LINK)
    expect(await countOf(app, '/holdings-storage/holdings', `instanceId==${late}`)).toBe(0)
  })

  it('without a location, or with one that is not in the settings', async () => {
    for (const fields of [[], [['852', '0 $hPR 1']], [['852', '0 $b $hPR 1']]] as [string, string][][]) {
      const error = await errorOf('no-location', holdingsRecord('h1', HRID, fields))
      expect(error).toMatch(/Field 852 has no subfield b.*permanentLocationId/)
    }
    const unknown = await errorOf('unknown-location', holdingsRecord('h1', HRID, [['852', '0 $bmain$hPR 1']]))
    expect(unknown).toMatch(/The location code "main" \(field 852, subfield b\) is not in the settings/)
    const last = holdingsRecord('h1', HRID, [PLACE, ['852', '0 $bAttic']])
    expect(await errorOf('last-location', last)).toMatch(/The location code "Attic"/)
  })

  it('when it carries the ids of a record in the system', async () => {
    const ids = 'ff$s11111111-1111-4111-8111-111111111111$i22222222-2222-4222-8222-222222222222'
    const error = await errorOf('999', holdingsRecord('h1', HRID, [PLACE, ['999', ids]]))
    expect(error).toMatch(
      /A new MARC-Holding was not created because the incoming record already contained a 999ff\$s or 999ff\$i field/,
    )
    const other = holdingsRecord('h2', HRID, [PLACE, ['999', '  $alocal data']])
    expect((await importFile(app, 'own-999.mrc', other, CREATE_HOLDINGS)).status).toBe('COMMITTED')
  })

  it('alone: bibliographic records in the file are told, all others are made', async () => {
    const records = [
      holdingsRecord('h1', HRID, [PLACE]),
      book('b1', 'A book'),
      holdingsRecord('h3', null, [PLACE]),
      Buffer.from('no record at all\u001d'),
      holdingsRecord('h5', HRID, [PLACE]),
    ]
    const before = await countOf(app, '/holdings-storage/holdings')
    const job = await importFile(app, 'mixed.mrc', Buffer.concat(records), CREATE_HOLDINGS)
    expect(job).toMatchObject({ status: 'ERROR', progress: { current: 5, total: 5 } })
    const entries = await logOf(app, job.id)
    expect(entries.map((entry) => entry.sourceRecordActionStatus)).toEqual([
      'CREATED',
      'DISCARDED',
      'DISCARDED',
      'DISCARDED',
      'CREATED',
    ])
    expect(entries[1]!.error).toMatch(
      /This is a bibliographic record, but the job profile .* works on MARC holdings records/,
    )
    expect(entries[2]!.error).toMatch(/control number h3: Field 004/)
    expect(await countOf(app, '/holdings-storage/holdings')).toBe(before + 2)
    expect(await countOf(app, '/instance-storage/instances', 'title=="A book"')).toBe(0)
    const failed = await app.get(`/octavo/imports/${job.id}/failed-records`)
    expect(failed.text).toBe(Buffer.concat(records.slice(1, 4)).toString())
  })
})
