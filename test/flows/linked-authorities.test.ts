import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookRecord, field } from '../../src/modules/quick-marc/test-records.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { CREATE_AUTHORITY, DELETE_AUTHORITY, authorityRecord } from './authority-client.ts'
import { answer, importFile, marcOf, until, valuesOf } from './import-client.ts'
import type { Profile } from './import-client.ts'
import { onlyEntry } from './marc-holdings-client.ts'
import { makeMatchProfile } from './match-profile.ts'
import { undoJob } from './undo-client.ts'

// Records follow the authorities that they are linked to whoever changes those: here an import, and its undo.

let app: TestApp
let updateByNumber: Profile

beforeAll(async () => {
  app = await testApp({ work: true })
  updateByNumber = await makeMatchProfile(app, 'Update authorities', {
    incoming: 'MARC_AUTHORITY',
    stored: 'MARC_AUTHORITY',
    field: '001',
    onMatch: [{ action: 'UPDATE', record: 'MARC_AUTHORITY' }],
  })
})

afterAll(() => app.close())

async function importAuthority(number: string, heading: string, profile: Profile) {
  const job = await importFile(app, 'one.mrc', authorityRecord(number, [['100', heading]]), profile)
  return { job, entry: await onlyEntry(app, job.id) }
}

async function linkedBook(authorityId: string): Promise<string> {
  const linkDetails = { authorityId, authorityNaturalId: 'as sent', linkingRuleId: 1 }
  const content = `$a Before $e editor $9 ${authorityId}`
  const reply = await app.post(
    '/records-editor/records',
    bookRecord('Linked', field('100', '1\\', content, { linkDetails })),
  )
  return answer(reply, 201).externalId
}

/** Waits for a generation of a book. @returns its 100 and its first contributor */
async function after(bookId: string, generation: number): Promise<[string, string]> {
  const shown = await until(async () => {
    const record = answer(await app.get(`/records-editor/records?externalId=${bookId}`))
    return record.sourceVersion >= generation ? record : null
  })
  expect(shown.sourceVersion).toBe(generation)
  const { contributors } = answer(await app.get(`/inventory/instances/${bookId}`))
  return [shown.fields.find(({ tag }: { tag: string }) => tag === '100').content, contributors[0].name]
}

describe('a book that is linked to an authority', () => {
  it('follows an import of the authority, its undo, and its deletion by an import', async () => {
    const { entry } = await importAuthority('n1', '1 $aBefore', CREATE_AUTHORITY)
    const id = entry.relatedAuthorityInfo.idList[0]!
    const book = await linkedBook(id)
    const address = 'http://id.loc.gov/authorities/names/n1'
    const { job } = await importAuthority('n1', '1 $aAfter$d1950-', updateByNumber)
    expect(await after(book, 1)).toEqual([
      `$a After $d 1950- $e editor $0 ${address} $9 ${id}`,
      'After 1950-',
    ])
    await undoJob(app, job.id)
    expect(await after(book, 2)).toEqual([`$a Before $e editor $0 ${address} $9 ${id}`, 'Before'])
    const [recordId] = valuesOf(await marcOf(app, entry), '999', 's')
    const doomed = authorityRecord('n1', [
      ['100', '1 $aBefore'],
      ['999', `ff$s${recordId}`],
    ])
    await importFile(app, 'delete.mrc', doomed, DELETE_AUTHORITY)
    expect(await after(book, 3)).toEqual([`$a Before $e editor $0 ${address}`, 'Before'])
    expect(answer(await app.get(`/links/instances/${book}`)).links).toEqual([])
    const { stats } = answer(await app.get('/links/stats/authority'))
    expect(
      stats.map(({ headingOld, headingNew }: Record<string, string>) => [headingOld, headingNew]),
    ).toEqual([
      ['After 1950-', 'Before'],
      ['Before', 'After 1950-'],
    ])
  })
})
