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
