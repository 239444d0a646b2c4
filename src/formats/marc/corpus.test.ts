import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { inPieces } from '../../../test/support/marc-bytes.ts'
import { DIGEST_LENGTH, fieldsDigest, NO_DIGEST } from '../../../test/support/marc-digest.ts'
import { type SampleFile, sampleFiles } from '../../../test/support/marc-samples.ts'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { compactToIso2709, compactToJson, decodeCompact, encodeCompact } from './compact.ts'
import { createRecordSplitter } from './create-record-splitter.ts'
import { detectFormat, DETECTION_BYTES } from './detect-format.ts'
import { MarcReadError } from './errors.ts'
import { recordToJson } from './marc-json.ts'
import { recordFromMarcXml, recordToMarcXml } from './marcxml.ts'
import { decodeRecord } from './read-iso2709.ts'
import { recordType } from './record.ts'
import { decodeXmlText, detectXmlEncoding } from './split-xml-records.ts'
import { encodeIso2709 } from './write-iso2709.ts'
import digests from './yaz-digests.json' with { type: 'json' }

const files = sharedAvailable ? sampleFiles() : []
const iso2709Files = files.filter((file) => file.format === 'iso2709')
const xmlFiles = files.filter((file) => file.format === 'xml')

/** Files that are UNIMARC, or have lost their separators: refused as a whole, with the word that says why. */
const refused: Record<string, string> = {
  'bib-utf8/marcjs_bib.mrc': 'UNIMARC',
  'malformed/catmandu_dollar_subfields.mrc': 'UNIMARC',
  'malformed/pear_bad_example2.mrc': 'UNIMARC',
  'malformed/libsys_202003131720.mrc': 'separators',
  'other-formats/marc4j_brkrtest.mrk': 'mnemonic',
  'other-formats/pymarc_testunimarc.dat': 'UNIMARC',
  'other-formats/qa2_serial.bnr.1993.mrc': 'UNIMARC',
  'other-formats/qa2_short.bnr.1993.mrc': 'UNIMARC',
  'other-formats/zebra_simple-rusmarc': 'UNIMARC',
}

/** Records that cannot be read: file, numbers of the records from 0, and how the message begins. */
const unreadable: Record<string, Record<number, string>> = {
  'malformed/libsys_202003131720.mrc': { 0: 'The record has a leader but no field separators' },
  'malformed/mrrc_non-ascii-tag-roundtrip.mrc': {
    0: 'The directory names 3 fields, the record has 1',
    1: 'No leader',
  },
  'malformed/mrrc_oob-salvage-slice.mrc': { 0: 'The directory names 3 fields, the record has 1' },
  'malformed/perlmarc_badldr.usmarc': { 6: 'No field separators were found' },
  'malformed/stanford_unreadable.mrc': { 0: 'The directory names 10 fields, the record has 17' },
}

/** Records whose text is not what yaz-marcdump gives, with the reason. */
const differences: Record<string, { records: number[]; reason: string }> = {
  'bench/evergreen_jazz_1k.mrc': {
    records: [486, 872, 873, 874],
    reason: 'apostrophes written as 0xE1: read as Latin-1',
  },
  'bib-marc8/bookops_nyp-sample.mrc': {
    records: [7],
    reason: 'yaz drops undefined characters, here they become U+FFFD',
  },
  'bib-marc8/evergreen_hebrew.marc': { records: [17], reason: 'yaz drops the control character DEL' },
  'bib-marc8/fse_diac-4-theo-directly-from-sierra.mrc': {
    records: [2, 3, 6],
    reason: 'undefined characters',
  },
  'bib-marc8/fse_diac_from_oclc.mrc': { records: [4, 6], reason: 'undefined characters' },
  'bib-marc8/marc4j_185258.mrc': { records: [0], reason: 'an indicator of 0xB2 is read as a blank' },
  'bib-marc8/pear_example.mrc': { records: [0], reason: 'Latin-1 that declares MARC-8' },
  'bib-marc8/pymarc_1251.dat': {
    records: [0, 1, 2, 3, 4, 5],
    reason: 'undefined characters: the bytes are Windows-1251',
  },
  'bib-marc8/solrmarc_record_set_045.mrc': {
    records: [3],
    reason: 'yaz drops the subfield that ends in a combining mark',
  },
  'bib-marc8/stanford_allfieldsTests.mrc': {
    records: [0],
    reason: 'UTF-8 with some broken bytes, which yaz reads as MARC-8',
  },
  'bib-marc8/yaz_marc1.marc': {
    records: [0],
    reason: 'danMARC: subfields in control fields, indicators of another length',
  },
  'bib-marc8/yaz_marc2.marc': { records: [0], reason: 'danMARC' },
  'bib-marc8/yaz_marc3.marc': { records: [0], reason: 'danMARC' },
  'bib-marc8/yaz_marc10.marc': { records: [0], reason: 'undefined characters' },
  'bib-marc8/yaz_marc11.marc': { records: [0], reason: 'undefined characters' },
  'bib-marc8/yaz_marc12.marc': { records: [0], reason: 'yaz drops control characters' },
  'items/zebra_sample-marc': { records: [23], reason: 'danMARC in Latin-1 that declares MARC-8' },
  'malformed/marc4j_greekmissingcharsetchange.mrc': {
    records: [0, 1],
    reason: 'undefined characters; combining marks before character references',
  },
  'malformed/mrrc_e002_indicator_count_not_two.bin': {
    records: [0],
    reason: 'yaz believes the indicator count in the leader',
  },
  'malformed/mrrc_e106_expected_subfield_delimiter.bin': {
    records: [0],
    reason: 'yaz takes any character for the first delimiter',
  },
  'malformed/pymarc_bad_eacc_encoding.dat': { records: [0], reason: 'undefined characters' },
  'malformed/pymarc_bad_indicator.dat': { records: [0], reason: 'a field with one indicator' },
  'malformed/reservoir_badchar.marc': { records: [0], reason: 'yaz drops control characters' },
  'other-formats/zebra_simple-rusmarc': {
    records: Array.from({ length: 72 }, (_, index) => index),
    reason: 'undefined characters: the bytes are KOI8-R',
  },
}

type Segment = { bytes: Buffer; encoding: string }

function segmentsOf({ name, format }: SampleFile): Segment[] {
  const bytes = readFileSync(sharedPath(`samples/${name}`))
  const splitter = createRecordSplitter(format === 'xml' ? 'marcxml' : 'marc')
  const segments = inPieces(bytes, 5000).flatMap((piece) => splitter.push(piece))
  segments.push(...splitter.end())
  const encoding = detectXmlEncoding(bytes)
  return segments.map(({ offset, length }) => ({ bytes: bytes.subarray(offset, offset + length), encoding }))
}

describe.skipIf(!sharedAvailable)('sample files', () => {
  it('are recognised by their content, or refused with the reason', () => {
    for (const { name, format } of files) {
      const head = readFileSync(sharedPath(`samples/${name}`)).subarray(0, DETECTION_BYTES)
      const found = detectFormat(head, path.basename(name))
      const why = refused[name]
      if (why === undefined)
        expect([name, found.format]).toEqual([name, format === 'xml' ? 'marcxml' : 'marc'])
      else expect([name, found.format, found.reason]).toEqual([name, 'unknown', expect.stringContaining(why)])
    }
  })

  it('have as many records as the manifest says', () => {
    const counts = files
      .filter((file) => file.format !== 'mnemonic')
      .map((file) => {
        // The manifest counts leaders in XML; a record without one is a record all the same.
        const withLeader = segmentsOf(file).filter(
          ({ bytes }) => file.format !== 'xml' || bytes.includes('leader'),
        )
        return [file.name, withLeader.length]
      })
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries(
        files.filter((file) => file.format !== 'mnemonic').map(({ name, records }) => [name, records]),
      ),
    )
  })

  it('in ISO 2709 hold the text that yaz-marcdump reads, but for the known differences', () => {
    let compared = 0
    const different: Record<string, number[]> = {}
    const failed: Record<string, Record<number, string>> = {}
    for (const file of iso2709Files) {
      const expected = (digests as Record<string, string>)[file.name] ?? ''
      const segments = segmentsOf(file)
      expect([file.name, segments.length]).toEqual([file.name, expected.length / DIGEST_LENGTH])
      for (const [index, { bytes }] of segments.entries()) {
        const digest = expected.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH)
        try {
          const { record } = decodeRecord(bytes, { mode: 'permissive' })
          if (digest === NO_DIGEST) continue
          compared += 1
          if (fieldsDigest(record.fields) !== digest) (different[file.name] ??= []).push(index)
        } catch (error) {
          expect(error).toBeInstanceOf(MarcReadError)
          ;(failed[file.name] ??= {})[index] = (error as Error).message
        }
      }
    }
    expect(compared).toBeGreaterThan(46_000)
    const known = Object.entries(differences).map(([name, { records }]) => [name, records])
    expect(different).toEqual(Object.fromEntries(known))
    const reasons = Object.entries(unreadable).map(([name, records]) => [
      name,
      Object.fromEntries(
        Object.entries(records).map(([index, text]) => [index, expect.stringContaining(text)]),
      ),
    ])
    expect(failed).toEqual(Object.fromEntries(reasons))
  })

  it('in XML are read, but for records without a leader', () => {
    const failed: Record<string, number> = {}
    for (const file of xmlFiles) {
      for (const { bytes, encoding } of segmentsOf(file)) {
        try {
          expect(recordType(recordFromMarcXml(decodeXmlText(bytes, encoding))) ?? '').toMatch(
            /^(?:MARC_.*|)$/,
          )
        } catch (error) {
          expect([file.name, (error as Error).message]).toEqual([file.name, 'The record has no leader.'])
          failed[file.name] = (failed[file.name] ?? 0) + 1
        }
      }
    }
    expect(failed).toEqual({
      'marcxml/temple-app_marc_fixture_4_marc.xml': 10,
      'marcxml/temple_marc_fixture.xml': 10,
    })
  })

  it.each([
    'bench/perf_1k_bib_Create.mrc',
    'bench/di_CornellFOLIOExemplars_Bibs.mrc',
    'bench/psu_sample_psucat.mrc',
    'bib-marc8/solrmarc_specTestRecs.mrc',
    'malformed/marc4j_bad_hathi_records.mrc',
  ])('%s survives storage and every format', (name) => {
    for (const { bytes } of segmentsOf({ name, records: 0, format: 'iso2709' })) {
      const { record } = decodeRecord(bytes, { mode: 'permissive' })
      const compact = encodeCompact(record)
      const json = recordToJson(record)
      expect(recordToJson(decodeCompact(compact))).toBe(json)
      expect(compactToJson(compact)).toBe(json)
      if (compact.length > 60_000) continue
      const iso2709 = compactToIso2709(compact)
      expect(iso2709.equals(encodeIso2709(record))).toBe(true)
      const again = decodeRecord(iso2709, { mode: 'strict' }).record
      expect(recordToJson({ leader: record.leader, fields: again.fields })).toBe(json)
      // Reading by terminators alone gives the same as reading by the directory.
      iso2709.write('00000', 0)
      iso2709.write('00000', 12)
      const repaired = decodeRecord(iso2709, { mode: 'permissive', encoding: 'utf8' }).record
      expect(recordToJson({ leader: record.leader, fields: repaired.fields })).toBe(json)
    }
  })

  it('survive MARCXML', () => {
    for (const { bytes } of segmentsOf({
      name: 'bib-utf8/e2e_marcFileForC6709.mrc',
      records: 15,
      format: 'iso2709',
    })) {
      const { record } = decodeRecord(bytes, { mode: 'permissive' })
      expect(recordFromMarcXml(recordToMarcXml(record))).toEqual(record)
    }
  })
})
