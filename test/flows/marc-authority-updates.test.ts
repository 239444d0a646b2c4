import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { CREATE_AUTHORITY, DELETE_AUTHORITY, authorityOf, authorityRecord } from './authority-client.ts'
import { answer, importFile, logOf, marcOf, valuesOf } from './import-client.ts'
import type { LogEntry, Profile } from './import-client.ts'
import { onlyEntry } from './marc-holdings-client.ts'
import { makeMatchProfile } from './match-profile.ts'
import type { MatchedBy } from './match-profile.ts'
import { undoJob } from './undo-client.ts'

let app: TestApp
const profiles: Record<string, Profile> = {}

beforeAll(async () => {
  app = await testApp({ work: true })
  const marc = { incoming: 'MARC_AUTHORITY', stored: 'MARC_AUTHORITY' } as const
  const stored = { incoming: 'MARC_AUTHORITY', stored: 'AUTHORITY' } as const
  const ways: Record<string, MatchedBy> = {
    number: { ...marc, field: '001', onNonMatch: [{ action: 'CREATE', record: 'AUTHORITY' }] },
    lccn: { ...marc, field: '010  $a' },
    id: { ...marc, field: '999ff$i' },
    record: { ...marc, field: '999ff$s' },
    heading: { ...stored, field: '1001 $a', storedField: 'authority.personalName' },
    natural: { ...stored, field: '024  $a', storedField: 'authority.naturalId' },
  }
  for (const [name, by] of Object.entries(ways)) {
    profiles[name] = await makeMatchProfile(app, `Update authorities by ${name}`, {
      ...by,
      onMatch: [{ action: 'UPDATE', record: 'MARC_AUTHORITY' }],
    })
  }
  profiles.both = await makeMatchProfile(app, 'Both steps', {
    ...marc,
    field: '001',
    onMatch: [
      { action: 'UPDATE', record: 'MARC_AUTHORITY' },
      { action: 'UPDATE', record: 'AUTHORITY' },
    ],
    onNonMatch: [
      { action: 'CREATE', record: 'AUTHORITY' },
      { action: 'CREATE', record: 'MARC_AUTHORITY' },
    ],
  })
})

afterAll(() => app.close())

type Made = { entry: LogEntry; id: string; number: string; recordId: string }

/** An authority with a number that has a blank at its end, as the Library of Congress writes them. */
async function makeAuthority(digits: string): Promise<Made> {
  const number = `n  ${digits} `
  const record = authorityRecord(number, [
    ['003', 'DLC'],
    ['010', `  $an  ${digits}`],
    ['100', `1 $aBefore, ${digits}`],
    ['400', '1 $aEarlier, Name'],
  ])
  const job = await importFile(app, `${digits}.mrc`, record, CREATE_AUTHORITY)
  const entry = await onlyEntry(app, job.id)
  const [recordId] = valuesOf(await marcOf(app, entry), '999', 's')
  return { entry, id: entry.relatedAuthorityInfo.idList[0]!, number, recordId: recordId! }
}

describe('MARC authorities that match are updated', () => {
  it('by 001, 010, 999 ff $i and $s, the heading and the natural id', async () => {
    for (const [index, name] of ['number', 'lccn', 'id', 'record', 'heading', 'natural'].entries()) {
      const digits = `0000100${index}`
      const made = await makeAuthority(digits)
      const incoming = authorityRecord(name === 'number' ? made.number : `x-${index}`, [
        ['003', 'ABC'],
        ['010', `  $an  ${digits}`],
        ['024', `  $an${digits}`],
        ['100', name === 'heading' ? `1 $aBefore, ${digits}` : '1 $aAfter, Name$d1950-'],
        ['500', '1 $aFriend, Ann'],
        ...(name === 'id' ? [['999', `ff$i${made.id}`] satisfies [string, string]] : []),
        ...(name === 'record' ? [['999', `ff$s${made.recordId}`] satisfies [string, string]] : []),
      ])
      const job = await importFile(app, `by-${name}.mrc`, incoming, profiles[name])
      expect(job.status, `${name} ${job.errorText ?? ''}`).toBe('COMMITTED')
      const entry = await onlyEntry(app, job.id)
      expect(entry, name).toMatchObject({
        sourceRecordActionStatus: 'UPDATED',
        error: '',
        relatedAuthorityInfo: { actionStatus: 'UPDATED', idList: [made.id], error: '' },
      })
      const authority = await authorityOf(app, entry)
      expect(authority).toMatchObject({
        _version: 1,
        personalName: name === 'heading' ? `Before, ${digits}` : 'After, Name 1950-',
        sftPersonalName: [],
        saftPersonalName: ['Friend, Ann'],
        naturalId: `n${digits}`,
      })
      const marc = await marcOf(app, entry)
      expect(valuesOf(marc, '001')).toEqual([made.number])
      expect(valuesOf(marc, '035', 'a')).toEqual(name === 'number' ? [] : [`(ABC)x-${index}`])
      expect(valuesOf(marc, '400')).toEqual([])
      expect(valuesOf(marc, '999', 's')).toEqual([made.recordId])
      expect(valuesOf(marc, '999', 'i')).toEqual([made.id])
      const stored = answer(await app.get(`/source-storage/records/${entry.sourceRecordId}`))
      expect(stored).toMatchObject({ generation: 1, state: 'ACTUAL', matchedId: made.recordId })
      expect(answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))).toMatchObject({
        totalErrors: 0,
        sourceRecordSummary: { totalUpdatedEntities: 1 },
        authoritySummary: { totalUpdatedEntities: 1, totalCreatedEntities: 0 },
      })
    }
  })

  it.skipIf(!sharedAvailable)('as FOLIO’s own match files say', async () => {
    const sample = (name: string) => readFileSync(sharedPath(`samples/authority/fit_${name}.mrc`))
    const first = await importFile(app, 'create.mrc', sample('marcAuthority'), CREATE_AUTHORITY)
    const made = await onlyEntry(app, first.id)
    const repeatable = await importFile(app, 'r.mrc', sample('marcAuthorityMatchedRepeatable'), profiles.lccn)
    const repeated = await onlyEntry(app, repeatable.id)
    expect(repeated.relatedAuthorityInfo).toMatchObject({
      actionStatus: 'UPDATED',
      idList: made.relatedAuthorityInfo.idList,
    })
    expect(await authorityOf(app, repeated)).toMatchObject({
      personalName: 'Johnson, W. Brad',
      saftGeographicName: ['Updated record'],
    })
    const single = await importFile(app, 's.mrc', sample('marcAuthorityMatchedNonRepeatable'), profiles.lccn)
    expect(await authorityOf(app, await onlyEntry(app, single.id))).toMatchObject({
      personalName: 'Test010FieldMatching',
      _version: 2,
    })
    const none = await importFile(app, 'n.mrc', sample('marcAuthorityNonMatched'), profiles.lccn)
    expect(await onlyEntry(app, none.id)).toMatchObject({ sourceRecordActionStatus: 'DISCARDED', error: '' })
  })

  it('and keep protected fields', async () => {
    const made = await makeAuthority('00002000')
    const protection = { field: '400', indicator1: '*', indicator2: '*', subfield: '*', data: '*' }
    const setting = answer(
      await app.post('/field-protection-settings/marc', { ...protection, source: 'USER' }),
      201,
    )
    const record = authorityRecord(made.number, [['100', '1 $aProtected, Pat']])
    const job = await importFile(app, 'protected.mrc', record, profiles.number)
    answer(await app.del(`/field-protection-settings/marc/${setting.id}`), 204)
    expect(await authorityOf(app, await onlyEntry(app, job.id))).toMatchObject({
      personalName: 'Protected, Pat',
      sftPersonalName: ['Earlier, Name'],
    })
  })

  it('once by a profile with steps for both records, and made once', async () => {
    const created = await importFile(
      app,
      'both.mrc',
      authorityRecord('both-1', [['150', '  $aOne']]),
      profiles.both,
    )
    const made = await onlyEntry(app, created.id)
    expect(made.relatedAuthorityInfo).toMatchObject({ actionStatus: 'CREATED' })
    expect(made.relatedAuthorityInfo.idList).toHaveLength(1)
    const updated = await importFile(
      app,
      'both-2.mrc',
      authorityRecord('both-1', [['150', '  $aTwo']]),
      profiles.both,
    )
    const entry = await onlyEntry(app, updated.id)
    expect(entry.relatedAuthorityInfo.idList).toEqual(made.relatedAuthorityInfo.idList)
    expect(await authorityOf(app, entry)).toMatchObject({ topicalTerm: 'Two', _version: 1 })
    expect(answer(await app.get(`/metadata-provider/jobSummary/${updated.id}`))).toMatchObject({
      sourceRecordSummary: { totalUpdatedEntities: 1 },
      authoritySummary: { totalUpdatedEntities: 1 },
    })
  })

  it('in the order of the file, a record that the file makes included', async () => {
    const records = ['One', 'Two', 'Three'].map((term) =>
      authorityRecord('order-1', [['150', `  $a${term}`]]),
    )
    const job = await importFile(app, 'order.mrc', Buffer.concat(records), profiles.number)
    expect(job.status).toBe('COMMITTED')
    const entries = await logOf(app, job.id)
    expect(entries.map((entry) => entry.relatedAuthorityInfo.actionStatus)).toEqual([
      'CREATED',
      'UPDATED',
      'UPDATED',
    ])
    expect(await authorityOf(app, entries[2]!)).toMatchObject({ topicalTerm: 'Three', _version: 2 })
  })
})

describe('MARC authorities are deleted', () => {
  it('by 999 ff $s, and are listed among the deleted', async () => {
    const made = await makeAuthority('00003000')
    const other = await makeAuthority('00003001')
    const record = authorityRecord(made.number, [
      ['100', '1 $aWhatever'],
      ['999', `ff$s${made.recordId}`],
    ])
    const job = await importFile(app, 'delete.mrc', record, DELETE_AUTHORITY)
    expect(job.status, job.errorText).toBe('COMMITTED')
    expect(await onlyEntry(app, job.id)).toMatchObject({
      sourceRecordActionStatus: 'DELETED',
      error: '',
      relatedAuthorityInfo: { actionStatus: 'DELETED', idList: [made.id] },
    })
    expect((await app.get(`/authority-storage/authorities/${made.id}`)).status).toBe(404)
    expect((await app.get(`/authority-storage/authorities/${other.id}`)).status).toBe(200)
    const deleted = answer(
      await app.get(
        `/authority-storage/authorities?deleted=true&query=${encodeURIComponent(`id==${made.id}`)}`,
      ),
    )
    expect(deleted).toMatchObject({
      totalRecords: 1,
      authorities: [{ id: made.id, personalName: 'Before, 00003000' }],
    })
    const stored = answer(await app.get(`/source-storage/records/${made.entry.sourceRecordId}`))
    expect(stored).toMatchObject({ state: 'DELETED', deleted: true })
    const again = await importFile(app, 'again.mrc', record, DELETE_AUTHORITY)
    expect(await onlyEntry(app, again.id)).toMatchObject({ sourceRecordActionStatus: 'DISCARDED', error: '' })
  })
})

describe('an undo', () => {
  it('takes back authorities that were made', async () => {
    const made = await makeAuthority('00004000')
    const undo = await undoJob(app, (made.entry as unknown as { jobExecutionId: string }).jobExecutionId)
    expect(undo).toMatchObject({
      status: 'COMMITTED',
      left: 0,
      deleted: { authorities: 1, sourceRecords: 1 },
    })
    expect((await app.get(`/authority-storage/authorities/${made.id}`)).status).toBe(404)
  })

  it('gives authorities that were updated their documents and MARC back', async () => {
    const made = await makeAuthority('00004001')
    const path = `/authority-storage/authorities/${made.id}`
    const before = answer(await app.get(path))
    const record = authorityRecord(made.number, [['100', '1 $aMistaken, Max']])
    const job = await importFile(app, 'to-undo.mrc', record, profiles.number)
    expect(answer(await app.get(path))).toMatchObject({ personalName: 'Mistaken, Max' })
    const undo = await undoJob(app, job.id)
    expect(undo).toMatchObject({ left: 0, restored: { authorities: 1 } })
    const after = answer(await app.get(path))
    expect(after).toEqual({ ...before, _version: 2, metadata: after.metadata })
    const stored = answer(await app.get(`/source-storage/records/${made.entry.sourceRecordId}`))
    expect(stored.state).toBe('ACTUAL')
  })
})
