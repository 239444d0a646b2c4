import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { answer, endOf, startFiles } from './import-client.ts'
import { book, manyBooks } from './marc-files.ts'
import { UNFINISHED } from './workload-steps.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
})

afterAll(() => app.close())

// FOLIO's upload screen asks for unfinished uploads first, and warns when there is one (MODDATAIMP-1046).
it('an upload of several files is not in progress any more once it was handed over', async () => {
  const files = ['one.mrc', 'two.mrc', 'three.mrc'].map((name) => ({ name, bytes: manyBooks(3, name) }))
  const jobs = await startFiles(app, [...files, { name: 'bad.mrc', bytes: 'no MARC at all' }])
  expect(answer(await app.get(UNFINISHED)).uploadDefinitions).toEqual([])
  const states: string[] = []
  for (const id of jobs) states.push((await endOf(app, id)).status)
  expect(states).toEqual(['COMMITTED', 'COMMITTED', 'COMMITTED', 'ERROR'])
  expect(answer(await app.get(UNFINISHED)).uploadDefinitions).toEqual([])
  const [again] = await startFiles(app, [{ name: 'next.mrc', bytes: book('n', 'Next') }])
  expect(await endOf(app, again!)).toMatchObject({ status: 'COMMITTED' })
})
