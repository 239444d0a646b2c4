import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  CREATE_INSTANCE,
  SAMPLE_PROFILE,
  answer,
  defineUpload,
  importFile,
  makeUnusableProfile,
  newTenant,
  rule,
  sendFile,
  until,
} from './import-client.ts'
import type { Api, Profile } from './import-client.ts'
import { book, copy, manyBooks } from './marc-files.ts'
import {
  PREVIEWS,
  hridsOf,
  importUpload,
  makeMatchingProfile,
  previewOf,
  previewRecords,
  startPreview,
  endOfPreview,
  summaryOf,
  toldByJob,
  toldByPreview,
  uploadOnly,
} from './preview-client.ts'
import { tableChecksums } from './undo-client.ts'

let app: TestApp
let api: Api

beforeAll(async () => {
  // One worker more than a preview takes; chunks of an import in file order, as a preview goes through them.
  app = await testApp({ work: true, env: { OCTAVO_JOB_CONCURRENCY: '1' } })
  api = await newTenant(app, 'lib', true)
})

afterAll(() => app.close())

/** All tables that an import writes, and the numbers of its sequences. */
async function everything(): Promise<Record<string, string>> {
  const tables = await tableChecksums(app, 'lib', [
    'instance',
    'holdings_record',
    'item',
    'source_record',
    'authority',
    'deleted_authority',
    'instance_authority_link',
    'journal',
    'record_change',
    'snapshot',
    'job_execution',
    'upload_definition',
    'file_definition',
    'import_context',
  ])
  const numbers = await app.octavo.app.db.tenant('lib', (tx) =>
    tx.query<{ name: string; last: string }>(
      `select sequencename as name, last_value::text as last from pg_sequences
       where schemaname = current_schema()::text`,
    ),
  )
  return { ...tables, ...Object.fromEntries(numbers.map(({ name, last }) => [name, last])) }
}

describe('the preview of an import that creates', () => {
  it('writes nothing, and says of each record what the import then does', async () => {
    const bytes = Buffer.concat([
      book('a1', 'First', [copy('dup-1')]),
      book('a2', null, [copy('x-2')]),
      book('a3', 'Same barcode', [copy('dup-1')]),
      book('a4', 'Unknown type', [copy('x-4', 'no such type')]),
      Buffer.from('00026nam a2200025 a 4500\u001d'),
      manyBooks(1200, 'm'),
      book('a5', 'Same barcode in another chunk', [copy('dup-1'), copy('x-5')]),
    ])
    const upload = await uploadOnly(api, 'create.mrc', bytes)
    const before = await everything()
    const preview = await previewOf(api, upload, SAMPLE_PROFILE)
    expect(await everything()).toEqual(before)
    expect(preview).toMatchObject({ status: 'FINISHED', fileName: 'create.mrc' })
    expect(preview.progress).toEqual({ current: 1206, total: 1206 })
    const told = await toldByPreview(api, preview.id)
    const job = await importUpload(api, upload, SAMPLE_PROFILE)
    expect(told).toEqual(await toldByJob(api, job.id))
    expect(preview.summary).toEqual(await summaryOf(api, job.id))
    const { errors } = answer(await api.get(`/octavo/imports/${job.id}/errors`))
    expect(withoutIds(preview.errors)).toEqual(withoutIds(errors))
    expect(preview.errors.map(({ kind, count }) => [kind, count])).toContainEqual(['duplicate-barcode', 2])
  })

  it('lists records by outcome, and what each would come to', async () => {
    const bytes = Buffer.concat([
      book('l1', 'Made', [copy('l-1')]),
      book('l2', null, [copy('l-2')]),
      book('l3', 'Half made', [copy('l-1')]),
    ])
    const { id } = await previewOf(api, await uploadOnly(api, 'list.mrc', bytes), SAMPLE_PROFILE)
    const numbers = async (query: string) =>
      (await previewRecords(api, id, query)).map(({ sourceRecordOrder }) => sourceRecordOrder)
    expect(await numbers('limit=2&offset=1')).toEqual([1, 2])
    expect(await numbers('filter=created')).toEqual([0, 2])
    expect(await numbers('filter=errors')).toEqual([1, 2])
    expect(await numbers('filter=discarded')).toEqual([1, 2])
    expect(await numbers('filter=updated')).toEqual([])
    const [made, , half] = await previewRecords(api, id)
    const done = (entityType: string) => ({ entityType, actionType: 'CREATE', actionStatus: 'COMPLETED' })
    expect(made).toMatchObject({
      title: 'Made',
      controlNumber: 'l1',
      outcomes: ['created'],
      steps: [
        done('MARC_BIBLIOGRAPHIC'),
        done('INSTANCE'),
        { ...done('HOLDINGS'), permanentLocationId: expect.any(String) },
        done('ITEM'),
      ],
      changes: [],
    })
    expect(half).toMatchObject({
      errorKind: 'duplicate-barcode',
      outcomes: ['created', 'discarded', 'errors'],
    })
    expect((await api.get(`${PREVIEWS}/${id}/records?filter=wrong`)).text).toBe(
      "'filter' parameter is incorrect. parameter value {wrong} is not valid: must be one of errors, created, updated, discarded",
    )
  })
})

const withoutIds = (value: object) =>
  JSON.stringify(value).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')

/** FOLIO's "PTF - Updates Success - 1" in short: the MARC modified by 001, holdings and item updated by 901 and 902. */
const updateProfile = (name: string): Promise<Profile> =>
  makeMatchingProfile(api, name, [
    {
      incoming: ['001', ''],
      existing: { type: 'MARC_BIBLIOGRAPHIC', field: ['001', ''] },
      onMatch: [
        {
          action: 'MODIFY',
          folioRecord: 'MARC_BIBLIOGRAPHIC',
          mapping: {
            name: 'marcBib',
            marcMappingOption: 'MODIFY',
            mappingFields: [],
            marcMappingDetails: [
              {
                order: 0,
                action: 'ADD',
                field: {
                  field: '947',
                  indicator1: ' ',
                  indicator2: ' ',
                  subfields: [{ subfield: 'a', data: { text: 'Test' } }],
                },
              },
            ],
          },
        },
      ],
    },
    {
      incoming: ['901', 'a'],
      existing: { type: 'HOLDINGS', field: 'holdingsrecord.hrid' },
      onMatch: [
        {
          action: 'UPDATE',
          folioRecord: 'HOLDINGS',
          mapping: { mappingFields: [rule('holdings.callNumberPrefix', '"PREF"')] },
        },
      ],
    },
    {
      incoming: ['902', 'a'],
      existing: { type: 'ITEM', field: 'item.hrid' },
      onMatch: [
        {
          action: 'UPDATE',
          folioRecord: 'ITEM',
          mapping: {
            mappingFields: [rule('item.barcode', '903$a'), rule('item.copyNumber', '904$a')],
          },
        },
      ],
    },
  ])

describe('the preview of an import that updates', () => {
  it('shows what would change field by field, and says what the import then does', async () => {
    const stock = await importFile(api, 'stock.mrc', manyBooks(3, 'stock'), SAMPLE_PROFILE)
    const hrids = await hridsOf(api, stock.id)
    const profile = await updateProfile('Preview updates')
    const update = (n: number, title: string, barcode: string, copyNumber: string) =>
      book(hrids[n]!.instance, title, [
        ['901', `  $a${hrids[n]!.holdings}`],
        ['902', `  $a${hrids[n]!.item}`],
        ['903', `  $a${barcode}`],
        ['904', `  $a${copyNumber}`],
      ])
    const bytes = Buffer.concat([
      update(0, 'New title', 'stock-0', '7'),
      // The barcode of the second is free when the third takes it; that of the first is not.
      update(1, 'Book 1 of stock', 'stock-one', '1'),
      update(2, 'Book 2 of stock', 'stock-1', '1'),
      update(1, 'Twice', 'stock-0', '2'),
      update(1, 'Thrice', 'stock-uno', '3'),
      book('no such number', 'Nothing', [
        ['901', '  $anone'],
        ['902', '  $anone'],
      ]),
    ])
    const upload = await uploadOnly(api, 'update.mrc', bytes)
    const before = await everything()
    const preview = await previewOf(api, upload, profile)
    expect(await everything()).toEqual(before)
    expect(preview).toMatchObject({ status: 'FINISHED', progress: { current: 6, total: 6 } })
    const [first, , , refused, thrice, none] = await previewRecords(api, preview.id)
    expect(first!.outcomes).toEqual(['updated'])
    const [marc, instance, holdings, item] = first!.changes
    expect(marc).toMatchObject({ entityType: 'MARC_BIBLIOGRAPHIC', entityHrId: hrids[0]!.instance })
    expect(marc!.fields).toContainEqual({
      name: '245',
      before: '245 00 $aBook 0 of stock',
      after: '245 00 $aNew title',
    })
    expect(marc!.fields).toContainEqual({ name: '947', before: null, after: '947    $aTest' })
    expect(instance).toMatchObject({ entityType: 'INSTANCE', entityId: hrids[0]!.instanceId })
    expect(instance!.fields).toContainEqual({
      name: 'title',
      before: 'Book 0 of stock',
      after: 'New title',
    })
    expect(holdings).toMatchObject({
      entityType: 'HOLDINGS',
      entityHrId: hrids[0]!.holdings,
      fields: [{ name: 'callNumberPrefix', before: null, after: 'PREF' }],
    })
    expect(item).toMatchObject({
      entityType: 'ITEM',
      entityId: hrids[0]!.itemId,
      fields: [{ name: 'copyNumber', before: null, after: '7' }],
    })
    expect(refused).toMatchObject({ errorKind: 'duplicate-barcode' })
    expect(thrice!.changes.find(({ entityType }) => entityType === 'ITEM')!.fields).toEqual([
      { name: 'barcode', before: 'stock-one', after: 'stock-uno' },
      { name: 'copyNumber', before: '1', after: '3' },
    ])
    expect(none!.outcomes).toEqual(['discarded'])
    const told = await toldByPreview(api, preview.id)
    const job = await importUpload(api, upload, profile)
    expect(told).toEqual(await toldByJob(api, job.id))
    expect(preview.summary).toEqual(await summaryOf(api, job.id))
    const changed = answer(await api.get(`/item-storage/items/${hrids[1]!.itemId}`))
    expect([changed.barcode, changed.copyNumber]).toEqual(['stock-uno', '3'])
  })

  it('finds what an earlier record of the file makes, in the same chunk and in another', async () => {
    const profile = await makeMatchingProfile(api, 'Preview create or update', [
      {
        incoming: ['024', 'a'],
        existing: { type: 'MARC_BIBLIOGRAPHIC', field: ['024', 'a'] },
        onMatch: [
          {
            action: 'UPDATE',
            folioRecord: 'INSTANCE',
            mapping: { mappingFields: [] },
          },
        ],
        onNonMatch: [{ action: 'CREATE', folioRecord: 'INSTANCE', mapping: { mappingFields: [] } }],
      },
    ])
    const numbered = (n: number, title: string) => book(`c${n}`, title, [['024', `  $akey-${n}`]])
    const bytes = Buffer.concat([
      numbered(1, 'Made'),
      numbered(1, 'Changed at once'),
      ...Array.from({ length: 1100 }, (_, n) => numbered(n + 2, `Filler ${n}`)),
      numbered(1, 'Changed in another chunk'),
      numbered(700, 'Filler changed'),
    ])
    const upload = await uploadOnly(api, 'twice.mrc', bytes)
    const before = await everything()
    const preview = await previewOf(api, upload, profile)
    expect(await everything()).toEqual(before)
    expect(preview.summary.instanceSummary).toMatchObject({
      totalCreatedEntities: 1101,
      totalUpdatedEntities: 3,
    })
    const updated = await previewRecords(api, preview.id, 'filter=updated')
    expect(updated.map(({ sourceRecordOrder }) => sourceRecordOrder)).toEqual([1, 1102, 1103])
    const change = updated[1]!.changes.find(({ entityType }) => entityType === 'INSTANCE')!
    expect(change).not.toHaveProperty('entityId')
    expect(change).not.toHaveProperty('entityHrId')
    expect(change.fields).toContainEqual({
      name: 'title',
      before: 'Changed at once',
      after: 'Changed in another chunk',
    })
    const told = await toldByPreview(api, preview.id)
    const job = await importUpload(api, upload, profile)
    expect(told).toEqual(await toldByJob(api, job.id))
    expect(preview.summary).toEqual(await summaryOf(api, job.id))
  })
})

describe('previews', () => {
  it('of several files run side by side, do not see each other, and leave the uploads to be imported', async () => {
    const bytes = manyBooks(1500, 'pair')
    const uploads = [await uploadOnly(api, 'one.mrc', bytes), await uploadOnly(api, 'two.mrc', bytes)]
    const started = [
      await startPreview(api, uploads[0], SAMPLE_PROFILE),
      await startPreview(api, uploads[1], SAMPLE_PROFILE),
    ]
    for (const { id } of started) {
      expect(await endOfPreview(api, id)).toMatchObject({ status: 'FINISHED', totalErrors: 0 })
    }
    const first = await importUpload(api, uploads[0], SAMPLE_PROFILE)
    expect(first).toMatchObject({ status: 'COMMITTED', progress: { current: 1500 } })
    const again = await previewOf(api, uploads[1], SAMPLE_PROFILE)
    expect(again.errors).toMatchObject([{ kind: 'duplicate-barcode', count: 1500 }])
  })

  it('belong to their tenant', async () => {
    const other = await newTenant(app, 'other', true)
    const bytes = book('t1', 'Ours', [copy('stock-0')])
    const { id } = await previewOf(api, await uploadOnly(api, 'ours.mrc', bytes), SAMPLE_PROFILE)
    expect((await other.get(`${PREVIEWS}/${id}`)).status).toBe(404)
    expect((await other.get(`${PREVIEWS}/${id}/records`)).status).toBe(404)
    expect((await other.del(`${PREVIEWS}/${id}`)).status).toBe(404)
    const theirs = await previewOf(other, await uploadOnly(other, 'theirs.mrc', bytes), SAMPLE_PROFILE)
    expect(theirs).toMatchObject({ status: 'FINISHED', totalErrors: 0 })
  })

  it('are refused with the reason, and go with their upload or by themselves', async () => {
    const upload = await uploadOnly(api, 'refuse.mrc', book('r1', 'One'))
    const unusable = await makeUnusableProfile(api, 'Preview unusable')
    const post = (body: object) => api.post(PREVIEWS, body)
    const reply = await post({ uploadDefinitionId: upload.id, jobProfileId: unusable.id })
    const [fault] = answer(reply, 422).errors
    expect(fault.message).toContain('Action profile to create an Instance requires a mapping profile')
    expect(fault.parameters).toEqual([{ key: 'jobProfileId', value: unusable.id }])
    for (const [body, key] of [
      [{ jobProfileId: CREATE_INSTANCE.id }, 'uploadDefinitionId'],
      [{ uploadDefinitionId: upload.id, jobProfileId: 7 }, 'jobProfileId'],
      [{ uploadDefinitionId: upload.id, jobProfileId: CREATE_INSTANCE.id, fileId: 'x' }, 'fileId'],
      [{ uploadDefinitionId: upload.id, jobProfileId: CREATE_INSTANCE.id, fileId: upload.id }, 'fileId'],
    ] as const) {
      expect(answer(await post(body), 422).errors[0].parameters[0].key).toBe(key)
    }
    const unknown = '11111111-1111-4111-8111-111111111111'
    expect((await post({ uploadDefinitionId: unknown, jobProfileId: CREATE_INSTANCE.id })).status).toBe(404)
    expect((await post({ uploadDefinitionId: upload.id, jobProfileId: unknown })).status).toBe(404)
    const empty = await defineUpload(api, ['a.mrc', 'b.mrc'])
    const both = { uploadDefinitionId: empty.id, jobProfileId: CREATE_INSTANCE.id }
    expect(answer(await post(both), 422).errors[0].message).toBe(
      'must name one of the 2 files of the upload definition',
    )
    await sendFile(api, empty, empty.fileDefinitions[1], book('b1', 'Of two'))
    const fileId = empty.fileDefinitions[1].id
    const { id: ofTwo } = answer(await post({ ...both, fileId }), 202)
    expect(await endOfPreview(api, ofTwo)).toMatchObject({ progress: { current: 1, total: 1 } })
    const missing = answer(await post({ ...both, fileId: empty.fileDefinitions[0].id }), 422)
    expect(missing.errors[0].message).toBe('The file "a.mrc" was not uploaded completely.')

    const { id } = await previewOf(api, upload, CREATE_INSTANCE)
    answer(await api.del(`${PREVIEWS}/${id}`), 204)
    expect((await api.get(`${PREVIEWS}/${id}`)).status).toBe(404)
    const second = await previewOf(api, upload, CREATE_INSTANCE)
    answer(await api.del(`/data-import/uploadDefinitions/${upload.id}`), 204)
    expect((await api.get(`${PREVIEWS}/${second.id}`)).status).toBe(404)
    const left = await app.octavo.app.db.tenant('lib', (tx) =>
      tx.query('select from preview_record where preview_id = any($1::uuid[])', [[id, second.id]]),
    )
    expect(left).toEqual([])
  })

  it('stop when they are removed', async () => {
    const upload = await uploadOnly(api, 'stop.mrc', manyBooks(6000, 'stop'))
    const { id } = await startPreview(api, upload, SAMPLE_PROFILE)
    await until(async () => answer(await api.get(`${PREVIEWS}/${id}`)).progress.current > 0)
    answer(await api.del(`${PREVIEWS}/${id}`), 204)
    const next = await previewOf(api, await uploadOnly(api, 'next.mrc', book('n1', 'Next')), CREATE_INSTANCE)
    expect(next.status).toBe('FINISHED')
    const left = await app.octavo.app.db.tenant('lib', (tx) =>
      tx.query('select from preview_record where preview_id = $1', [id]),
    )
    expect(left).toEqual([])
  })
})
