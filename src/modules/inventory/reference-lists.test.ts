import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp, TestReply } from '../../../test/support/app.ts'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { referenceCollections, referenceInterfaces, seedReferenceData } from './reference-lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const UNKNOWN = 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a99'
let number = 0

function unique(text: string): string {
  number += 1
  return `${text} ${number}`
}

function firstMessage(reply: TestReply): string {
  expect(reply.status).toBe(422)
  return reply.json.errors[0].message
}

async function created(path: string, record: object): Promise<string> {
  const reply = await app.post(path, record)
  expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
  return reply.json.id as string
}

function inTenant<T>(work: Parameters<typeof app.octavo.app.db.tenant<T>>[1]): Promise<T> {
  return app.octavo.app.db.tenant('diku', work)
}

async function countShades(query: string): Promise<number> {
  return (await app.get(`/location-units/institutions?query=name==Shade${query}`)).json.totalRecords
}

function point(part: object): object {
  return { name: unique('P'), code: unique('p'), discoveryDisplayName: 'P', ...part }
}

describe('every reference list', () => {
  it('is there: 33 paths, of which one can only be listed and renamed', () => {
    expect(referenceCollections).toHaveLength(33)
    const usual = ['list', 'get', 'post', 'put', 'delete']
    const others = referenceCollections.filter(({ methods }) => methods.join() !== usual.join())
    expect(others.map(({ path, methods }) => [path, methods])).toEqual([
      ['/instance-date-types', ['list', 'patch']],
    ])
    expect(new Set(referenceInterfaces.map(({ id }) => id)).size).toBe(referenceInterfaces.length)
  })

  it.skipIf(!sharedAvailable)('asks for the permissions that FOLIO asks for', () => {
    type Endpoint = { module: string; methods: string[]; path: string; perm: string[] }
    const endpoints = JSON.parse(
      readFileSync(sharedPath('data/inventory/endpoints.json'), 'utf8'),
    ) as Endpoint[]
    const known = new Map(endpoints.map(({ methods, path, perm }) => [`${methods.join()} ${path}`, perm[0]]))
    const verbs = {
      list: 'GET',
      get: 'GET',
      post: 'POST',
      put: 'PUT',
      patch: 'PATCH',
      delete: 'DELETE',
    } as const
    for (const { path, methods, permissions } of referenceCollections) {
      for (const method of methods) {
        if (method === 'deleteList') continue
        const suffix = method === 'list' || method === 'post' ? '' : '/{id}'
        expect([path, permissions[method]]).toEqual([path, known.get(`${verbs[method]} ${path}${suffix}`)])
      }
    }
  })

  it('answers with its key and its start values', async () => {
    for (const { path, listKey } of referenceCollections) {
      const reply = await app.get(`${path}?limit=1000`)
      expect([path, reply.status, Object.keys(reply.json)]).toEqual([path, 200, [listKey, 'totalRecords']])
      expect(reply.json.totalRecords).toBe(reply.json[listKey].length)
    }
    expect((await app.get('/contributor-types?limit=0')).json.totalRecords).toBe(268)
    expect((await app.get('/statistical-codes?limit=0')).json.totalRecords).toBe(28)
    expect((await app.get('/identifier-types?query=name==ISBN')).json.identifierTypes[0].id).toBe(
      '8261054f-be78-422d-bd51-4ed9f33c3422',
    )
    expect((await app.get('/item-damaged-statuses')).json.itemDamageStatuses).toHaveLength(2)
  })

  it('takes one record through its life', async () => {
    for (const { path, methods } of referenceCollections) {
      if (!methods.includes('post') || /location|service-points|statistical-codes/.test(path)) continue
      const record = { name: unique('Name'), code: unique('C'), source: 'local' }
      const { code, ...sourced } = record
      const isCoded = /contributor-types|instance-(formats|statuses|types)$|subject-sources/.test(path)
      const id = await created(path, isCoded ? record : sourced)
      expect((await app.get(`${path}/${id}`)).json).toMatchObject({ id, name: record.name })
      const renamed = { ...(isCoded ? record : sourced), name: unique('Renamed') }
      expect([path, (await app.put(`${path}/${id}`, renamed)).status]).toEqual([path, 204])
      expect((await app.get(`${path}?query=name=="${renamed.name}"`)).json.totalRecords).toBe(1)
      expect((await app.del(`${path}/${id}`)).status).toBe(204)
      expect((await app.get(`${path}/${id}`)).status).toBe(404)
      expect(code).toBeDefined()
    }
  })
})

describe('names', () => {
  it('are unique without regard to case and accents', async () => {
    await created('/loan-types', { name: 'Büch' })
    expect(firstMessage(await app.post('/loan-types', { name: 'BUCH' }))).toBe(
      "lower(f_unaccent(jsonb ->> 'name'::text)) value already exists in table loan_type: buch",
    )
  })

  it('are required, and FOLIO’s closed records take no unknown properties', async () => {
    expect(firstMessage(await app.post('/loan-types', {}))).toBe('must not be null')
    expect(firstMessage(await app.post('/material-types', { name: 'x', colour: 'red' }))).toContain(
      'Unrecognized field "colour"',
    )
    const open = await app.post('/classification-types', { name: unique('Open'), colour: 'red' })
    expect([open.status, open.json.colour]).toEqual([201, 'red'])
  })

  it('of statistical codes may share a code only under different types', async () => {
    const [first, second] = [
      await created('/statistical-code-types', { name: unique('T'), source: 'local' }),
      await created('/statistical-code-types', { name: unique('T'), source: 'local' }),
    ]
    const code = (statisticalCodeTypeId: string) => ({
      code: 'same',
      name: unique('Code'),
      source: 'local',
      statisticalCodeTypeId,
    })
    await created('/statistical-codes', code(first))
    await created('/statistical-codes', code(second))
    expect(firstMessage(await app.post('/statistical-codes', code(first)))).toBe(
      "lower(f_unaccent(jsonb ->> 'code'::text)), lower(f_unaccent(jsonb ->> 'statisticalCodeTypeId'::text)) " +
        `value already exists in table statistical_code: same, ${first}`,
    )
    expect(firstMessage(await app.post('/statistical-codes', code(UNKNOWN)))).toBe(
      `Cannot set statistical_code.statisticalcodetypeid = ${UNKNOWN} because it does not exist in statistical_code_type.id.`,
    )
  })
})

describe('values of the system', () => {
  it('keep system call number types as they are', async () => {
    const [dewey] = (await app.get('/call-number-types?query=source==system')).json.callNumberTypes
    const changed = await app.put(`/call-number-types/${dewey.id}`, { name: 'x', source: 'local' })
    expect([changed.status, changed.text]).toEqual([400, "System call number type couldn't be updated"])
    const deleted = await app.del(`/call-number-types/${dewey.id}`)
    expect([deleted.status, deleted.text]).toEqual([400, "System call number type couldn't be deleted"])
  })

  it('keep holdings sources of FOLIO, but not those of the library', async () => {
    const reply = await app.del('/holdings-sources/f32d531e-df79-46b3-8932-cdd35f7a2264')
    expect([reply.status, reply.text]).toEqual([
      400,
      'Holdings Records Sources with source of folio can not be deleted',
    ])
    expect((await app.post('/holdings-sources', { name: 'x', source: 'nobody' })).status).toBe(422)
  })

  it('let nobody claim or change the owner of subject sources and types', async () => {
    const subject = { name: unique('S'), source: 'folio' }
    expect(firstMessage(await app.post('/subject-types', subject))).toBe(
      'Illegal operation: Source field cannot be set to folio',
    )
    expect(firstMessage(await app.post('/subject-types', { ...subject, source: 'consortium' }))).toBe(
      'Illegal operation: Source consortium cannot be applied at non-consortium tenant',
    )
    const [given] = (await app.get('/subject-types?limit=1')).json.subjectTypes
    expect(firstMessage(await app.put(`/subject-types/${given.id}`, { ...given, source: 'local' }))).toBe(
      'Illegal operation: Source folio cannot be updated',
    )
    expect((await app.put(`/subject-types/${given.id}`, { ...given, name: unique('Renamed') })).status).toBe(
      204,
    )
  })

  it('rename instance date types by PATCH, and nothing else', async () => {
    const [type] = (await app.get('/instance-date-types?limit=1')).json.instanceDateTypes
    expect((await app.patch(`/instance-date-types/${type.id}`, { name: 'Mine' })).status).toBe(204)
    const [after] = (await app.get(`/instance-date-types?query=id==${type.id}`)).json.instanceDateTypes
    expect(after).toMatchObject({
      ...type,
      name: 'Mine',
      metadata: { createdDate: type.metadata.createdDate },
    })
    expect((await app.patch(`/instance-date-types/${type.id}`, { code: 'z' })).status).toBe(422)
    expect((await app.patch(`/instance-date-types/${UNKNOWN}`, { name: 'z' })).status).toBe(404)
  })
})

describe('values in use', () => {
  const cases: [
    path: string,
    record: object,
    table: string,
    document: (id: string) => object,
    reported: string,
  ][] = [
    ['/material-types', {}, 'item', (id) => ({ materialTypeId: id }), 'item'],
    ['/loan-types', {}, 'item', (id) => ({ temporaryLoanTypeId: id }), 'item'],
    [
      '/call-number-types',
      { source: 'local' },
      'item',
      (id) => ({ effectiveCallNumberComponents: { typeId: id } }),
      'item',
    ],
    [
      '/holdings-types',
      { source: 'local' },
      'holdings_record',
      (id) => ({ holdingsTypeId: id }),
      'holdings_record',
    ],
    [
      '/instance-types',
      { code: 'x', source: 'local' },
      'instance',
      (id) => ({ instanceTypeId: id }),
      'instance',
    ],
    [
      '/subject-sources',
      { source: 'local' },
      'instance',
      (id) => ({ subjects: [{ value: 'a' }, { value: 'b', sourceId: id }] }),
      'instance_subject_source',
    ],
  ]
  it.each(cases)('of %s can’t be deleted', async (path, record, table, document, reported) => {
    const id = await created(path, { name: unique('Used'), ...record })
    const columns = await inTenant((tx) =>
      tx.query<{ name: string; type: string }>(
        `select attname as name, format_type(atttypid, null) as type from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attname <> 'doc'`,
        [table],
      ),
    )
    const values: Record<string, string> = {
      uuid: 'gen_random_uuid()',
      integer: '1',
      text: `gen_random_uuid()::text`,
      'timestamp with time zone': 'now()',
      tsvector: `''`,
    }
    await inTenant((tx) =>
      tx.query(
        `insert into ${table} (${columns.map(({ name }) => name).join()}, doc)
         values (${columns.map(({ type }) => values[type]).join()}, $1)`,
        [JSON.stringify(document(id))],
      ),
    )
    const reply = await app.del(`${path}/${id}`)
    const key = `${referenceCollections.find((list) => list.path === path)!.table}.id`
    expect([reply.status, reply.text]).toEqual([
      400,
      `Cannot delete ${key} = ${id} because id is still referenced from table ${reported}.`,
    ])
  })
})

describe('places', () => {
  type Place = { institutionId: string; campusId: string; libraryId: string; primaryServicePoint: string }
  let place: Place
  beforeAll(async () => {
    const institutionId = await created('/location-units/institutions', { name: 'Inst', code: 'I' })
    const campusId = await created('/location-units/campuses', { name: 'Camp', code: 'C', institutionId })
    const libraryId = await created('/location-units/libraries', { name: 'Lib', code: 'L', campusId })
    const primaryServicePoint = await created('/service-points', {
      name: 'Desk',
      code: 'D',
      discoveryDisplayName: 'Desk',
    })
    place = { institutionId, campusId, libraryId, primaryServicePoint }
  })

  function newLocation(part: object = {}): object {
    return {
      name: unique('Stacks'),
      code: unique('ST'),
      ...place,
      servicePointIds: [place.primaryServicePoint],
      details: { note: 'cold' },
      ...part,
    }
  }

  it('make a location with its defaults; virtual properties are dropped', async () => {
    const id = await created(
      '/locations',
      newLocation({ servicePoints: [{ name: 'x' }], library: { name: 'y' } }),
    )
    const stored = (await app.get(`/locations/${id}`)).json
    expect(stored).toMatchObject({ isActive: true, isShadow: false, details: { note: 'cold' } })
    expect(Object.keys(stored)).not.toContain('servicePoints')
    expect(
      (await app.get(`/locations?query=campusId==${place.campusId} and id==${id}`)).json.totalRecords,
    ).toBe(1)
  })

  async function messages(part: object): Promise<string[]> {
    const { errors } = (await app.post('/locations', newLocation(part))).json
    return errors.map(({ message }: { message: string }) => message)
  }

  it('refuse a location whose service points do not fit, with all complaints at once', async () => {
    const none = 'A location must have at least one Service Point assigned.'
    const primary = "A Location's Primary Service point must be included as a Service Point."
    expect(await messages({ servicePointIds: [] })).toEqual([none, primary])
    expect(await messages({ servicePointIds: null })).toEqual([none, primary])
    expect(await messages({ servicePointIds: [UNKNOWN, UNKNOWN] })).toEqual([
      'A Service Point can only appear once on a Location.',
      primary,
    ])
  })

  it('refuse another id in the body than in the path', async () => {
    const id = await created('/locations', newLocation())
    const reply = await app.put(`/locations/${id}`, newLocation({ id: UNKNOWN }))
    expect(firstMessage(reply)).toBe('Illegal operation: id cannot be changed')
    expect(reply.json.errors[0]).toMatchObject({ code: '-1', type: '1', parameters: [{ key: 'id' }] })
    const campus = await app.put(`/location-units/campuses/${place.campusId}`, {
      id: UNKNOWN,
      name: 'x',
      code: 'y',
    })
    expect([campus.status, campus.text]).toEqual([400, 'Illegal operation: Campus ID cannot be changed'])
  })

  it('refuse units that do not exist, and the deletion of those in use', async () => {
    expect(firstMessage(await app.post('/locations', newLocation({ campusId: UNKNOWN })))).toBe(
      `Cannot set location.campusid = ${UNKNOWN} because it does not exist in loccampus.id.`,
    )
    expect((await app.del(`/location-units/libraries/${place.libraryId}`)).text).toBe(
      `Cannot delete loclibrary.id = ${place.libraryId} because id is still referenced from table location.`,
    )
  })

  it('hide shadow locations and units unless they are asked for', async () => {
    const id = await created('/locations', newLocation({ isShadow: true }))
    const found = async (query: string) =>
      (await app.get(`/locations?query=id==${id}${query}`)).json.totalRecords
    expect([await found(''), await found('&includeShadowLocations=true')]).toEqual([0, 1])
    await created('/location-units/institutions', { name: 'Shade', code: 'S', isShadow: true })
    expect([await countShades(''), await countShades('&includeShadow=true')]).toEqual([0, 1])
  })

  it('want a hold shelf period exactly where people pick up', async () => {
    const period = { duration: 3 }
    expect(firstMessage(await app.post('/service-points', point({ pickupLocation: true })))).toBe(
      'Hold shelf expiry period must be specified when service point can be used for pickup.',
    )
    expect(firstMessage(await app.post('/service-points', point({ holdShelfExpiryPeriod: period })))).toBe(
      'Hold shelf expiry period cannot be specified when service point cannot be used for pickup',
    )
    const stored = await app.post(
      '/service-points',
      point({ pickupLocation: true, holdShelfExpiryPeriod: period }),
    )
    expect(stored.json).toMatchObject({
      holdShelfExpiryPeriod: { duration: 3, intervalId: 'Days' },
      holdShelfClosedLibraryDateManagement: 'Keep_the_current_due_date',
      ecsRequestRouting: false,
    })
    const none = { pickupLocation: null, holdShelfExpiryPeriod: null }
    expect((await app.post('/service-points', point(none))).status).toBe(201)
  })

  it('say in their own words that a service point exists, and hide routing ones', async () => {
    const desk = { name: 'DESK', code: unique('d'), discoveryDisplayName: 'x' }
    const reply = await app.post('/service-points', desk)
    expect(firstMessage(reply)).toBe('Service Point Exists')
    expect(reply.json.errors[0].parameters).toEqual([{ key: 'name', value: 'DESK' }])
    await created('/service-points', { ...desk, name: 'Routing', ecsRequestRouting: true })
    const found = async (query: string) =>
      (await app.get(`/service-points?query=name==Routing${query}`)).json.totalRecords
    expect([await found(''), await found('&includeRoutingServicePoints=true')]).toEqual([0, 1])
  })

  it('give a user one set of service points', async () => {
    const row = { userId: UNKNOWN, servicePointsIds: [place.primaryServicePoint], servicePoints: [{}] }
    await created('/service-points-users', { ...row, defaultServicePointId: place.primaryServicePoint })
    expect(firstMessage(await app.post('/service-points-users', row))).toContain(
      'value already exists in table service_point_user',
    )
    expect((await app.del(`/service-points/${place.primaryServicePoint}`)).text).toContain(
      'still referenced from table service_point_user.',
    )
  })
})

describe('loading the start values again', () => {
  it('leaves alone what the library has changed, and brings back what it has deleted', async () => {
    const [kept, gone] = (await app.get('/ill-policies?query=cql.allRecords=1 sortby name')).json.illPolicies
    await app.put(`/ill-policies/${kept.id}`, { name: 'Our own words', source: 'local' })
    await app.del(`/ill-policies/${gone.id}`)
    const before = (await app.get('/ill-policies?limit=0')).json.totalRecords
    await inTenant((tx) => seedReferenceData(tx, false))
    expect((await app.get(`/ill-policies/${kept.id}`)).json.name).toBe('Our own words')
    expect((await app.get(`/ill-policies/${gone.id}`)).json.name).toBe(gone.name)
    expect((await app.get('/ill-policies?limit=0')).json.totalRecords).toBe(before + 1)
  })

  it('brings the places of the sample library when they are wanted', async () => {
    await inTenant((tx) => seedReferenceData(tx, true))
    const reply = await app.get('/locations?query=name==Annex')
    expect(reply.json.locations[0].id).toBe('53cf956f-c1df-410b-8bea-27f712cca7c0')
  })
})
