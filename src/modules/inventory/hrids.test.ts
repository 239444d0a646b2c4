import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { formatHrid, reserveHridTexts, reserveHrids } from './hrids.ts'

const PATH = '/hrid-settings-storage/hrid-settings'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function inTenant<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return app.octavo.app.db.tenant('diku', work)
}

describe('the text of an HRID', () => {
  it('has eleven digits, or as many as the number where leading zeroes are not kept', () => {
    expect(formatHrid({ prefix: 'in', pad: 11 }, 42)).toBe('in00000000042')
    expect(formatHrid({ prefix: '', pad: 0 }, 42)).toBe('42')
    expect(formatHrid({ prefix: 'x', pad: 11 }, 99_999_999_999)).toBe('x99999999999')
  })
})

describe('HRID settings', () => {
  it('start as FOLIO’s, with the last number given out', async () => {
    expect((await app.get(PATH)).json).toEqual({
      id: 'a501f2a8-5b31-48b2-874d-2191e48db8cd',
      instances: { prefix: 'in', startNumber: 1, currentNumber: 0 },
      holdings: { prefix: 'ho', startNumber: 1, currentNumber: 0 },
      items: { prefix: 'it', startNumber: 1, currentNumber: 0 },
      commonRetainLeadingZeroes: true,
    })
  })

  it('restart all three sequences, changed or not', async () => {
    expect(await inTenant((tx) => reserveHridTexts(tx, 'items', 2))).toEqual([
      'it00000000001',
      'it00000000002',
    ])
    const settings = (await app.get(PATH)).json
    expect(settings.items.currentNumber).toBe(2)
    const change = {
      ...settings,
      instances: { prefix: 'bib', startNumber: 500, currentNumber: 77 },
      holdings: { startNumber: 9 },
      commonRetainLeadingZeroes: false,
    }
    const reply = await app.put(PATH, change)
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect((await app.get(PATH)).json).toMatchObject({
      instances: { prefix: 'bib', startNumber: 500, currentNumber: 499 },
      items: { prefix: 'it', startNumber: 1, currentNumber: 0 },
    })
    expect(await inTenant((tx) => reserveHridTexts(tx, 'instances', 1))).toEqual(['bib500'])
    expect(await inTenant((tx) => reserveHridTexts(tx, 'holdings', 1))).toEqual(['9'])
    expect(await inTenant((tx) => reserveHridTexts(tx, 'items', 1))).toEqual(['it1'])
  })

  it.each([
    [{ prefix: 'with blank', startNumber: 1 }, 'instances.prefix'],
    [{ prefix: 'in', startNumber: 0 }, 'instances.startNumber'],
    [{ prefix: 'in', startNumber: 100_000_000_000 }, 'instances.startNumber'],
    [{ prefix: 'in' }, 'instances.startNumber'],
  ])('are refused with the field that is wrong: %j', async (instances, key) => {
    const settings = (await app.get(PATH)).json
    const reply = await app.put(PATH, { ...settings, instances })
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0].parameters[0].key).toBe(key)
    expect((await app.get(PATH)).json).toEqual(settings)
  })
})

describe('reserving numbers', () => {
  it('gives each caller its own block without waiting for others to commit', async () => {
    const blocks: [number, number][] = []
    await inTenant(async (first) => {
      const early = await reserveHrids(first, 'holdings', 1000)
      blocks.push([early.first, early.first + 999])
      // While the first transaction is open, others come and go.
      const counts = [1, 1000, 7, 250, 1000, 1]
      await Promise.all(
        counts.map((count) =>
          inTenant(async (tx) => {
            const block = await reserveHrids(tx, 'holdings', count)
            blocks.push([block.first, block.first + count - 1])
          }),
        ),
      )
    })
    const ordered = blocks.sort(([a], [b]) => a - b)
    for (const [index, [start]] of ordered.entries()) {
      if (index > 0) expect(start).toBe(ordered[index - 1]![1] + 1)
    }
    expect(ordered).toHaveLength(7)
  })

  it('does not give numbers back when the transaction fails', async () => {
    const before = (await inTenant((tx) => reserveHrids(tx, 'items', 1))).first
    await expect(
      inTenant(async (tx) => {
        await reserveHrids(tx, 'items', 10)
        throw new Error('given up')
      }),
    ).rejects.toThrow('given up')
    expect((await inTenant((tx) => reserveHrids(tx, 'items', 1))).first).toBe(before + 11)
  })

  it('takes nothing for a count of zero', async () => {
    const before = (await app.get(PATH)).json.items.currentNumber
    expect(await inTenant((tx) => reserveHridTexts(tx, 'items', 0))).toEqual([])
    await inTenant((tx) => reserveHrids(tx, 'items', 0))
    expect((await app.get(PATH)).json.items.currentNumber).toBe(before)
  })

  it('refuses numbers past the last one, and keeps the sequence usable', async () => {
    const settings = (await app.get(PATH)).json
    await app.put(PATH, { ...settings, items: { prefix: 'it', startNumber: 99_999_999_998 } })
    await expect(inTenant((tx) => reserveHrids(tx, 'items', 10))).rejects.toMatchObject({ code: '22003' })
    expect((await inTenant((tx) => reserveHrids(tx, 'items', 1))).first).toBe(99_999_999_999)
    await expect(inTenant((tx) => reserveHrids(tx, 'items', 1))).rejects.toMatchObject({ code: '2200H' })
  })
})
