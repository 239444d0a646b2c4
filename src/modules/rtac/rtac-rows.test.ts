import { describe, expect, it } from 'vitest'
import type { InstanceTree, ReferenceNames } from '../inventory-views/index.ts'
import { acceptedType } from './accepted-type.ts'
import { rtacRows } from './rtac-rows.ts'

const reference: ReferenceNames = { names: new Map(), locations: new Map(), statisticalCodes: new Map() }

const tree: InstanceTree = {
  instance: { id: 'i' },
  holdings: [{ id: 'h', callNumber: 'C', copyNumber: 'c.1' }],
  items: [{ holdingsId: 'h', item: { id: 't', status: { name: 'Checked out' } } }],
}

describe('lines of availability', () => {
  it('say until when an item is lent and how many wait for it', () => {
    const circulation = new Map([['t', { dueDate: '2026-05-01T23:59:59.000+00:00', openRequests: 2 }]])
    expect(rtacRows(tree, reference, { circulation, pieces: [] }, false)).toMatchObject([
      { id: 't', dueDate: '2026-05-01T23:59:59.000+00:00', totalHoldRequests: 2 },
    ])
  })

  it('have a line more for each piece that is shown to the public', () => {
    const pieces = [
      { id: 'p', holdingId: 'h', receivingStatus: 'Expected', enumeration: 'v.9', copyNumber: 'c.9' },
      { id: 'q', holdingId: 'elsewhere', receivingStatus: 'Received' },
    ]
    const rows = rtacRows(tree, reference, { circulation: new Map(), pieces }, false)
    expect(rows.map(({ id }) => id)).toEqual(['t', 'p'])
    expect(rows[1]).toMatchObject({
      status: 'Expected',
      callNumber: 'C',
      volume: '(v.9)',
      holdingsCopyNumber: 'c.9',
    })
  })
})

describe('the type of an answer', () => {
  it('is what the client wants most of those that are offered', () => {
    const cases: [string | undefined, string][] = [
      [undefined, 'application/json'],
      ['*/*', 'application/json'],
      ['text/*', 'text/xml'],
      ['application/xml', 'application/xml'],
      ['application/json;q=0.5, text/xml', 'text/xml'],
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
    ]
    for (const [header, type] of cases) expect(acceptedType(header, 'application/json')).toBe(type)
    expect(acceptedType('*/*', 'application/xml')).toBe('application/xml')
    expect(() => acceptedType('image/png', 'application/json')).toThrow('Unsupported media type')
    expect(() => acceptedType('application/xml;q=0', 'application/json')).toThrow('Unsupported')
  })
})
