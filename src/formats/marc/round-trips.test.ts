import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { soundRecord, wildRecord } from '../../../test/support/marc-arbitraries.ts'
import { compactToIso2709, compactToJson, decodeCompact, encodeCompact } from './compact.ts'
import { MarcReadError, MarcWriteError } from './errors.ts'
import { recordFromJson, recordToJson } from './marc-json.ts'
import { recordFromMarcXml, recordToMarcXml } from './marcxml.ts'
import { decodeRecord } from './read-iso2709.ts'
import type { MarcField } from './record.ts'
import { encodeIso2709 } from './write-iso2709.ts'

/** Lengths in the leader, which ISO 2709 computes anew, as they are in the record compared with. */
function withLengthsOf(leader: string, other: string): string {
  return other.slice(0, 5) + leader.slice(5, 12) + other.slice(12, 17) + leader.slice(17)
}

function textOf(field: MarcField): string {
  return field.value + (field.subfields ?? []).map(({ code, value }) => code + value).join('')
}

describe('a sound record', () => {
  it('survives ISO 2709', () => {
    fc.assert(
      fc.property(soundRecord, (record) => {
        const bytes = encodeIso2709(record)
        const { record: read, warnings } = decodeRecord(bytes, { mode: 'permissive', encoding: 'utf8' })
        expect(warnings).toEqual([])
        expect(read.fields).toEqual(record.fields)
        expect(withLengthsOf(read.leader, record.leader)).toBe(
          `${record.leader.slice(0, 9)}a${record.leader.slice(10)}`,
        )
        expect(decodeRecord(bytes, { mode: 'strict' }).record).toEqual(read)
      }),
    )
  })

  it('is read from ISO 2709 with the wanted fields alone', () => {
    fc.assert(
      fc.property(soundRecord, fc.array(fc.nat()), (record, places) => {
        const tags = new Set(
          places.flatMap((place) => record.fields[place % record.fields.length]?.tag ?? []),
        )
        const options = { mode: 'permissive', encoding: 'utf8' } as const
        const bytes = encodeIso2709(record)
        const whole = decodeRecord(bytes, options).record
        const { record: read } = decodeRecord(bytes, { ...options, tags })
        expect(read.leader).toBe(whole.leader)
        expect(read.fields).toEqual(whole.fields.filter(({ tag }) => tags.has(tag)))
      }),
    )
  })

  it('survives ISO 2709 whose directory is useless', () => {
    fc.assert(
      fc.property(soundRecord, (record) => {
        const bytes = encodeIso2709(record)
        const baseAddress = 24 + record.fields.length * 12 + 1
        for (let at = 24; at < baseAddress - 1; at += 12) bytes.write('000000000', at + 3)
        const read = decodeRecord(bytes, { mode: 'permissive', encoding: 'utf8' }).record
        expect(read.fields).toEqual(record.fields)
      }),
    )
  })

  it('survives MARCXML', () => {
    fc.assert(
      fc.property(soundRecord, (record) => {
        const read = recordFromMarcXml(recordToMarcXml(record))
        expect(read.fields).toEqual(record.fields)
        expect(read.leader).toBe(`${record.leader.slice(0, 9)}a${record.leader.slice(10)}`)
      }),
    )
  })

  it('is stored in the regular compact form, from which ISO 2709 comes out the same', () => {
    fc.assert(
      fc.property(soundRecord, (record) => {
        const bytes = encodeCompact(record)
        expect(bytes[0]).not.toBe(0x1d)
        expect(compactToIso2709(bytes).equals(encodeIso2709(record))).toBe(true)
      }),
    )
  })
})

describe('any record', () => {
  it('survives the compact form and JSON', () => {
    fc.assert(
      fc.property(fc.oneof(soundRecord, wildRecord), (record) => {
        const bytes = encodeCompact(record)
        expect(decodeCompact(bytes)).toEqual(record)
        const json = recordToJson(record)
        expect(compactToJson(bytes)).toBe(json)
        expect(recordFromJson(JSON.parse(json))).toEqual(record)
      }),
      { numRuns: 500 },
    )
  })

  it('becomes ISO 2709 that reads back the same, or is refused', () => {
    fc.assert(
      fc.property(wildRecord, (record) => {
        let bytes: Buffer
        try {
          bytes = encodeIso2709(record)
        } catch (error) {
          expect(error).toBeInstanceOf(MarcWriteError)
          expect(() => compactToIso2709(encodeCompact(record))).toThrow(MarcWriteError)
          return
        }
        const read = decodeRecord(bytes, { mode: 'permissive', encoding: 'utf8' }).record
        // UTF-8 has no place for unpaired surrogates, the one thing that is not given back.
        if (record.fields.every((field) => textOf(field).isWellFormed()))
          expect(read.fields).toEqual(record.fields)
      }),
    )
  })

  it('becomes well-formed XML', () => {
    fc.assert(
      fc.property(wildRecord, (record) => {
        try {
          recordFromMarcXml(recordToMarcXml(record))
        } catch (error) {
          // An empty tag or code is well-formed, but no MARCXML.
          expect(error).toBeInstanceOf(MarcReadError)
          expect((error as Error).message).not.toContain('well-formed')
        }
      }),
    )
  })
})
