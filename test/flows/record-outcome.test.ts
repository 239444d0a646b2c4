import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { Catalog } from './catalog.ts'
import { answer, importFile, newTenant } from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { endOfPreview, startPreview, uploadOnly } from './preview-client.ts'
import { action, makeTree, match } from './profile-tree.ts'

let app: TestApp
let api: Api
let catalog: Catalog
beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
  catalog = new Catalog(api)
})
afterAll(() => app.close())

const overlayBy035 = [
  match('035  $a', 'MARC_BIBLIOGRAPHIC', '035  $a', {
    onMatch: [action('UPDATE', 'MARC_BIBLIOGRAPHIC')],
    onNonMatch: [action('CREATE', 'INSTANCE')],
  }),
]

test('of a record that overlaid another: what was looked for, found and changed, also after later changes', async () => {
  const [there] = await catalog.add([
    book('o1', 'Rivers of Ontario', [['035', '  $a(OCoLC)1'], ['500', '  $aOld'], copy('o-1')]),
  ])
  const profile = await makeTree(api, 'overlay', overlayBy035)
  const file = [
    book('o1', 'Rivers and lakes of Ontario', [['035', '  $a(OCoLC)1']]),
    book('o2', 'New book', [['035', '  $a(OCoLC)2']]),
    book('o3', null, [['035', '  $a(OCoLC)3']]),
  ]
  const upload = await uploadOnly(api, 'overlay.mrc', Buffer.concat(file))
  const preview = await endOfPreview(api, (await startPreview(api, upload, profile)).id)
  const foreseen = answer(await api.get(`/octavo/imports/previews/${preview.id}/records/0`))
  const job = await importFile(api, 'overlay.mrc', Buffer.concat(file), profile)
  const path = `/octavo/imports/${job.id}/records`
  const stored = await catalog.instance(there!.instance)
  answer(
    await api.put(`/instance-storage/instances/${stored.id}`, { ...stored, administrativeNotes: ['Mine'] }),
    204,
  )
  const outcome = answer(await api.get(`${path}/0`))
  expect(outcome).toMatchObject({
    order: 0,
    title: 'Rivers and lakes of Ontario',
    controlNumber: 'o1',
    recordType: 'MARC_BIB',
    error: null,
    previousError: null,
    nextError: 2,
  })
  for (const told of [outcome, foreseen]) {
    expect(told.incoming.marc.fields[0]).toMatchObject({ tag: '001', value: 'o1' })
    expect(told.matches).toEqual([
      expect.objectContaining({
        existingRecordType: 'MARC_BIBLIOGRAPHIC',
        values: ['(OCoLC)1'],
        hits: 1,
        records: [
          { id: there!.instance, entityType: 'INSTANCE', hrid: stored.hrid, title: expect.any(String) },
        ],
      }),
    ])
  }
  const marc = outcome.records.find((one: { entityType: string }) => one.entityType === 'MARC_BIBLIOGRAPHIC')
  const tags = (side: { fields: { tag: string }[] }) => side.fields.map(({ tag }) => tag)
  expect(tags(marc.marc.before)).toContain('500')
  expect(tags(marc.marc.after)).not.toContain('500')
  const instance = outcome.records.find((one: { entityType: string }) => one.entityType === 'INSTANCE')
  expect(instance.before.title).toBe('Rivers of Ontario')
  expect(instance.after.title).toBe('Rivers and lakes of Ontario')
  expect(instance.after.administrativeNotes ?? []).not.toContain('Mine')
  expect(instance.changes).toContainEqual({
    path: 'title',
    before: 'Rivers of Ontario',
    after: 'Rivers and lakes of Ontario',
  })
  const titleForeseen = foreseen.records
    .flatMap((one: { changes: object[] }) => one.changes)
    .filter((change: { path?: string }) => change.path === 'title')
  expect(titleForeseen).toEqual([
    { path: 'title', before: 'Rivers of Ontario', after: 'Rivers and lakes of Ontario' },
  ])
  const created = answer(await api.get(`${path}/1`))
  expect(created.matches[0]).toMatchObject({ values: ['(OCoLC)2'], hits: 0, records: [] })
  expect(created.records.find((one: { entityType: string }) => one.entityType === 'INSTANCE')).toMatchObject({
    actionType: 'CREATE',
    before: null,
    after: { title: 'New book' },
  })
  const failed = answer(await api.get(`${path}/2`))
  expect(failed.error).toMatchObject({
    kind: 'no-title',
    field: 'title',
    marcFields: [{ tag: '245', code: 'a' }],
  })
  expect(failed.previousError).toBeNull()
  expect((await api.get(`${path}/3`)).status).toBe(404)
  expect((await api.get(`${path}/x`)).status).toBe(400)
})

test('a profile is tried on records before it is saved: way, hits, and what would come of it', async () => {
  const [there] = await catalog.add([
    book('t1', 'Tides', [['035', '  $a(OCoLC)91'], ['500', '  $aOld'], copy('t-1')]),
  ])
  const profile = await makeTree(api, 'trial', overlayBy035)
  const tree = answer(
    await api.get(`/data-import-profiles/profileSnapshots/${profile.id}?profileType=JOB_PROFILE`),
  )
  const before = answer(await api.get('/inventory/instances?limit=0')).totalRecords
  const fixed = '008 260101s2001    xx            000 0 eng  '
  const recordText = [
    '=LDR 00000nam a2200000 a 4500',
    '001 t1',
    fixed,
    '035 ## $a(OCoLC)91',
    '245 10 $aTides, new',
  ]
  const { fault, records } = answer(
    await api.post('/octavo/import/profiles/try', { profile: tree, recordText: recordText.join('\n') }),
  )
  expect(fault).toBeNull()
  expect(records).toHaveLength(1)
  expect(records[0]).toMatchObject({ title: 'Tides, new', controlNumber: 't1', error: null })
  expect(records[0].path).toEqual([
    expect.objectContaining({ kind: 'match', isFound: true }),
    expect.objectContaining({ kind: 'action', action: 'UPDATE', entityType: 'MARC_BIBLIOGRAPHIC' }),
  ])
  expect(records[0].matches[0].records[0].id).toBe(there!.instance)
  const [, instance] = records[0].records
  expect(instance).toMatchObject({ entityType: 'INSTANCE', actionType: 'UPDATE', id: there!.instance })
  expect(instance.changes).toContainEqual({ path: 'title', before: 'Tides', after: 'Tides, new' })
  const upload = await uploadOnly(
    api,
    'trial.mrc',
    Buffer.concat([book('t1', 'T'), book('t2', null), book('t3', 'U')]),
  )
  const onFile = answer(
    await api.post('/octavo/import/profiles/try', {
      profileId: profile.id,
      fileId: upload.fileDefinitions[0].id,
      order: 1,
    }),
  )
  expect(onFile.records.map(({ order }: { order: number }) => order)).toEqual([1, 2])
  expect(onFile.records[0].error).toMatchObject({ kind: 'no-title', field: 'title' })
  expect(onFile.records[1].records).toContainEqual(
    expect.objectContaining({ entityType: 'INSTANCE', actionType: 'CREATE', id: null }),
  )
  expect(answer(await api.get('/inventory/instances?limit=0')).totalRecords).toBe(before)
  tree.childSnapshotWrappers[0].childSnapshotWrappers = []
  const empty = answer(await api.post('/octavo/import/profiles/try', { profile: tree, recordText: '001 x' }))
  expect(empty.fault).toContain('nothing follows the match')
  for (const body of [{}, { profile: {}, recordText: '001 x' }, { profileId: profile.id, recordText: 'x' }])
    expect((await api.post('/octavo/import/profiles/try', body)).status).toBe(422)
})
