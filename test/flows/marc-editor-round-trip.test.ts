import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../../src/sample-library/read-sample.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { answer, importFile, logOf } from './import-client.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
})
afterAll(() => app.close())

type Field = Record<string, unknown>

/** The MARC of an instance without 005 and the lengths in its leader, and its generation. */
async function marcOf(instanceId: string): Promise<[generation: number, leader: string, fields: Field[]]> {
  const source = answer(await app.get(`/source-storage/source-records/${instanceId}?idType=INSTANCE`))
  const { leader, fields } = source.parsedRecord.content
  const plain = leader.slice(5, 12) + leader.slice(17)
  return [source.generation, plain, fields.filter((field: Field) => !('005' in field))]
}

describe('the records of the sample library', () => {
  it('are the same to the character after they were opened and saved, and their instances too', async () => {
    const job = await importFile(app, 'books.mrc', readFileSync(sampleFile('books.mrc')))
    const ids = (await logOf(app, job.id)).map(({ relatedInstanceInfo }) => relatedInstanceInfo.idList[0]!)
    expect(ids.length).toBeGreaterThan(50)
    for (const id of ids) {
      const [generation, leader, fields] = await marcOf(id)
      const path = `/inventory/instances/${id}`
      const { _version: _, metadata: __, ...instance } = answer(await app.get(path))
      const shown = answer(await app.get(`/records-editor/records?externalId=${id}`))
      answer(await app.put(`/records-editor/records/${shown.parsedRecordId}`, shown), 202)
      expect(await marcOf(id)).toEqual([generation + 1, leader, fields])
      expect(answer(await app.get(path))).toMatchObject(instance)
    }
  })
})
