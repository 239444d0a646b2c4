import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { createLog } from '../log.ts'
import { newId } from '../ids.ts'
import { CopyBuffer } from './copy-buffer.ts'
import type { CopyType, CopyValue } from './copy-buffer.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'

let scratch: TestDatabase
let db: Database

beforeAll(async () => {
  scratch = await testDatabase()
  db = openDatabase(scratch.url, 4, createLog('silent'))
})

afterAll(async () => {
  await db.close()
  await scratch.drop()
})

/** Copies rows into a fresh table and reads them back as text, as PostgreSQL shows them. */
async function roundTrip(
  types: CopyType[],
  rows: CopyValue[][],
  memory?: ArrayBufferLike,
): Promise<(string | null)[][]> {
  const columns = types.map((_, index) => `c${index}`)
  return db.system(async (tx) => {
    await tx.query(
      `create temp table copied (${types.map((type, index) => `c${index} ${type}`).join(', ')}, no serial) on commit drop`,
    )
    const buffer = new CopyBuffer(types, memory)
    for (const row of rows) buffer.line(row)
    await tx.copy('copied', columns, buffer.take())
    const shown = columns.map((column) => `${column}::text as ${column}`).join(', ')
    const found = await tx.query<Record<string, string | null>>(`select ${shown} from copied order by no`)
    return found.map((row) => columns.map((column) => row[column]!))
  })
}

describe('rows in binary COPY', () => {
  it('arrive with every type as PostgreSQL reads it from text', async () => {
    const id = newId()
    const types: CopyType[] = [
      'uuid',
      'text',
      'json',
      'smallint',
      'int',
      'bigint',
      'boolean',
      '"char"',
      'timestamptz',
      'tsvector',
      'bytea',
    ]
    const instant = '2026-01-31T10:15:30.123+00:00'
    const row: CopyValue[] = [
      id,
      'tab\t\\ é語😀',
      '{"a":"\\n"}',
      -3,
      70_000,
      5_000_000_000,
      true,
      'n',
      instant,
      ['b:x', "a:it's", 'a:\\'],
      Buffer.from([0, 255, 29]),
    ]
    const [stored] = await roundTrip(types, [row, types.map(() => null)])
    expect(stored).toEqual([
      id,
      'tab\t\\ é語😀',
      '{"a":"\\n"}',
      '-3',
      '70000',
      '5000000000',
      'true',
      'n',
      '2026-01-31 10:15:30.123+00',
      String.raw`'a:\\' 'a:it''s' 'b:x'`,
      String.raw`\x00ff1d`,
    ])
  })

  it('hold null in any column', async () => {
    const types: CopyType[] = ['uuid', 'text', 'tsvector', 'bytea', 'timestamptz', 'boolean']
    expect(await roundTrip(types, [types.map(() => null)])).toEqual([types.map(() => null)])
  })

  it('come back as they were, whatever their size and script, without U+0000', async () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.string({ unit: fc.constantFrom('\\', '\n', '\t', '\0', 'é', '語', '😀', 'x'), maxLength: 600 }),
    )
    const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const stored = written.map((row) => row.map((field) => field?.replaceAll('\0', '') ?? null))
        expect(await roundTrip(['text', 'text'], written, new SharedArrayBuffer(32))).toEqual(stored)
      }),
      { numRuns: 60 },
    )
  })

  it('are none at first', () => {
    const buffer = new CopyBuffer(['text'])
    expect(buffer.isEmpty).toBe(true)
    buffer.line(['first'])
    expect(buffer.isEmpty).toBe(false)
  })
})
