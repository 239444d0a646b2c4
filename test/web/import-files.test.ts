import { describe, expect, it } from 'vitest'
import { similarNames } from '../../web/src/features/import/set-up/similar-names.ts'
import { kindOfBytes } from '../../web/src/features/import/uploads/sniff-file.ts'
import { fieldsOfDocument } from '../../web/src/features/import/outcome/flat-fields.ts'

describe('names of files of the same origin', () => {
  it.each([
    ['vendor-2026-11-30.mrc', 'vendor-*'],
    ['vendor-1130.mrc', 'vendor-*'],
    ['books.mrc', 'books*'],
    ['GOBI approval plan.xml', 'GOBI approval plan*'],
    ['20261130.mrc', null],
    ['ab1.mrc', null],
    ['--- 12.mrc', null],
  ])('%s is like %s', (name, pattern) => {
    expect(similarNames(name)).toBe(pattern)
  })
})

describe('what a file is by its first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0))
  it.each([
    ['', 'empty'],
    ['00714nam a2200205 a 4500001', 'marc'],
    ['\n00714nam a2200205 a 4500001', 'marc'],
    ['<?xml version="1.0"?><collection>', 'marcxml'],
    ['\u00ef\u00bb\u00bf{"leader": "', 'json'],
    ['[{"leader"', 'json'],
    ["UNA:+.? 'UNB+UNOC:3", 'edifact'],
    ['UNB+UNOC:3+', 'edifact'],
    ['title,author\nA,B', 'unknown'],
    ['%PDF-1.7', { notRecords: 'pdf' }],
    ['PK\u0003\u0004', { notRecords: 'archive' }],
    ['\u001f\u008b\u0008', { notRecords: 'archive' }],
    ['<!DOCTYPE html><html>', { notRecords: 'html' }],
    ['\u0089PNG\r\n', { notRecords: 'image' }],
    ['{\\rtf1', { notRecords: 'office' }],
  ])('%j is %j', (text, kind) => {
    expect(kindOfBytes(bytes(text))).toEqual(kind)
  })
})

describe('the fields of a new record', () => {
  it('are named by their paths, without what the server keeps for itself', () => {
    const document = {
      id: '1',
      _version: 1,
      title: 'Rivers',
      languages: ['eng', 'fre'],
      dates: { date1: '1999' },
      contributors: [{ name: 'Smith', primary: true }],
      notes: [],
      subtitle: '',
      metadata: { createdDate: '2026' },
    }
    expect(fieldsOfDocument(document)).toEqual([
      { field: 'title', from: null, to: 'Rivers' },
      { field: 'languages[1]', from: null, to: 'eng' },
      { field: 'languages[2]', from: null, to: 'fre' },
      { field: 'dates.date1', from: null, to: '1999' },
      { field: 'contributors[1].name', from: null, to: 'Smith' },
      { field: 'contributors[1].primary', from: null, to: 'true' },
    ])
  })
})
