import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RecordSplitter } from '../../src/formats/marc/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { SAMPLE_PROFILE, answer, endOf, importFile, logOf, newTenant, rule } from './import-client.ts'
import type { Api, Job, LogEntry, Profile } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { startSplit } from './part-client.ts'

// Chunks of 4, so that pages begin and end within them, at their ends, and chunks without any row of a filter lie between.
const CHUNKS = { OCTAVO_CHUNK_RECORDS: '4' }
const PARTS = { OCTAVO_SPLIT_FILES: 'on', OCTAVO_RECORDS_PER_SPLIT_FILE: '10' }
const COUNT = 23

/** Of 23 records the 2nd, the 10th to 15th and the last have no title; every third has no copy, so no location. */
const isUntitled = (index: number) => index === 1 || (index >= 9 && index <= 14) || index === COUNT - 1
const hasCopy = (index: number) => index % 3 !== 2

function file(prefix: string): Buffer {
  return Buffer.concat(
    Array.from({ length: COUNT }, (_, index) =>
      book(
        `${prefix}${index}`,
        isUntitled(index) ? null : `Title ${String((index * 7) % COUNT).padStart(2, '0')}`,
        hasCopy(index) ? [copy(`${prefix}-${index}`)] : [],
      ),
    ),
  )
}

type Page<T> = { entries: T[]; totalRecords: number }

/** What a list answers for every offset and a few limits is the same as the part of the whole list. */
async function expectPages(api: Api, url: string, key: string): Promise<unknown[]> {
  const read = async (query: string) => {
    const body = answer(await api.get(`${url}&${query}`))
    return { entries: body[key], totalRecords: body.totalRecords } as Page<unknown>
  }
  const whole = await read('limit=2147483647')
  expect(whole.totalRecords).toBe(whole.entries.length)
  for (let offset = 0; offset <= whole.entries.length + 1; offset += 1) {
    for (const limit of [0, 1, 5]) {
      const page = await read(`limit=${limit}&offset=${offset}`)
      expect(page.entries, `${url} ${offset} ${limit}`).toEqual(whole.entries.slice(offset, offset + limit))
      expect(page.totalRecords).toBe(whole.totalRecords)
    }
  }
  return whole.entries
}

const orders = (entries: unknown[]) => (entries as LogEntry[]).map((entry) => Number(entry.sourceRecordOrder))
const all = Array.from({ length: COUNT }, (_, index) => index)
const untitled = all.filter(isUntitled)
const faulty = all.filter((index) => isUntitled(index) || !hasCopy(index))
const titled = all.filter((index) => !isUntitled(index))
const FILTERS: [query: string, expected: number[]][] = [
  ['errorsOnly=false', all],
  ['errorsOnly=true', faulty],
  ['entityType=MARC', all],
  ['entityType=INSTANCE', all],
  ['entityType=ITEM', titled.filter(hasCopy)],
  ['entityType=INSTANCE&errorsOnly=true', faulty],
  ['entityType=AUTHORITY', []],
]

describe.each([
  ['in chunks', CHUNKS],
  ['in parts', { ...CHUNKS, ...PARTS }],
])('the log of a job %s', (_, env) => {
  let app: TestApp
  let api: Api
  let job: Job

  beforeAll(async () => {
    app = await testApp({ work: true, env })
    api = await newTenant(app, 'lib', true)
    if ('OCTAVO_SPLIT_FILES' in env) {
      const { parent } = await startSplit({ ...app, ...api }, 'pages.mrc', file('p'), SAMPLE_PROFILE)
      job = await endOf(api, parent.id)
    } else {
      job = await importFile(api, 'pages.mrc', file('p'), SAMPLE_PROFILE)
    }
  })

  afterAll(() => app.close())

  it.each(FILTERS)('has every page of %s, from the front and from the back', async (query, expected) => {
    const log = `/metadata-provider/jobLogEntries/${job.id}?${query}`
    expect(orders(await expectPages(api, log, 'entries'))).toEqual(expected)
    expect(orders(await expectPages(api, `${log}&order=desc`, 'entries'))).toEqual(expected.toReversed())
  })

  it.each(['title', 'instance_action_status', 'item_action_status', 'error'])(
    'has every page when it is sorted by %s',
    async (sortBy) => {
      const log = `/metadata-provider/jobLogEntries/${job.id}?sortBy=${sortBy}`
      expect(orders(await expectPages(api, log, 'entries')).toSorted((a, b) => a - b)).toEqual(all)
    },
  )

  it('is sorted by what it shows', async () => {
    const titles = async (query: string) =>
      (await logOf(api, job.id, `limit=100&${query}`)).map((entry) => entry.sourceRecordTitle)
    const expected = titled.map((index) => `Title ${String((index * 7) % COUNT).padStart(2, '0')}`).toSorted()
    expect((await titles('sortBy=title')).slice(0, titled.length)).toEqual(expected)
    expect((await titles('sortBy=title&order=desc')).slice(0, titled.length)).toEqual(expected.toReversed())
    const statuses = await logOf(api, job.id, 'limit=100&sortBy=instance_action_status&order=desc')
    expect(statuses.map((entry) => entry.relatedInstanceInfo.actionStatus)).toEqual([
      ...untitled.map(() => 'DISCARDED'),
      ...titled.map(() => 'CREATED'),
    ])
  })

  it('has every page of its journal, in order, by action and by error', async () => {
    const journal = `/metadata-provider/journalRecords/${job.id}?`
    const rows = await expectPages(api, `${journal}sortBy=source_record_order`, 'journalRecords')
    const back = await expectPages(api, `${journal}order=desc`, 'journalRecords')
    expect(back).toEqual(rows.toReversed())
    expect(answer(await api.get(journal)).journalRecords).toEqual(rows)
    const actions = (await expectPages(api, `${journal}sortBy=action_type`, 'journalRecords')) as {
      actionType: string
    }[]
    expect(actions.map((row) => row.actionType)).toEqual(actions.map((row) => row.actionType).toSorted())
    const errors = (await expectPages(api, `${journal}sortBy=error`, 'journalRecords')) as {
      error?: string
    }[]
    // Of a record without a title source record and instance failed, of one without a location the holdings.
    expect(errors.findLastIndex((row) => row.error !== undefined)).toBe(
      untitled.length * 2 + (faulty.length - untitled.length) - 1,
    )
  })

  it('has its errors by kind, and the failed records as they came', async () => {
    const { errors } = answer(await api.get(`/octavo/imports/${job.id}/errors`))
    expect(errors).toMatchObject([
      { kind: 'no-title', count: untitled.length },
      { kind: 'missing-value', count: faulty.length - untitled.length },
    ])
    expect(errors[0].example).toMatch(/^Record 2 at byte \d+, control number p1: /)
    const failed = Buffer.from((await api.get(`/octavo/imports/${job.id}/failed-records`)).text)
    const splitter = new RecordSplitter()
    const segments = [...splitter.push(failed), ...splitter.end()]
    const own = new RecordSplitter()
    const whole = file('p')
    const sent = [...own.push(whole), ...own.end()].map(({ offset, length }) =>
      whole.subarray(offset, offset + length).toString(),
    )
    expect(segments.map(({ offset, length }) => failed.subarray(offset, offset + length).toString())).toEqual(
      faulty.map((index) => sent[index]),
    )
  })
})

describe('the log of an update', () => {
  let app: TestApp
  let api: Api
  let entries: LogEntry[]
  let job: Job

  /** A profile that matches 001 to the instance's HRID and gives the instance the status of 900 $a. */
  async function makeUpdateProfile(): Promise<Profile> {
    const post = async (list: string, profile: object, addedRelations: object[] = []): Promise<string> =>
      answer(
        await api.post(`/data-import-profiles/${list}`, { profile, addedRelations, deletedRelations: [] }),
        201,
      ).id
    const link = (
      masterProfileType: string,
      detail: string,
      detailProfileType: string,
      more: object = {},
    ) => ({
      masterProfileType,
      detailProfileId: detail,
      detailProfileType,
      order: 0,
      ...more,
    })
    const types = { incomingRecordType: 'MARC_BIBLIOGRAPHIC', existingRecordType: 'INSTANCE' }
    const value = (label: string, text: string) => ({ label, value: text })
    const match = await post('matchProfiles', {
      name: 'By HRID',
      ...types,
      matchDetails: [
        {
          ...types,
          matchCriterion: 'EXACTLY_MATCHES',
          incomingMatchExpression: {
            dataValueType: 'VALUE_FROM_RECORD',
            fields: [
              value('field', '001'),
              value('indicator1', ''),
              value('indicator2', ''),
              value('recordSubfield', ''),
            ],
          },
          existingMatchExpression: {
            dataValueType: 'VALUE_FROM_RECORD',
            fields: [value('field', 'instance.hrid')],
          },
        },
      ],
    })
    const mapping = await post('mappingProfiles', {
      name: 'Status',
      ...types,
      mappingDetails: {
        name: 'instance',
        recordType: 'INSTANCE',
        mappingFields: [rule('instance.statusId', '900$a')],
      },
    })
    const action = { name: 'Status', action: 'UPDATE', folioRecord: 'INSTANCE' }
    const update = await post('actionProfiles', action, [link('ACTION_PROFILE', mapping, 'MAPPING_PROFILE')])
    const name = 'Status by HRID'
    const id = await post('jobProfiles', { name, dataType: 'MARC' }, [
      link('JOB_PROFILE', match, 'MATCH_PROFILE'),
      link('MATCH_PROFILE', update, 'ACTION_PROFILE', { masterProfileId: match, reactTo: 'MATCH' }),
    ])
    return { id, name, dataType: 'MARC' }
  }

  beforeAll(async () => {
    app = await testApp({ work: true, env: CHUNKS })
    api = await newTenant(app, 'lib', true)
    const books = Buffer.concat(Array.from({ length: 6 }, (_, index) => book(`u${index}`, `Update ${index}`)))
    const made = await logOf(api, (await importFile(api, 'books.mrc', books)).id)
    const hrids = made.map((entry) => entry.relatedInstanceInfo.hridList[0]!)
    const changed = hrids.map((hrid, index) =>
      book(index === 2 ? 'nobody' : hrid, 'Changed', [
        ['900', `  $a${index === 4 ? 'No such status' : 'Cataloged'}`],
      ]),
    )
    job = await importFile(api, 'changed.mrc', Buffer.concat(changed), await makeUpdateProfile())
    entries = await logOf(api, job.id)
  })

  afterAll(() => app.close())

  it('tells what was updated, what no match found, and what failed', () => {
    expect(job.errorText).toBeUndefined()
    expect(entries.map((entry) => entry.relatedInstanceInfo.actionStatus)).toEqual([
      'UPDATED',
      'UPDATED',
      'DISCARDED',
      'UPDATED',
      'DISCARDED',
      'UPDATED',
    ])
    expect(entries.map((entry) => entry.error !== '')).toEqual([false, false, false, false, true, false])
    expect(entries[4]!.relatedInstanceInfo.error).toContain('No such status')
  })

  it('names the source record of each, or none where there is none, and finds the entry by it', async () => {
    for (const entry of entries) {
      const record = `/metadata-provider/jobLogEntries/${job.id}/records`
      expect(answer(await api.get(`${record}/${entry.incomingRecordId}`))).toEqual(entry)
      if (entry.sourceRecordId === undefined) continue
      expect(answer(await api.get(`${record}/${entry.sourceRecordId}`))).toEqual(entry)
      const source = answer(await api.get(`/source-storage/records/${entry.sourceRecordId}`))
      expect(source.externalIdsHolder.instanceId).toBe(entry.relatedInstanceInfo.idList[0])
    }
  })

  it('has the pages of its filters, and its summary', async () => {
    const log = `/metadata-provider/jobLogEntries/${job.id}?`
    expect(orders(await expectPages(api, `${log}errorsOnly=true`, 'entries'))).toEqual([4])
    expect(orders(await expectPages(api, `${log}entityType=INSTANCE`, 'entries'))).toEqual([0, 1, 2, 3, 4, 5])
    const sorted = await logOf(api, job.id, 'limit=10&sortBy=instance_action_status')
    expect(orders(sorted)).toEqual([2, 4, 0, 1, 3, 5])
    const summary = answer(await api.get(`/metadata-provider/jobSummary/${job.id}`))
    expect(summary).toMatchObject({
      totalErrors: 1,
      instanceSummary: {
        totalCreatedEntities: 0,
        totalUpdatedEntities: 4,
        totalDiscardedEntities: 2,
        totalErrors: 1,
      },
    })
  })

  it('shows the steps of its journal', async () => {
    const { journalRecords } = answer(await api.get(`/metadata-provider/journalRecords/${job.id}`))
    const of = (order: number) =>
      journalRecords
        .filter((row: { sourceRecordOrder: number }) => row.sourceRecordOrder === order)
        .map((row: { entityType: string; actionType: string; actionStatus: string }) =>
          [row.entityType, row.actionType, row.actionStatus].join(' '),
        )
    expect(of(2)).toEqual(['INSTANCE NON_MATCH COMPLETED'])
    expect(of(0)).toContain('INSTANCE UPDATE COMPLETED')
    expect(of(4)).toContain('INSTANCE UPDATE ERROR')
  })

  it('groups the errors and gives the failed record back', async () => {
    const { errors } = answer(await api.get(`/octavo/imports/${job.id}/errors`))
    expect(errors).toMatchObject([{ kind: 'unknown-value', count: 1, example: entries[4]!.error }])
    const failed = await api.get(`/octavo/imports/${job.id}/failed-records`)
    expect(failed.text).toContain('No such status')
    expect(failed.text.split('\u001d')).toHaveLength(2)
  })
})
