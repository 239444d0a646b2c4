// Writes src/formats/marc/yaz-digests.json: for every ISO 2709 file of the samples a digest per record of what
// yaz-marcdump reads. Run by hand where yaz-marcdump (yaz 5.34) is installed:
//   node test/support/make-yaz-digests.ts
// Nothing of the product is used here, so that the digests are an independent check.
import { isAscii, isUtf8 } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { type DigestField, fieldsDigest, NO_DIGEST } from './marc-digest.ts'
import { sampleFiles } from './marc-samples.ts'
import { sharedPath } from './shared.ts'

type Read = { complaints: boolean; fields: DigestField[] | null }

const scratch = mkdtempSync(path.join(tmpdir(), 'yaz-digests-'))

function yaz(bytes: Buffer, args: string[]): string {
  const file = path.join(scratch, 'records.mrc')
  writeFileSync(file, bytes)
  return spawnSync('yaz-marcdump', [...args, file], { maxBuffer: 1 << 30 }).stdout.toString('utf8')
}

/** Segments by terminator, without blank filling around them; what yaz is given. */
function segmentsOf(bytes: Buffer): Buffer[] {
  const segments: Buffer[] = []
  let from = 0
  while (from < bytes.length) {
    const end = bytes.indexOf(0x1d, from)
    const to = end === -1 ? bytes.length : end + 1
    let start = from
    while (start < to && [0x00, 0x09, 0x0a, 0x0d, 0x1a, 0x1d, 0x20].includes(bytes[start]!)) start += 1
    if (start < to) segments.push(bytes.subarray(start, to))
    from = to
  }
  return segments
}

/** The rule of field case 3; null where it gives no valid text, so that there is nothing to compare. */
function charset(record: Buffer): 'marc8' | 'utf8' | null {
  const declaresUtf8 = record[9] === 0x61
  if (record.includes(0x1b)) return declaresUtf8 && !isAscii(record) && isUtf8(record) ? 'utf8' : 'marc8'
  if (isAscii(record)) return declaresUtf8 ? 'utf8' : 'marc8'
  if (isUtf8(record)) return 'utf8'
  return declaresUtf8 ? null : 'marc8'
}

/** Character references are resolved in MARC-8 data (field case 4), which yaz leaves to its caller. */
function withReferences(text: string): string {
  return text.replaceAll(/&#x([0-9A-Fa-f]{1,6});/g, (all, hex: string) => {
    const codePoint = Number.parseInt(hex, 16)
    return codePoint < 0x80 || codePoint > 0x10ffff ? all : String.fromCodePoint(codePoint)
  })
}

/** yaz 5.34 leaves an indicator out of its JSON when it is a backslash. */
type YazData = { ind1?: string; ind2?: string; subfields: Record<string, string>[] }

function fieldsOf(json: string, references: boolean): DigestField[] {
  const parsed = JSON.parse(json) as { fields: Record<string, string | YazData>[] }
  const text = (value: string): string => (references ? withReferences(value) : value)
  return parsed.fields.map((field) => {
    const [tag, content] = Object.entries(field)[0]!
    if (typeof content === 'string') return { tag, ind1: '', ind2: '', value: text(content), subfields: null }
    const subfields = content.subfields.map((subfield) => {
      const [code, value] = Object.entries(subfield)[0]!
      return { code, value: text(value) }
    })
    if (content.ind1 === undefined || content.ind2 === undefined) throw new Error(`no indicators in ${tag}`)
    return { tag, ind1: content.ind1, ind2: content.ind2, value: '', subfields }
  })
}

/** What yaz says about records it is given together; null when it does not see as many as there are. */
function readTogether(records: Buffer[], from: 'marc8' | 'utf8'): Read[] | null {
  const bytes = Buffer.concat(records)
  const reports = yaz(bytes, ['-p', '-n']).split(/^<!-- Record \d+ .*-->\n/m)
  const before = reports.shift() ?? ''
  const conversion = from === 'marc8' ? ['-f', 'marc8', '-t', 'utf8'] : []
  const json = yaz(bytes, ['-o', 'json', ...conversion]).split(/(?<=^\}\n)/m)
  if (before.trim() !== '' || reports.length !== records.length || json.length !== records.length) return null
  return records.map((_, index) => {
    // Notes about the leader leave the fields alone.
    const complaints = reports[index]!.split('\n').some(
      (line) => line !== '' && !line.includes('should hold a '),
    )
    try {
      return { complaints, fields: fieldsOf(json[index]!, from === 'marc8') }
    } catch {
      return { complaints: true, fields: null }
    }
  })
}

function digestsOf(file: string): string {
  const records = segmentsOf(readFileSync(file))
  const digests = records.map(() => NO_DIGEST)
  for (const from of ['marc8', 'utf8'] as const) {
    const chosen = records
      .map((record, index) => ({ record, index }))
      .filter(({ record }) => charset(record) === from)
    if (chosen.length === 0) continue
    const all = chosen.map(({ record }) => record)
    const reads = readTogether(all, from) ?? all.map((record) => readTogether([record], from)?.[0])
    for (const [position, read] of reads.entries()) {
      if (read !== undefined && read.fields !== null && !read.complaints) {
        digests[chosen[position]!.index] = fieldsDigest(read.fields)
      }
    }
  }
  return digests.join('')
}

const digests: Record<string, string> = {}
for (const { name, format } of sampleFiles()) {
  if (format === 'iso2709') digests[name] = digestsOf(sharedPath(`samples/${name}`))
}
rmSync(scratch, { recursive: true })
const target = path.resolve(import.meta.dirname, '../../src/formats/marc/yaz-digests.json')
writeFileSync(target, `${JSON.stringify(digests, null, 1)}\n`)
