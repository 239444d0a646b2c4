import { describe, expect, it } from 'vitest'
import { diffDocuments } from './index.ts'

describe('diffDocuments', () => {
  it('shows changed, new and removed members by their path', () => {
    expect(
      diffDocuments(
        { title: 'Old', status: { name: 'Available', date: 'd' }, copyNumber: '1' },
        { title: 'New', status: { name: 'Checked out', date: 'd' }, barcode: '2' },
      ),
    ).toEqual([
      { path: 'title', before: 'Old', after: 'New' },
      { path: 'status.name', before: 'Available', after: 'Checked out' },
      { path: 'copyNumber', before: '1', after: null },
      { path: 'barcode', before: null, after: '2' },
    ])
  })

  it('shows an element that is put in, and one that is taken out, as one change', () => {
    const notes = [{ note: 'a' }, { note: 'b' }]
    expect(diffDocuments({ notes }, { notes: [{ note: 'a' }, { note: 'new' }, { note: 'b' }] })).toEqual([
      { path: 'notes[1]', before: null, after: { note: 'new' } },
    ])
    expect(diffDocuments({ notes }, { notes: [{ note: 'b' }] })).toEqual([
      { path: 'notes[0]', before: { note: 'a' }, after: null },
    ])
    expect(diffDocuments({ formerIds: ['x'] }, { formerIds: ['x', 'ho1'] })).toEqual([
      { path: 'formerIds[1]', before: null, after: 'ho1' },
    ])
  })

  it('goes into elements that are changed', () => {
    expect(
      diffDocuments(
        { notes: [{ note: 'a', staffOnly: false }] },
        { notes: [{ note: 'a', staffOnly: true }] },
      ),
    ).toEqual([{ path: 'notes[0].staffOnly', before: false, after: true }])
  })

  it('does not care about the order of members or about null and missing', () => {
    expect(diffDocuments({ a: { x: 1, y: [2] }, b: null }, { a: { y: [2], x: 1 }, c: null })).toEqual([])
  })

  it('leaves out metadata and version, and effective values unless asked for', () => {
    const before = { metadata: { updatedDate: '1' }, _version: 1, effectiveLocationId: 'a' }
    const after = { metadata: { updatedDate: '2' }, _version: 2, effectiveLocationId: 'b' }
    expect(diffDocuments(before, after)).toEqual([])
    expect(diffDocuments(before, after, { withEffectiveValues: true })).toEqual([
      { path: 'effectiveLocationId', before: 'a', after: 'b' },
    ])
  })

  it('shows an array or object that is new or changes its kind as a whole', () => {
    expect(diffDocuments({ tags: null, x: 1 }, { tags: { tagList: ['urgent'] }, x: [1] })).toEqual([
      { path: 'tags', before: null, after: { tagList: ['urgent'] } },
      { path: 'x', before: 1, after: [1] },
    ])
  })
})
