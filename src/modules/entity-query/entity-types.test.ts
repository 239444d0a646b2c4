import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import { ENTITY_TYPE_IDS } from './entity-types.ts'
import { DAMAGED, TEXT, addUser } from './test-records.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const { item, holdings, instance, user } = ENTITY_TYPE_IDS

// oxlint-disable-next-line typescript/no-explicit-any
type Described = any

function columnOf(entityType: Described, name: string): Described {
  return entityType.columns.find((column: { name: string }) => column.name === name)
}

describe('the list of entity types', () => {
  it('has those that screens of bulk edit name, by label', async () => {
    const { json } = await app.get('/entity-types')
    expect(json.entityTypes).toEqual([
      { id: holdings, label: 'Holdings', isCustom: false, crossTenantQueriesEnabled: false },
      { id: instance, label: 'Instances', isCustom: false, crossTenantQueriesEnabled: false },
      { id: item, label: 'Items', isCustom: false, crossTenantQueriesEnabled: false },
      { id: user, label: 'Users', isCustom: false, crossTenantQueriesEnabled: false },
    ])
    expect(json).toHaveProperty('_version', (await app.get('/fqm/version')).text)
  })

  it('can be narrowed by ids', async () => {
    const { json } = await app.get(`/entity-types?ids=${user}&ids=${randomUUID()}`)
    expect(json.entityTypes.map(({ label }: Described) => label)).toEqual(['Users'])
    const both = await app.get(`/entity-types?ids=${user},${item}`)
    expect(both.json.entityTypes).toHaveLength(2)
    const wrong = await app.get('/entity-types?ids=items')
    expect(wrong.status).toBe(400)
    expect(wrong.json.parameters).toEqual([{ key: 'ids', value: 'must be UUIDs, not items' }])
  })

  it('leaves out what the user may not query, unless all is asked for', async () => {
    const rights = ['fqm.entityTypes.collection.get', 'users.collection.get', 'users.item.get']
    const headers = await addUser(app, 'clerk', rights)
    expect((await app.get('/entity-types', headers)).json.entityTypes).toEqual([])
    const all = (await app.get('/entity-types?includeInaccessible=true', headers)).json.entityTypes
    expect(all).toHaveLength(4)
    expect(all[3]).toMatchObject({ label: 'Users', missingPermissions: ['usergroups.collection.get'] })
    expect(all[2].missingPermissions).toContain('inventory-storage.items.item.get')
  })
})

describe('an entity type', () => {
  it('has columns with labels, types and values', async () => {
    const { status, json } = await app.get(`/entity-types/${item}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: item,
      name: 'composite_item_details',
      labelAlias: 'Items',
      private: false,
    })
    expect(json.requiredPermissions).toContain('inventory-storage.items.item.get')
    expect(columnOf(json, 'items.barcode')).toEqual({
      name: 'items.barcode',
      labelAlias: 'Item — Barcode',
      dataType: { dataType: 'stringType' },
      sourceAlias: 'items',
      queryable: true,
      hidden: false,
      visibleByDefault: false,
      isIdColumn: false,
    })
    const statusName = columnOf(json, 'items.status_name')
    expect(statusName.visibleByDefault).toBe(true)
    expect(statusName.values).toHaveLength(21)
    expect(statusName.values).toContainEqual({ value: 'Available', label: 'Available' })
    expect(columnOf(json, 'items.id').isIdColumn).toBe(true)
    expect(columnOf(json, 'instances.id').isIdColumn).toBe(false)
    expect(columnOf(json, 'mtypes.name')).toMatchObject({
      labelAlias: 'Material type — Name',
      idColumnName: 'mtypes.id',
      valueSourceApi: {
        path: 'material-types',
        valueJsonPath: '$.mtypes.*.id',
        labelJsonPath: '$.mtypes.*.name',
      },
    })
  })

  it('shows lists of objects with the properties that can be queried', async () => {
    const { json } = await app.get(`/entity-types/${item}`)
    const notes = columnOf(json, 'items.notes')
    expect(notes.queryable).toBe(false)
    expect(notes.dataType.dataType).toBe('arrayType')
    expect(notes.dataType.itemDataType.dataType).toBe('objectType')
    expect(notes.dataType.itemDataType.properties[1]).toEqual({
      name: 'note',
      property: 'note',
      labelAlias: 'Note',
      labelAliasFullyQualified: 'Item — Notes — Note',
      dataType: { dataType: 'stringType' },
      queryable: true,
      hidden: false,
    })
  })

  it('hides what screens do not show, unless asked', async () => {
    const shown = (await app.get(`/entity-types/${item}`)).json
    const all = (await app.get(`/entity-types/${item}?includeHidden=true`)).json
    expect(columnOf(shown, 'items.effective_location_id')).toBeUndefined()
    expect(columnOf(all, 'items.effective_location_id')).toMatchObject({ hidden: true, queryable: true })
    expect(all.columns.length).toBeGreaterThan(shown.columns.length)
  })

  it('has each name once, and no name that a query could not say', async () => {
    for (const id of Object.values(ENTITY_TYPE_IDS)) {
      const { columns } = (await app.get(`/entity-types/${id}?includeHidden=true`)).json
      const names: string[] = columns.map(({ name }: { name: string }) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^[a-z_]+\.[a-z_\d]+$/)
    }
  })

  it('of users has the custom fields of the library', async () => {
    const field = {
      name: 'Shoe size',
      type: 'TEXTBOX_SHORT',
      entityType: 'user',
      visible: true,
      textField: { fieldFormat: 'TEXT' },
    }
    const made = await app.post('/custom-fields', field)
    expect(made.status, made.text).toBe(201)
    const { json } = await app.get(`/entity-types/${user}`)
    expect(columnOf(json, `users._custom_field_${made.json.id}`)).toMatchObject({
      labelAlias: 'User — Shoe size',
      dataType: { dataType: 'stringType' },
      queryable: true,
    })
  })

  it('that is not there is a 404', async () => {
    const id = randomUUID()
    const reply = await app.get(`/entity-types/${id}`)
    expect(reply.status).toBe(404)
    expect(reply.json).toEqual({
      message: `Entity type with ID ${id} not found`,
      code: 'entity.type.not.found',
      parameters: [{ key: 'entityTypeId', value: id }],
    })
    expect((await app.get('/entity-types/x')).status).toBe(404)
  })
})

describe('the values of a field', () => {
  const valuesOf = async (id: string, field: string, search = '') => {
    const reply = await app.get(
      `/entity-types/${id}/columns/${encodeURIComponent(field)}/values?search=${search}`,
    )
    expect(reply.status, reply.text).toBe(200)
    return reply.json.content as { value: string; label: string }[]
  }

  it('are fixed, or the rows of a list with their ids or names', async () => {
    expect(await valuesOf(item, 'items.status_name', 'LONG')).toEqual([
      { value: 'Long missing', label: 'Long missing' },
    ])
    expect(await valuesOf(item, 'items.discovery_suppress')).toEqual([
      { value: 'false', label: 'False' },
      { value: 'true', label: 'True' },
    ])
    expect(await valuesOf(item, 'items.item_damaged_status')).toContainEqual({
      value: DAMAGED,
      label: 'Damaged',
    })
    expect(await valuesOf(user, 'groups.group', 'grad')).toEqual([
      { value: 'graduate', label: 'graduate' },
      { value: 'undergrad', label: 'undergrad' },
    ])
    expect((await valuesOf(item, 'items.notes[*]->item_note_type')).length).toBeGreaterThan(3)
  })

  it('of statistical codes name type, code and name', async () => {
    const [first] = await valuesOf(instance, 'instance.statistical_code_names', 'audstream')
    expect(first!.label).toBe('DISC (Discovery): audstream - Streaming audio (audstream)')
  })

  it('of languages, sources and tags are those in use', async () => {
    const library = await addLibrary(app)
    await library.addInstance({ languages: ['ger', 'lat', 'zzz'] })
    expect(await valuesOf(instance, 'instance.languages')).toEqual([
      { value: 'ger', label: 'German' },
      { value: 'lat', label: 'Latin' },
      { value: 'zzz', label: 'zzz' },
    ])
    expect(await valuesOf(instance, 'instance.source')).toEqual([{ value: 'FOLIO', label: 'FOLIO' }])
    expect(await valuesOf(item, 'items.tags', 'urg')).toEqual([{ value: 'urgent', label: 'urgent' }])
  })

  it('of countries are named', async () => {
    expect(await valuesOf(user, 'users.addresses[*]->country_id', 'Switz')).toEqual([
      { value: 'CH', label: 'Switzerland' },
    ])
  })

  it('have a second path, with the field as a parameter', async () => {
    const reply = await app.get(`/entity-types/${item}/field-values?field=mtypes.name`)
    expect(reply.json.content).toContainEqual({ value: TEXT, label: 'text' })
    const missing = await app.get(`/entity-types/${item}/field-values`)
    expect(missing.status).toBe(400)
    expect(missing.json.parameters).toEqual([{ key: 'field', value: 'must be given' }])
  })

  it('are refused for fields that have none', async () => {
    const free = await app.get(`/entity-types/${item}/columns/items.barcode/values`)
    expect(free.status).toBe(400)
    expect(free.json.message).toBe('Unable to retrieve column values for items.barcode')
    const unknown = await app.get(`/entity-types/${item}/columns/items.nothing/values`)
    expect(unknown.status).toBe(404)
    expect(unknown.json.message).toBe(
      'The entity type composite_item_details does not contain a field with name items.nothing',
    )
  })
})
