import { readFileSync } from 'node:fs'

import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'

import { inPieces, pieceSizes } from '../../../test/support/marc-bytes.ts'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { compactToIso2709, compactToJson, decodeCompact, encodeCompact } from './compact.ts'
import { delimiterPattern } from './delimiters.ts'
import { MarcTooLongError } from './errors.ts'
import { formatLines } from './format-lines.ts'
import { recordFromJson } from './marc-json.ts'
import { recordFromMarcXml, recordToMarcXml } from './marcxml.ts'
import { decodeRecord, type DecodedRecord } from './read-iso2709.ts'
import { fieldsByTag, firstControl, type MarcRecord, subfieldText } from './record.ts'
import { RecordSplitter } from './split-records.ts'
import { encodeIso2709 } from './write-iso2709.ts'

function readCase(name: string, size = 65536): { bytes: Buffer; records: DecodedRecord[] } {
  const bytes = readFileSync(sharedPath(`samples/cases/${name}`))
  const splitter = new RecordSplitter()
  const segments = inPieces(bytes, size).flatMap((piece) => splitter.push(piece))
  segments.push(...splitter.end())
  const records = segments.map(({ offset, length }) => {
    return decodeRecord(bytes.subarray(offset, offset + length), { mode: 'permissive' })
  })
  return { bytes, records }
}

function text(record: MarcRecord, tag: string, code: string): string | null {
  const field = fieldsByTag(record, tag)[0]
  return field === undefined ? null : subfieldText(field, code)
}

/** Throws unless the text is well-formed XML. */
function parseXml(xml: string): void {
  new SaxesParser({ xmlns: true }).write(xml).close()
}

// The cases are described in reference/field-cases.md of the shared material.
describe.skipIf(!sharedAvailable)('field cases', () => {
  it('1: finds the same five records wherever the stream is cut', () => {
    const whole = readCase('01-chunks.mrc', 1 << 20)
    expect(whole.records.map(({ record }) => firstControl(record, '001'))).toEqual([
      'case1-1',
      'case1-2',
      'case1-3',
      'case1-4',
      'case1-5',
    ])
    for (const size of pieceSizes) expect(readCase('01-chunks.mrc', size).records).toEqual(whole.records)
  })

  it('2: reads a record whose lengths are one byte short, and the one behind it', () => {
    const [damaged, sound] = readCase('02-length-off-by-one.mrc').records
    expect(text(damaged!.record, '245', 'a')).toBe('A book whose heading was encoded twice.')
    expect(text(damaged!.record, '650', 'a')).toBe('Economic forecasting.')
    expect(formatLines(damaged!.record)).not.toMatch(delimiterPattern)
    expect(damaged!.warnings.length).toBeGreaterThan(0)
    expect(text(sound!.record, '245', 'a')).toBe('The record after it is fine.')
    expect(sound!.warnings).toEqual([])
  })

  it.each(['03a-leader-blank-body-utf8.mrc', '03b-leader-blank-body-marc8.mrc'])(
    '3: reads %s by its bytes',
    (name) => {
      const { record } = readCase(name).records[0]!
      expect(text(record, '245', 'a')?.normalize('NFC')).toBe('Kitāb al-ḥayawān.'.normalize('NFC'))
      expect(text(record, '880', 'a')?.normalize('NFC')).toBe('كتاب الحيوان'.normalize('NFC'))
      expect(record.leader[9]).toBe('a')
    },
  )

  it('4: resolves character references in MARC-8 only', () => {
    const [marc8, utf8] = readCase('04-ncr.mrc').records
    expect(text(marc8!.record, '245', 'a')).toBe('Yul phyogs so soʼi gsar ’gyur &amp; &#38; AT&T.')
    expect(text(marc8!.record, '500', 'a')).toBe('Café crème costs 5€.')
    expect(text(utf8!.record, '245', 'a')).toBe('Entities such as &#x02BC; in HTML.')
  })

  it('5: keeps control characters in ISO 2709 and JSON, and out of XML', () => {
    const { bytes, records } = readCase('05-control-chars.mrc')
    const { record } = records[0]!
    expect(text(record, '520', 'a')).toBe(
      'Tab\there, vertical tab\u000bhere, DC4\u0014here, form feed\u000chere.',
    )
    expect(record.fields.at(-1)!.subfields![1]).toEqual({ code: '\u0014', value: 'Odd code.' })
    expect(encodeIso2709(record).equals(bytes)).toBe(true)
    const xml = recordToMarcXml(record)
    parseXml(xml)
    expect(xml).toContain('Tab\there, vertical tab')
    for (const control of ['\u000b', '\u000c', '\u0014']) expect(xml).not.toContain(control)
    expect(xml).not.toMatch(/&#x?0*(?:14|b|c|11|12|20);/i)
    const json = compactToJson(encodeCompact(record))
    expect(json).toContain('\\u000b')
    expect(JSON.parse(json)).toBeTypeOf('object')
  })

  it('6: loses nothing of a record over 99,999 bytes and refuses to write it as ISO 2709', () => {
    const record = recordFromJson(
      JSON.parse(readFileSync(sharedPath('samples/cases/06-too-long.json'), 'utf8')),
    )
    expect(record.fields).toHaveLength(1403)
    const compact = encodeCompact(record)
    expect(decodeCompact(compact)).toEqual(record)
    expect(recordFromJson(JSON.parse(compactToJson(compact)))).toEqual(record)
    expect(recordFromMarcXml(recordToMarcXml(record)).fields).toEqual(record.fields)
    for (const write of [() => encodeIso2709(record), () => compactToIso2709(compact)]) {
      expect(write).toThrow(MarcTooLongError)
      expect(write).toThrow('121418')
    }
  })

  it('7: keeps a blank behind the control number for the import rules to see', () => {
    const records = readCase('07-001-trailing-space.mrc').records.map(({ record }) => record)
    expect(records.map((record) => firstControl(record, '001'))).toEqual([
      'ocm00012345 ',
      'ocm00012346',
      'ocm00012347 ',
    ])
    expect(records.map((record) => text(record, '035', 'a'))).toEqual([
      null,
      '(OCoLC)ocm00012346',
      '(OCoLC)ocm00012347',
    ])
  })

  it('8: keeps unlinked 880 fields and their $6 through every format', () => {
    const { bytes, records } = readCase('08-880-unlinked.mrc')
    const { record } = records[0]!
    const originals = fieldsByTag(record, '880')
    expect(originals.map((field) => subfieldText(field, '6'))).toEqual([
      '245-01/(2/r',
      '260-00/(2/r',
      '500-00',
    ])
    expect(originals[1]!.subfields!.slice(1).map(({ value }) => value)).toEqual([
      'אור יהודה :',
      'כנרת,',
      '2011.',
    ])
    expect(subfieldText(originals[2]!, 'a')).toBe('הערה')
    expect(encodeIso2709(record).equals(bytes)).toBe(true)
    expect(recordFromMarcXml(recordToMarcXml(record))).toEqual(record)
    expect(decodeCompact(encodeCompact(record))).toEqual(record)
  })
})
