import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { answer, importFile, insertLocation, logOf, marcOf, rule, valuesOf } from './import-client.ts'
import type { LogEntry, Profile } from './import-client.ts'
import { CREATE_HOLDINGS, addTitle, holdingsOf, holdingsRecord, onlyEntry } from './marc-holdings-client.ts'
import { makeMatchProfile } from './match-profile.ts'
import { undoJob } from './undo-client.ts'

let app: TestApp
let annexId: string
let titles: string[]
const profiles: Record<string, Profile> = {}

beforeAll(async () => {
  app = await testApp({ work: true })
  const mainId = await insertLocation(app, 'MAIN')
  const main = answer(await app.get(`/locations/${mainId}`))
  annexId = answer(
    await app.post('/locations', { ...main, id: undefined, name: 'Second', code: 'ANNEX' }),
    201,
  ).id
  titles = [await addTitle(app, 'in1'), await addTitle(app, 'in2')]
  const update = [{ action: 'UPDATE', record: 'MARC_HOLDINGS' }] as const
  const fields = { first: '001', id: '999ff$i', record: '999ff$s' }
  for (const [name, field] of Object.entries(fields)) {
    profiles[name] = await makeMatchProfile(app, `Update MARC holdings by ${name}`, {
      incoming: 'MARC_HOLDINGS',
      stored: 'MARC_HOLDINGS',
      field,
      onMatch: [...update],
      onNonMatch: name === 'first' ? [{ action: 'CREATE', record: 'HOLDINGS' }] : [],
    })
  }
  profiles.hrid = await makeMatchProfile(app, 'Update MARC holdings by hrid', {
    incoming: 'MARC_HOLDINGS',
    stored: 'HOLDINGS',
    field: '001',
    storedField: 'holdingsrecord.hrid',
    onMatch: [...update],
  })
  profiles.values = await makeMatchProfile(app, 'Set a note on holdings', {
    incoming: 'MARC_HOLDINGS',
    stored: 'HOLDINGS',
    field: '001',
    storedField: 'holdingsrecord.hrid',
    onMatch: [
      {
        action: 'UPDATE',
        record: 'HOLDINGS',
        rules: [rule('holdings.retentionPolicy', '"keep"')],
      },
    ],
  })
})

afterAll(() => app.close())

type Made = { entry: LogEntry; id: string; hrid: string; recordId: string }

/** Holdings of `in1` with their MARC. */
async function makeHoldings(number: string): Promise<Made> {
  const record = holdingsRecord(number, 'in1', [
    ['035', '  $a(OLD)1'],
    ['852', '0 $bMAIN$hPR 1'],
    ['866', ' 0$av. 1'],
    ['909', '  $akept by nobody'],
  ])
  const job = await importFile(app, `${number}.mrc`, record, CREATE_HOLDINGS)
  const entry = await onlyEntry(app, job.id)
  const { id, hrid } = entry.relatedHoldingsInfo[0]!
  return { entry, id, hrid, recordId: valuesOf(await marcOf(app, entry), '999', 's')[0]! }
}

function changed(number: string, ids: { i?: string; s?: string }, title = 'in1'): Buffer {
  const folio = Object.entries(ids).map(([code, value]) => `$${code}${value}`)
  return holdingsRecord(
    number,
    title,
    [
      ['852', '1 $bANNEX$h820$iSmi'],
      ['866', ' 0$av. 1-2'],
      ...(folio.length === 0 ? [] : [['999', `ff${folio.join('')}`] satisfies [string, string]]),
    ],
    { head: 'cy  a' },
  )
}

describe('MARC holdings that match are updated', () => {
  it('by 001, 999 ff $i, 999 ff $s and the hrid of the holdings', async () => {
    for (const [index, name] of ['first', 'id', 'record', 'hrid'].entries()) {
      const made = await makeHoldings(`h${index}`)
      const ids = { id: { i: made.id }, record: { s: made.recordId } }[name] ?? {}
      const job = await importFile(app, `by-${name}.mrc`, changed(made.hrid, ids), profiles[name])
      expect(job.status, `${name} ${job.errorText ?? ''}`).toBe('COMMITTED')
      const entry = await onlyEntry(app, job.id)
      expect(entry).toMatchObject({
        sourceRecordTitle: `Holdings ${made.hrid}`,
        sourceRecordActionStatus: 'UPDATED',
        relatedHoldingsInfo: [{ actionStatus: 'UPDATED', id: made.id, hrid: made.hrid, error: '' }],
      })
      const holdings = await holdingsOf(app, entry)
      expect(holdings).toMatchObject({
        _version: 2,
        hrid: made.hrid,
        instanceId: titles[0],
        permanentLocationId: annexId,
        callNumber: '820 Smi',
        holdingsStatements: [{ statement: 'v. 1-2' }],
      })
      const marc = await marcOf(app, entry)
      expect(valuesOf(marc, '001')).toEqual([made.hrid])
      expect(valuesOf(marc, '852', 'b')).toEqual(['ANNEX'])
      expect(valuesOf(marc, '909')).toEqual([])
      expect(valuesOf(marc, '035')).toEqual([])
      expect(valuesOf(marc, '999', 's')).toEqual([made.recordId])
      expect(valuesOf(marc, '999', 'i')).toEqual([made.id])
      const stored = answer(await app.get(`/source-storage/records/${entry.sourceRecordId}`))
      expect(stored).toMatchObject({ generation: 1, state: 'ACTUAL', matchedId: made.recordId })
      const old = answer(await app.get(`/source-storage/records/${made.entry.sourceRecordId}`))
      expect(old.state).toBe('OLD')
      expect(answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))).toMatchObject({
        totalErrors: 0,
        sourceRecordSummary: { totalUpdatedEntities: 1 },
        holdingSummary: { totalUpdatedEntities: 1, totalCreatedEntities: 0 },
      })
    }
  })

  it('whatever fields are protected, except 001 and 999 ff', async () => {
    const made = await makeHoldings('p1')
    const protection = { field: '866', indicator1: '*', indicator2: '*', subfield: '*', data: '*' }
    const setting = answer(
      await app.post('/field-protection-settings/marc', { ...protection, source: 'USER' }),
      201,
    )
    const job = await importFile(app, 'protected.mrc', changed(made.hrid, {}), profiles.first)
    answer(await app.del(`/field-protection-settings/marc/${setting.id}`), 204)
    const marc = await marcOf(app, await onlyEntry(app, job.id))
    expect(valuesOf(marc, '866', 'a')).toEqual(['v. 1-2'])
    expect(valuesOf(marc, '001')).toEqual([made.hrid])
  })

  it('and keep what MARC does not say', async () => {
    const made = await makeHoldings('k1')
    const path = `/holdings-storage/holdings/${made.id}`
    const own = { discoverySuppress: true, administrativeNotes: ['ask Ann'], temporaryLocationId: annexId }
    answer(await app.put(path, { ...answer(await app.get(path)), ...own }), 204)
    const job = await importFile(app, 'keeps.mrc', changed(made.hrid, {}), profiles.first)
    expect(await holdingsOf(app, await onlyEntry(app, job.id))).toMatchObject({
      ...own,
      callNumber: '820 Smi',
    })
    const again = await importFile(app, 'values.mrc', changed(made.hrid, {}), profiles.values)
    const entry = await onlyEntry(app, again.id)
    expect(entry.relatedHoldingsInfo).toMatchObject([{ actionStatus: 'UPDATED', id: made.id }])
    expect(await holdingsOf(app, entry)).toMatchObject({ ...own, retentionPolicy: 'keep', _version: 4 })
  })

  it('move to another instance with another 004, and are refused with an unknown one', async () => {
    const made = await makeHoldings('v1')
    const moved = await importFile(app, 'moved.mrc', changed(made.hrid, {}, 'in2'), profiles.first)
    expect(await holdingsOf(app, await onlyEntry(app, moved.id))).toMatchObject({ instanceId: titles[1] })
    const lost = await importFile(app, 'lost.mrc', changed(made.hrid, {}, 'in3'), profiles.first)
    expect(lost.status).toBe('ERROR')
    const entry = await onlyEntry(app, lost.id)
    expect(entry.error).toMatch(/Field 004 holds "in3"/)
    expect(entry).toMatchObject({
      sourceRecordActionStatus: 'DISCARDED',
      relatedHoldingsInfo: [{ actionStatus: 'DISCARDED' }],
    })
    expect(answer(await app.get(`/holdings-storage/holdings/${made.id}`))).toMatchObject({
      instanceId: titles[1],
      _version: 2,
    })
  })

  it('with the items that stand at them', async () => {
    const made = await makeHoldings('i1')
    const first = async (path: string) => {
      const reply = answer(await app.get(`${path}?limit=1`))
      return (Object.values(reply).find(Array.isArray) as { id: string }[])[0]!.id
    }
    const item = answer(
      await app.post('/item-storage/items', {
        holdingsRecordId: made.id,
        status: { name: 'Available' },
        materialTypeId: await first('/material-types'),
        permanentLoanTypeId: await first('/loan-types'),
      }),
      201,
    )
    await importFile(app, 'items.mrc', changed(made.hrid, {}), profiles.first)
    expect(answer(await app.get(`/item-storage/items/${item.id}`))).toMatchObject({
      effectiveLocationId: annexId,
      effectiveCallNumberComponents: { callNumber: '820 Smi' },
    })
  })

  it('twice by one file, the last record counting, or are made where none match', async () => {
    const made = await makeHoldings('d1')
    const records = [
      changed(made.hrid, {}),
      holdingsRecord('new-1', 'in1', [['852', '0 $bMAIN$hNEW']]),
      holdingsRecord(made.hrid, 'in1', [['852', '0 $bMAIN$hLAST']]),
    ]
    const job = await importFile(app, 'twice.mrc', Buffer.concat(records), profiles.first)
    expect(job.status).toBe('COMMITTED')
    const entries = await logOf(app, job.id)
    expect(entries.map((entry) => entry.relatedHoldingsInfo.at(-1)!.actionStatus)).toEqual([
      'UPDATED',
      'CREATED',
      'UPDATED',
    ])
    expect(answer(await app.get(`/holdings-storage/holdings/${made.id}`))).toMatchObject({
      callNumber: 'LAST',
      _version: 3,
    })
    const stored = answer(await app.get(`/source-storage/records/${entries[2]!.sourceRecordId}`))
    expect(stored).toMatchObject({ generation: 2, state: 'ACTUAL' })
  })

  it('and taken back by an undo, with their MARC', async () => {
    const made = await makeHoldings('u1')
    const before = answer(await app.get(`/holdings-storage/holdings/${made.id}`))
    const job = await importFile(app, 'to-undo.mrc', changed(made.hrid, {}, 'in2'), profiles.first)
    const undo = await undoJob(app, job.id)
    expect(undo).toMatchObject({ left: 0, restored: { holdings: 1 } })
    const after = answer(await app.get(`/holdings-storage/holdings/${made.id}`))
    expect(after).toEqual({ ...before, _version: 3, metadata: after.metadata })
    const stored = answer(await app.get(`/source-storage/records/${made.entry.sourceRecordId}`))
    expect(stored.state).toBe('ACTUAL')
  })

  it('not at all when none is found', async () => {
    const job = await importFile(app, 'nobody.mrc', changed('ho99999999999', {}), profiles.hrid)
    expect(await onlyEntry(app, job.id)).toMatchObject({ sourceRecordActionStatus: 'DISCARDED', error: '' })
  })
})
