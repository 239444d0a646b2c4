import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../kernel/log.ts'
import { createMetrics } from '../../../kernel/metrics.ts'
import { startJobRunner } from '../../../kernel/jobs/runner.ts'
import type { JobRunner } from '../../../kernel/jobs/runner.ts'
import type { MatchDetail } from '../../import-profiles/index.ts'
import { matchIndexJobKind } from './build-match-index.ts'
import { compileMatch } from './compile-match.ts'
import { findMatches } from './find-matches.ts'
import { lookupOf } from './lookup-keys.ts'
import { ensureMatchIndexes } from './match-indexes.ts'
import type { MatchQuestion } from './match-question.ts'
import { TABLES } from './match-tables.ts'
import { field, fieldExpression, marcExpression, profile, storedRecords } from './test-stored-records.ts'
import type { StoredRecords } from './test-stored-records.ts'

const OCLC = '439bfbae-75bc-4f74-9fc7-b2a2d47ce3ef'
const ROWS = 3000

let library: StoredRecords
let runner: JobRunner

beforeAll(async () => {
  library = await storedRecords()
  const numbers = Array.from({ length: ROWS }, (_, n) => String(n).padStart(7, '0'))
  await library.instances(
    ...numbers.map((n) => ({
      title: `Title ${n}`,
      indexTitle: `Index ${n}`,
      catalogedDate: `20${n.slice(-6, -4)}-${String((Number(n) % 12) + 1).padStart(2, '0')}-03`,
      editions: [`Edition ${n}`, 'Second'],
      identifiers: [{ identifierTypeId: OCLC, value: `(OCoLC)ocm${n}` }],
    })),
  )
  await library.sourceRecords(
    ...numbers.map((n) => ({
      externalHrid: `in${n}`,
      fields: [field('001', `in${n}`), field('035  ', `$a(OCoLC)${n}`)],
    })),
  )
  runner = await startJobRunner({
    db: library.db,
    databaseUrl: library.url,
    log: createLog('silent'),
    metrics: createMetrics(),
    kinds: [matchIndexJobKind(library)],
    tasks: [],
    concurrency: 2,
    leaseSeconds: 60,
  })
})

afterAll(async () => {
  await runner.stop()
  await library.close()
})

function questionOf(parts: Partial<MatchDetail>): MatchQuestion {
  return compileMatch(profile(parts), {}).question
}

async function stateOf(name: string): Promise<string | undefined> {
  const [row] = await library.tenant((tx) =>
    tx.query<{ state: string }>('select state from match_index where name = $1', [name]),
  )
  return row?.state
}

async function build(question: MatchQuestion): Promise<string> {
  const lookup = lookupOf(question)
  if (lookup?.by !== 'index') throw new Error('The question needs no index.')
  const { name } = lookup.index
  await library.tenant((tx) => ensureMatchIndexes(tx, [question]))
  const deadline = Date.now() + 60_000
  while ((await stateOf(name)) !== 'ready') {
    if (Date.now() > deadline) throw new Error('The index was not built in a minute.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return name
}

/** What is found, and the plan by which. */
async function findAndExplain(question: MatchQuestion, values: string[], tables = TABLES) {
  const plans: string[] = []
  const hits = await library.tenant((tx) => {
    const explaining: typeof tx = {
      ...tx,
      async query(text, params) {
        if (text.includes('asked')) {
          const plan = await tx.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${text}`, params)
          plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
        }
        return tx.query(text, params)
      },
    }
    const asks = values.map((value, n) => ({ n, values: [value], within: null }))
    return findMatches(explaining, question, asks, tables)
  })
  return { hits: hits.map(({ n, id }) => `${n} ${id}`).sort(), plan: plans.join('\n') }
}

describe('an index made on demand', () => {
  const fields: [string, Partial<MatchDetail>, string[]][] = [
    [
      'of a scalar',
      { existingMatchExpression: fieldExpression('instance.indexTitle') },
      ['index 0000007', 'INDEX 0002999', 'index'],
    ],
    [
      'of a scalar, for beginnings',
      {
        existingMatchExpression: fieldExpression('instance.indexTitle'),
        matchCriterion: 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE',
      },
      ['index 000012', 'Index 0000007', 'none'],
    ],
    [
      'of a scalar, for ends',
      {
        existingMatchExpression: fieldExpression('instance.indexTitle'),
        matchCriterion: 'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE',
      },
      ['0000123', '0999'],
    ],
    [
      'of a scalar, for incoming values that contain it',
      {
        existingMatchExpression: fieldExpression('instance.indexTitle'),
        matchCriterion: 'INCOMING_VALUE_CONTAINS_EXISTING_VALUE',
      },
      ['the index 0000123 here', 'nothing'],
    ],
    [
      'of dates',
      {
        incomingRecordType: 'STATIC_VALUE',
        incomingMatchExpression: {
          dataValueType: 'STATIC_VALUE',
          staticValueDetails: { staticValueType: 'DATE_RANGE', fromDate: '2000-03-01', toDate: '2000-03-02' },
        },
        existingMatchExpression: fieldExpression('instance.catalogedDate'),
      },
      ['any'],
    ],
    [
      'of an array',
      { existingMatchExpression: fieldExpression('instance.editions') },
      ['edition 0000099', 'edition'],
    ],
    [
      'of identifiers',
      {
        existingMatchExpression: fieldExpression('instance.identifiers[].value', {
          label: 'identifierTypeId',
          value: OCLC,
        }),
      },
      ['(OCoLC)ocm0000012', 'ocm0000013', 'ocolc ocm0002999', 'ocm000001'],
    ],
    [
      'of digits alone',
      {
        existingMatchExpression: {
          ...fieldExpression('instance.indexTitle'),
          qualifier: { comparisonPart: 'NUMERICS_ONLY' },
        },
      },
      ['0000044', 'x'],
    ],
    [
      'of runs of three letters',
      {
        existingMatchExpression: fieldExpression('instance.indexTitle'),
        matchCriterion: 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE',
      },
      ['DEX 0000123', '002999', 'dex 0000x'],
    ],
    [
      'of a MARC field, for beginnings',
      {
        existingRecordType: 'MARC_BIBLIOGRAPHIC',
        existingMatchExpression: marcExpression('035  a'),
        matchCriterion: 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE',
      },
      ['(OCoLC)000004', '(OCoLC)0002999', '(ocolc)0000044'],
    ],
    [
      'of a MARC field',
      { existingRecordType: 'MARC_BIBLIOGRAPHIC', existingMatchExpression: marcExpression('035  a') },
      ['(OCoLC)0000044', '(OCoLC)0002999', '(ocolc)0000044'],
    ],
  ]

  it.each(fields)('%s answers as a scan does, and is used', async (_, parts, values) => {
    const question = questionOf(parts)
    // Other tables, though of the same names, have no index that counts.
    const scanned = await findAndExplain(question, values, { ...TABLES })
    const name = await build(question)
    const found = await findAndExplain(question, values)
    expect(found.hits).toEqual(scanned.hits)
    if (values.length > 1) expect(found.hits.length).toBeGreaterThan(0)
    expect(scanned.plan).toContain('Seq Scan')
    expect(found.plan).toContain(name)
    expect(found.plan).not.toContain('Seq Scan')
  })

  it('is kept true by PostgreSQL when records come and change', async () => {
    const question = questionOf({ existingMatchExpression: fieldExpression('instance.editions') })
    await build(question)
    const [id] = await library.instances({ editions: ['Newly come'] })
    expect((await findAndExplain(question, ['newly come'])).hits).toEqual([`0 ${id}`])
  })

  it('cuts long keys and compares the whole', async () => {
    const question = questionOf({ existingMatchExpression: fieldExpression('instance.indexTitle') })
    await build(question)
    const long = '長い題名'.repeat(400)
    const [one] = await library.instances({ indexTitle: `${long}1` }, { indexTitle: `${long}2` })
    expect((await findAndExplain(question, [`${long}1`])).hits).toEqual([`0 ${one}`])
  })

  it('reads all records for values shorter than three letters', async () => {
    const question = questionOf({
      existingMatchExpression: fieldExpression('instance.indexTitle'),
      matchCriterion: 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE',
    })
    await build(question)
    const [id] = await library.instances({ indexTitle: 'ab~!' })
    expect((await findAndExplain(question, ['~!', 'b~!'])).hits).toEqual([`0 ${id}`, `1 ${id}`])
  })

  it('takes documents that text operators cannot read', async () => {
    const question = questionOf({ existingMatchExpression: fieldExpression('instance.indexTitle') })
    await build(question)
    const [id] = await library.instances({ indexTitle: 'half \ud800 of a pair 😀' })
    expect((await findAndExplain(question, ['half \ud800 of a pair 😀'])).hits).toEqual([`0 ${id}`])
  })

  it('is asked for once, and built again after it was dropped or left invalid', async () => {
    const question = questionOf({ existingMatchExpression: fieldExpression('instance.languages') })
    const name = await build(question)
    const jobs = () =>
      library.db.system(async (tx) => {
        const [row] = await tx.query<{ count: number }>(
          "select count(*) as count from octavo.job where kind = 'match-index'",
        )
        return row!.count
      })
    const before = await jobs()
    await library.tenant((tx) => ensureMatchIndexes(tx, [question, question]))
    expect(await jobs()).toBe(before)

    const [tenant] = await library.db.system((tx) =>
      tx.query<{ schema: string }>("select schema from octavo.tenant where id = 'diku'"),
    )
    await library.db.system((tx) =>
      tx.query(
        `update pg_index set indisvalid = false where indexrelid = to_regclass('${tenant!.schema}.${name}')`,
      ),
    )
    expect((await findAndExplain(question, ['eng'])).plan).toContain('Seq Scan')
    await library.tenant((tx) => ensureMatchIndexes(tx, [question]))
    expect(await jobs()).toBe(before + 1)
    expect(await stateOf(name)).not.toBe(undefined)
    await build(question)
    expect((await findAndExplain(question, ['eng'])).plan).toContain(name)
  })

  it('is not made for fields with a column, nor where none could help', async () => {
    const questions = [
      questionOf({}),
      questionOf({
        existingRecordType: 'MARC_BIBLIOGRAPHIC',
        existingMatchExpression: marcExpression('001'),
      }),
      questionOf({ existingMatchExpression: fieldExpression('instance.vendorReferenceNumber') }),
    ]
    for (const question of questions) expect(lookupOf(question)?.by).not.toBe('index')
  })
})

describe('columns', () => {
  it.each<[string, Partial<MatchDetail>, string, string]>([
    ['hrid', {}, 't0000000000', 'instance_hrid_key'],
    [
      '001',
      { existingRecordType: 'MARC_BIBLIOGRAPHIC', existingMatchExpression: marcExpression('001') },
      'in0000001',
      'source_record_hrid',
    ],
    [
      'title',
      { existingMatchExpression: fieldExpression('instance.title') },
      'title 0000001',
      'instance_title_key',
    ],
  ])('%s is looked up by its index', async (_, parts, value, index) => {
    const { plan } = await findAndExplain(questionOf(parts), [value])
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })
})
