import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

const FORMS = '/converter-storage/forms/configs'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

afterAll(() => app.close())

describe('layouts of forms', () => {
  it('are kept under the names of the forms', async () => {
    expect((await app.get(FORMS)).json).toEqual({ formConfigs: [], totalRecords: 0 })
    const made = await app.post(FORMS, { formName: 'matchProfilesForm', config: { id: 'x', controls: [1] } })
    expect(made.status, made.text).toBe(201)
    expect(made.json).toEqual({
      id: expect.any(String),
      formName: 'matchProfilesForm',
      config: { id: 'x', controls: [1] },
    })
    expect((await app.get(`${FORMS}/matchProfilesForm`)).json).toEqual(made.json)
    const changed = await app.put(`${FORMS}/matchProfilesForm`, { formName: 'other', config: {} })
    expect(changed.json).toEqual({ id: made.json.id, formName: 'matchProfilesForm', config: {} })
    expect((await app.get(FORMS)).json).toEqual({ formConfigs: [changed.json], totalRecords: 1 })
    expect((await app.post(FORMS, { formName: 'matchProfilesForm', config: {} })).status).toBe(422)
    expect((await app.del(`${FORMS}/matchProfilesForm`)).status).toBe(204)
  })

  it('answer 404 for a form that has none and 422 for what is no layout', async () => {
    for (const reply of [
      await app.get(`${FORMS}/x`),
      await app.put(`${FORMS}/x`, { config: {} }),
      await app.del(`${FORMS}/x`),
    ]) {
      expect([reply.status, reply.text]).toEqual([404, `FormConfig with formName 'x' was not found`])
    }
    expect((await app.post(FORMS, { formName: 'x' })).status).toBe(422)
    expect((await app.post(FORMS, { config: {} })).status).toBe(422)
  })
})
