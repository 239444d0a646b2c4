import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { modules } from '../index.ts'
import { ISBN_TYPE } from './records.ts'
import { LC, minimal } from './test-library.ts'

const PRIMER = '5bf370e0-8cca-4d9c-82e4-5170ab2a0a39'
const BABY = '7fbd5d84-62d1-44c6-9c45-6cb173998bbd'
const TEMERAIRE = 'cf23adf0-61ba-4887-bf82-956c4aae2260'
const TEMERAIRE_HOLDINGS = 'e6d7e91a-4dbc-4a70-9b38-e000d2fbdc79'
const PRIMER_HOLDINGS = 'e3ff6133-b9a2-4d4c-a1c9-dc1867d4df19'
const ONLINE = '184aae84-a5bf-4c6a-85ba-4a7c73026cd5'
const ANNEX = '53cf956f-c1df-410b-8bea-27f712cca7c0'
const SAMPLE_INSTANCES = 36

const PATHS = {
  instances: '/instance-storage/instances',
  holdingsRecords: '/holdings-storage/holdings',
  items: '/item-storage/items',
} as const

let app: TestApp

// oxlint-disable-next-line typescript/no-explicit-any -- a wire answer has no static type in a test
async function find(kind: keyof typeof PATHS, query: string): Promise<any[]> {
  const reply = await app.get(`${PATHS[kind]}?limit=1000&query=${encodeURIComponent(query)}`)
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  expect(reply.json.totalRecords).toBe(reply.json[kind].length)
  return reply.json[kind]
}

async function titles(query: string): Promise<string[]> {
  return (await find('instances', query)).map(({ title }) => title)
}

async function ids(kind: keyof typeof PATHS, query: string): Promise<string[]> {
  return (await find(kind, query)).map(({ id }) => id).sort()
}

async function barcodes(query: string): Promise<string[]> {
  return (await find('items', query)).map(({ barcode }) => barcode)
}

/** Adds an instance with one holdings record and gives the id of the latter. */
async function addHoldings(part: object): Promise<string> {
  const instance = await app.post('/instance-storage/instances', minimal.instance({ title: 'carrier' }))
  const holdings = await app.post(
    '/holdings-storage/holdings',
    minimal.holdings(instance.json.id, ANNEX, part),
  )
  expect(holdings.status).toBe(201)
  return holdings.json.id
}

async function addItem(holdingsId: string, part: object): Promise<void> {
  const reply = await app.post('/item-storage/items', minimal.item(holdingsId, part))
  expect(reply.status).toBe(201)
}

beforeAll(async () => {
  app = await testApp()
  const { app: inner } = app.octavo
  const inventory = modules.find(({ name }) => name === 'inventory')!
  await inner.db.tenant('diku', (tx) => inventory.seedTenant!(tx, { reference: true, sample: true }, inner))
})
afterAll(() => app.close())

describe('sorted lists of the sample library', () => {
  it('order titles without regard to case', async () => {
    const sorted = await titles('cql.allRecords=1 sortby title')
    expect(sorted).toHaveLength(SAMPLE_INSTANCES)
    expect(sorted.slice(0, 5)).toEqual([
      'A journey through Europe Bildtontraeger high-speed lines European Commission, Directorate-General for Mobility and Transport',
      'A semantic web primer',
      'ABA Journal',
      'Agile Organisation, Risiko- und Change Management Harald Augustin (Hrsg.)',
      'American Bar Association journal.',
    ])
    expect(sorted.at(-1)).toBe('Water resources of East Feliciana Parish, Louisiana')
    const reversed = await titles('cql.allRecords=1 sortBy title/sort.descending')
    expect(reversed).toEqual(sorted.toReversed())
  })
})

describe('ids', () => {
  it('are found one by one, several at once, all, and not at all', async () => {
    expect(await ids('instances', `id==("${PRIMER}" or "${BABY}")`)).toEqual([PRIMER, BABY].sort())
    expect(await find('instances', 'id="*"')).toHaveLength(SAMPLE_INSTANCES)
    expect(await find('instances', 'id==not-a-uuid')).toEqual([])
    expect(await ids('instances', 'id==5bf370e0*')).toEqual([PRIMER])
    const all = await ids('instances', 'cql.allRecords=1')
    expect(await ids('instances', `id>"${all[9]}" sortBy id`)).toEqual(all.slice(10))
  })
})

describe('titles', () => {
  it('are found by their words', async () => {
    const words = [
      minimal.instance({ title: 'Peace and War' }),
      minimal.instance({ title: 'A tale of War Peace' }),
      minimal.instance({ title: 'Uprooted' }),
    ]
    for (const word of words) await app.post('/instance-storage/instances', word)
    const peace = ['A tale of War Peace', 'Peace and War']
    expect(await titles('title all "war peace" sortBy title')).toEqual(peace)
    expect(await titles('title = "war peace"')).toEqual(['A tale of War Peace'])
    expect(await titles('title adj "war peace" sortBy title/sort.descending')).toEqual([
      'A tale of War Peace',
    ])
    expect(await titles('title=uproot*')).toEqual(['Uprooted'])
    expect(await titles('title==uproot*')).toEqual(['Uprooted'])
    expect(await titles('title any "uprooted tale" sortBy title')).toEqual([
      'A tale of War Peace',
      'Uprooted',
    ])
    expect(await titles('title=="ABA journal"')).toEqual(['ABA Journal'])
    await app.del('/instance-storage/instances?query=title=peace or title=uprooted')
  })

  it('are present or missing', async () => {
    expect(await titles('title=""')).toHaveLength(SAMPLE_INSTANCES)
    expect(await titles('cql.allRecords=1 NOT hrid=""')).toEqual([])
    expect(await titles('cql.allRecords=1 NOT indexTitle=""')).toHaveLength(SAMPLE_INSTANCES - 2)
  })

  it('over 600 characters are compared as a whole', async () => {
    const long = `${'long '.repeat(150)}end of the title`
    const { json } = await app.post('/instance-storage/instances', minimal.instance({ title: long }))
    expect(await ids('instances', `title=="${long}"`)).toEqual([json.id])
    expect(await ids('instances', 'title="end of the title"')).toEqual([json.id])
    expect(await ids('instances', `title=="${long.slice(0, -1)}"`)).toEqual([])
    await app.del(`/instance-storage/instances/${json.id}`)
  })
})

describe('subjects, contributors and identifiers', () => {
  it('are found by words next to each other in one value', async () => {
    expect(await titles('subjects="social conflict"')).toEqual([
      'Dissent, protest and dispute in Africa edited by Emmanuel M. Mbah and Toyin Falola',
    ])
    expect(await titles('subjects="conflict social"')).toEqual([])
    expect(await ids('instances', 'contributors="Antoniou, Grigoris"')).toEqual([PRIMER])
    expect(await titles('languages=ang')).toHaveLength(1)
    expect(await titles('languages=="*\\"ang\\"*"')).toHaveLength(1)
  })

  it('of the type ISBN are found without regard to hyphens', async () => {
    const { json } = await app.post(
      '/instance-storage/instances',
      minimal.instance({
        identifiers: [
          { value: '0552167541 (pbk)', identifierTypeId: ISBN_TYPE },
          { value: '9780552167541 (hbk)', identifierTypeId: ISBN_TYPE },
        ],
      }),
    )
    for (const query of ['isbn=0-552-16754-1', 'isbn=05-5216754*', 'isbn=978055216*', 'isbn=9780552167541']) {
      expect(await ids('instances', query)).toEqual([json.id])
    }
    expect(await ids('instances', 'isbn=552*')).toEqual([])
    await app.del(`/instance-storage/instances/${json.id}`)
  })

  it('are found by type and value in the same element', async () => {
    const query = `identifiers =/@identifierTypeId=${ISBN_TYPE}`
    expect(await ids('instances', `${query} 9781447294130`)).toEqual([TEMERAIRE])
    expect(await ids('instances', `${query} 2003065165`)).toEqual([])
    expect(await ids('instances', 'identifiers =/@value 2003065165')).toEqual([PRIMER])
    expect(await ids('instances', 'identifiers="(OCoLC)1479565"')).toHaveLength(1)
    const refused = await app.get('/instance-storage/instances?query=title =/@lang=ger x')
    expect([refused.status, refused.text]).toEqual([400, 'CQL: Unsupported relation modifier @lang'])
  })
})

describe('flags', () => {
  it('that are absent are not false', async () => {
    expect(await ids('instances', 'staffSuppress==true')).toEqual([BABY])
    expect(await find('instances', 'cql.allRecords=1 not staffSuppress==true')).toHaveLength(
      SAMPLE_INSTANCES - 1,
    )
    expect(await find('items', 'discoverySuppress==false')).toEqual([])
    expect(await find('items', 'cql.allRecords=1 not discoverySuppress==true')).toHaveLength(25)
  })
})

describe('joins', () => {
  it('lead from instances to their holdings and items', async () => {
    expect(await ids('instances', `holdingsRecords.permanentLocationId==${ANNEX}`)).toEqual(
      [BABY, '69640328-788e-43fc-9c3c-af39e243f3b7'].sort(),
    )
    expect(await ids('instances', 'item.barcode==10101')).toEqual([PRIMER])
    expect(await ids('instances', 'item.status.name=="Checked out" and title=baby')).toEqual([BABY])
  })

  it('lead from holdings and items to their instance', async () => {
    expect(await ids('holdingsRecords', 'instance.title = "temeraire"')).toEqual([TEMERAIRE_HOLDINGS])
    expect(await ids('items', 'instance.title = "temeraire"')).toHaveLength(2)
    expect(await ids('items', `holdingsRecords.callNumber=="R11.A38"`)).toHaveLength(1)
    expect(await ids('holdingsRecords', 'effectiveLocation.name=="Annex"')).toHaveLength(2)
    expect(await ids('holdingsRecords', 'item.barcode==10101')).toEqual([PRIMER_HOLDINGS])
    expect(await ids('holdingsRecords', `permanentLocationId==${ONLINE}`)).toEqual([])
  })
})

describe('items', () => {
  it('are found by barcode, in which masks work unless they are escaped', async () => {
    const holdings = await addHoldings({})
    for (const barcode of ['ABC1', 'ABC2', 'ABC*', 'xabc']) await addItem(holdings, { barcode })
    expect((await barcodes('barcode=="ABC*"')).sort()).toEqual(['ABC*', 'ABC1', 'ABC2'])
    expect(await barcodes('barcode=="ABC\\*"')).toEqual(['ABC*'])
    expect(await barcodes('barcode=="abc1"')).toEqual(['ABC1'])
    await app.del(`/item-storage/items?query=holdingsRecordId==${holdings}`)
  })

  it('are found by status and tag', async () => {
    const holdings = await addHoldings({})
    const statuses = ['In process', 'In process (non-requestable)', 'Unavailable']
    for (const name of statuses)
      await addItem(holdings, { barcode: name, status: { name }, tags: { tagList: ['urgent'] } })
    expect(await barcodes('status.name=="In process*" sortBy barcode')).toEqual(statuses.slice(0, 2))
    expect((await barcodes('status.name=="Available"')).includes('Unavailable')).toBe(false)
    expect(await find('items', 'status.name=="Available"')).toHaveLength(22)
    expect(await barcodes('tags.tagList=="*\\"urgent\\"*" sortBy barcode')).toEqual(statuses)
    expect(await barcodes('tags.tagList=urgent sortBy barcode')).toEqual(statuses)
    expect(await barcodes('tags.tagList=important')).toEqual(['X575181'])
    await app.del(`/item-storage/items?query=holdingsRecordId==${holdings}`)
  })

  it('are sorted in shelf order and by their number', async () => {
    const holdings = await addHoldings({ callNumber: 'PN2 .A6', callNumberTypeId: LC })
    for (const volume of ['v. 10', 'v. 2', 'v. 1']) await addItem(holdings, { barcode: volume, volume })
    const of = `holdingsRecordId==${holdings}`
    expect(await barcodes(`${of} sortBy effectiveShelvingOrder`)).toEqual(['v. 1', 'v. 2', 'v. 10'])
    expect(await barcodes(`${of} sortby order/number`)).toEqual(['v. 10', 'v. 2', 'v. 1'])
    await app.del(`/item-storage/items?query=${of}`)
  })

  it('and holdings are found by their whole call number', async () => {
    const holdings = await addHoldings({
      callNumberPrefix: 'PREFIX',
      callNumber: 'PN2 .A6',
      callNumberSuffix: 'SUF',
    })
    await addItem(holdings, { barcode: 'shelved' })
    expect(await ids('holdingsRecords', 'fullCallNumber=="PREFIX PN2 .A6 SUF"')).toEqual([holdings])
    expect(await ids('holdingsRecords', 'callNumberAndSuffix=="PN2 .A6 SUF"')).toEqual([holdings])
    expect(await ids('holdingsRecords', 'fullCallNumber=="R11.A38"')).toHaveLength(1)
    expect(await barcodes('fullCallNumber=="prefix pn2 .a6 suf"')).toEqual(['shelved'])
    expect(await barcodes('callNumberAndSuffix=="PN2*"')).toEqual(['shelved'])
    await app.del(`/item-storage/items?query=holdingsRecordId==${holdings}`)
  })

  it('are found by the time of their last change', async () => {
    const [year] = new Date().toISOString().split('-')
    const since = `metadata.updatedDate>="${Number(year) - 1}-01-01T00:00:00.000"`
    expect(
      await find('items', `${since} and metadata.updatedDate<="${Number(year) + 2}-01-01T00:00:00.000"`),
    ).toHaveLength(25)
    expect(await find('items', `metadata.updatedDate>="${Number(year) + 2}-01"`)).toEqual([])
  })
})

describe('other lists', () => {
  it('of reference values are searched the same way', async () => {
    const reply = await app.get(
      '/instance-formats?query=name==("audio -- audio disc" or "audio -- audiocassette") or code=="sz"',
    )
    expect(reply.json.totalRecords).toBe(3)
  })

  it('refuse queries that they do not understand', async () => {
    const bare = await app.get('/instance-storage/instances?query=word')
    expect(bare.status).toBe(400)
    expect(bare.text).toContain('cql.serverChoice requested, but no serverChoiceIndexes defined.')
    expect((await app.get('/instance-storage/instances?query=title==(')).status).toBe(400)
    expect((await app.get('/instance-storage/instances?query=title=a*b')).status).toBe(400)
  })
})
