import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/flows/import-client.ts'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { controlField, dataField } from '../../formats/marc/index.ts'
import { newId } from '../../kernel/ids.ts'
import { addMissingLinks } from '../authorities/index.ts'
import { updateLinkedRecords } from '../authorities/linked-records/update-linked-records.ts'
import { insertInstances } from '../inventory/index.ts'
import { INSTANCE_TYPE } from '../inventory/test-library.ts'
import { addSnapshot, insertSourceRecords } from '../records/index.ts'
import { authorityRecord, bookRecord, field } from './test-records.ts'
import type { TestField } from './test-records.ts'

const PATH = '/records-editor/records'
const LC_NAMES = 'af045f2f-e851-4613-984c-4bc13430454a'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
})
afterAll(() => app.close())

async function create(record: object) {
  const reply = await app.post(PATH, record)
  expect(reply.status, reply.text).toBe(201)
  return reply.json
}

const view = async (id: string) => (await app.get(`${PATH}?externalId=${id}`)).json
const linksOf = async (id: string) => (await app.get(`/links/instances/${id}`)).json.links
const contentOf = ({ fields }: { fields: TestField[] }, tag: string) =>
  fields.find((entry) => entry.tag === tag)?.content
const instanceOf = async (id: string) => (await app.get(`/inventory/instances/${id}`)).json

/** A personal name in the LC file, with whatever follows the name. */
const person = (number: string, rest = '$d 1835-1910') =>
  create(authorityRecord(number, field('100', '1\\', `$a Twain, Mark, ${rest}`)))

/** A book whose 100 is linked to the authority by the first rule, with a term of relation of its own. */
async function linkedBook(title: string, authority: { externalId: string }, naturalId: string) {
  const linkDetails = { authorityId: authority.externalId, authorityNaturalId: naturalId, linkingRuleId: 1 }
  const content = `$a Twain, Mark, $d 1835-1910 $e author. $0 http://id.loc.gov/authorities/names/${naturalId} $9 ${authority.externalId}`
  return create(bookRecord(title, field('100', '1\\', content, { linkDetails })))
}

async function change(externalId: string, tag: string, content: string, newTag = tag) {
  const shown = await view(externalId)
  Object.assign(
    shown.fields.find((entry: TestField) => entry.tag === tag)!,
    { tag: newTag, content },
  )
  const reply = await app.put(`${PATH}/${shown.parsedRecordId}`, shown)
  expect(reply.status, reply.text).toBe(202)
}

/** Waits until a record has been saved once more. */
const generation = (externalId: string, wanted: number) =>
  until(async () => {
    const shown = await view(externalId)
    return shown.sourceVersion >= wanted ? shown : null
  })

describe('a linked field', () => {
  it('shows its link, and loses it when it is saved without', async () => {
    const twain = await person('n79021164')
    const book = await linkedBook('Linked', twain, 'n79021164')
    const shown = await view(book.externalId)
    expect(shown.fields.find(({ tag }: TestField) => tag === '100').linkDetails).toEqual({
      authorityId: twain.externalId,
      authorityNaturalId: 'n79021164',
      linkingRuleId: 1,
      status: 'ACTUAL',
    })
    expect((await instanceOf(book.externalId)).contributors[0]).toMatchObject({
      name: 'Twain, Mark, 1835-1910',
      authorityId: twain.externalId,
    })
    const [link] = await linksOf(book.externalId)
    expect((await app.put(`${PATH}/${shown.parsedRecordId}`, shown)).status).toBe(202)
    expect(await linksOf(book.externalId)).toEqual([link])
    const bare = await view(book.externalId)
    for (const entry of bare.fields) {
      if (entry.tag !== '100') continue
      delete entry.linkDetails
      entry.content = '$a Twain, Mark'
    }
    expect((await app.put(`${PATH}/${bare.parsedRecordId}`, bare)).status).toBe(202)
    expect(await linksOf(book.externalId)).toEqual([])
  })

  it('of an authority or a rule that nobody knows is refused', async () => {
    const details = { authorityNaturalId: 'n1', linkingRuleId: 1, status: 'NEW' }
    const unknown = '11111111-1111-4111-8111-111111111111'
    const record = (linkDetails: object) => bookRecord('x', field('100', '1\\', '$a X', { linkDetails }))
    const missing = await app.post(PATH, record({ ...details, authorityId: unknown }))
    expect([missing.status, missing.json.message]).toEqual([
      404,
      `Authority with ID [[${unknown}]] was not found`,
    ])
    const twain = await person('n2')
    const rule = await app.post(
      PATH,
      record({ ...details, authorityId: twain.externalId, linkingRuleId: 99 }),
    )
    expect([rule.status, rule.json.parameters]).toEqual([422, [{ key: 'linkingRuleId', value: '99' }]])
  })

  it('follows the heading of its authority: what is controlled, $0 and $9; the rest stays', async () => {
    const twain = await person('n3')
    const book = await linkedBook('Follows', twain, 'n3')
    await change(twain.externalId, '100', '$a Clemens, Samuel, $c Dr., $d 1835-1910')
    const shown = await generation(book.externalId, 1)
    expect(contentOf(shown, '100')).toBe(
      `$a Clemens, Samuel, $c Dr., $d 1835-1910 $e author. $0 http://id.loc.gov/authorities/names/n3 $9 ${twain.externalId}`,
    )
    expect((await instanceOf(book.externalId)).contributors[0]).toMatchObject({
      name: 'Clemens, Samuel, Dr., 1835-1910',
      authorityId: twain.externalId,
    })
    expect(await linksOf(book.externalId)).toMatchObject([{ status: 'ACTUAL' }])
    expect(shown.updateInfo.updatedBy.username).toBe('diku_admin')
  })

  it('follows the number of its authority', async () => {
    const twain = await person('n4')
    const book = await linkedBook('Renumbered', twain, 'n4')
    const path = `/authority-storage/authorities/${twain.externalId}`
    const authority = (await app.get(path)).json
    expect((await app.put(path, { ...authority, naturalId: 'n44', sourceFileId: LC_NAMES })).status).toBe(204)
    const shown = await generation(book.externalId, 1)
    expect(contentOf(shown, '100')).toBe(
      `$a Twain, Mark, $d 1835-1910 $e author. $0 http://id.loc.gov/authorities/names/n44 $9 ${twain.externalId}`,
    )
  })

  it('is unlinked when its authority becomes another kind of heading', async () => {
    const twain = await person('n5')
    const book = await linkedBook('Another kind', twain, 'n5')
    await change(twain.externalId, '100', '$a Twain Society', '110')
    const shown = await generation(book.externalId, 1)
    expect(contentOf(shown, '100')).toBe(
      '$a Twain, Mark, $d 1835-1910 $e author. $0 http://id.loc.gov/authorities/names/n5',
    )
    expect(await linksOf(book.externalId)).toEqual([])
    expect((await instanceOf(book.externalId)).contributors[0].authorityId).toBeUndefined()
  })

  it('is unlinked when its authority is deleted, and the MARC of that is marked', async () => {
    const twain = await person('n6')
    const book = await linkedBook('Deleted', twain, 'n6')
    expect((await app.del(`/authority-storage/authorities/${twain.externalId}`)).status).toBe(204)
    const shown = await generation(book.externalId, 1)
    expect(contentOf(shown, '100')).not.toContain('$9')
    expect(await linksOf(book.externalId)).toEqual([])
    const source = await app.get(`/source-storage/records/${twain.externalId}/formatted?idType=AUTHORITY`)
    expect(source.json).toMatchObject({ state: 'DELETED', deleted: true })
  })

  it('shows why it has not followed', async () => {
    const path = '/authority-storage/authorities'
    const plain = (await app.post(path, { source: 'FOLIO', naturalId: 'n7', personalName: 'Plain' })).json
    const book = await linkedBook('Cannot follow', { externalId: plain.id }, 'n7')
    expect((await app.put(`${path}/${plain.id}`, { ...plain, personalName: 'Plainer' })).status).toBe(204)
    const link = await until(async () => {
      const [found] = await linksOf(book.externalId)
      return found.status === 'ERROR' ? found : null
    })
    expect(link.errorCause).toBe(`Source record not found for [authorityId: ${plain.id}]`)
    expect((await view(book.externalId)).sourceVersion).toBe(0)
  })
})

describe('the links of an instance that is deleted', () => {
  it('are removed by the nightly task', async () => {
    const twain = await person('n9')
    const gone = await linkedBook('Gone', twain, 'n9')
    const kept = await linkedBook('Kept', twain, 'n9')
    expect((await app.del(`/instance-storage/instances/${gone.externalId}`)).status).toBe(204)
    const { app: assembled } = app.octavo
    const tasks = assembled.modules.flatMap(({ tasks: of }) => of?.(assembled) ?? [])
    await tasks.find(({ name }) => name === 'remove-stray-links')!.run()
    expect(await linksOf(gone.externalId)).toEqual([])
    expect(await linksOf(kept.externalId)).toHaveLength(1)
  })
})

describe('a thousand linked records', () => {
  const COUNT = 1000

  it('follow one authority, all of them and nothing else', async () => {
    const twain = await person('n8', '$d 1835-1910')
    const { db } = app.octavo.app
    const instanceIds = await db.tenant('diku', async (tx) => {
      const instances = await insertInstances(
        tx,
        null,
        Array.from({ length: COUNT }, (_, n) => ({
          source: 'MARC',
          title: `Book ${n}`,
          instanceTypeId: INSTANCE_TYPE,
        })),
      )
      const ids = instances.map((outcome) => (outcome.ok ? outcome.id : ''))
      const snapshotId = await addSnapshot(tx, null)
      await insertSourceRecords(
        tx,
        null,
        ids.map((externalId, n) => ({
          snapshotId,
          recordType: 0,
          externalId,
          externalHrid: `x${n}`,
          marc: {
            leader: '00000nam a2200000 a 4500',
            fields: [
              controlField('001', `x${n}`),
              controlField('008', '240131s2024    xxu           000 0 eng d'),
              dataField('245', '0', '0', [{ code: 'a', value: `Book ${n}` }]),
              dataField('700', '1', ' ', [
                { code: 'a', value: 'Twain, Mark,' },
                { code: '9', value: twain.externalId },
              ]),
              dataField('700', '1', ' ', [{ code: 'a', value: 'Twain, Mark,' }]),
            ],
          },
        })),
        { follows: 'finished' },
      )
      await addMissingLinks(
        tx,
        ids.map((instanceId) => ({ instanceId, tag: '700', authorityId: twain.externalId })),
      )
      return ids
    })
    await change(twain.externalId, '100', '$a Langhorne, Samuel')
    const query = encodeURIComponent('contributors="Langhorne"')
    const changed = async () =>
      (await app.get(`/instance-storage/instances?limit=0&query=${query}`)).json.totalRecords
    await until(async () => (await changed()) === COUNT)
    const shown = await view(instanceIds[617]!)
    expect(shown).toMatchObject({ sourceVersion: 1, externalHrid: 'x617' })
    const names = shown.fields.filter(({ tag }: TestField) => tag === '700')
    expect(names.map(({ content }: TestField) => content)).toEqual([
      `$a Langhorne, Samuel $0 http://id.loc.gov/authorities/names/n8 $9 ${twain.externalId}`,
      '$a Twain, Mark,',
    ])
    const chunk = {
      headings: [twain.externalId],
      numbers: [],
      ended: [],
      from: null,
      before: null,
      userId: null,
    }
    const again = await db.tenant('diku', (tx) => updateLinkedRecords(tx, chunk, newId()))
    expect(again).toBe(0)
    const jobs = await until(async () => {
      const rows = await db.system((tx) =>
        tx.query("select from octavo.job where kind = 'update-linked-records'"),
      )
      return rows.length === 0 ? 'none is left' : null
    })
    expect(jobs).toBe('none is left')
  }, 60_000)
})
