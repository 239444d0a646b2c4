/** A field as the generator changes it: the tag and everything up to the field terminator. */
export type RawField = { tag: string; body: string }

export type RawRecord = { leader: string; fields: RawField[] }

const RECORD_END = 0x1d
const FIELD_END = '\u001e'

/** The records of a clean UTF-8 ISO 2709 file. */
export function readRecords(file: Buffer): RawRecord[] {
  const records: RawRecord[] = []
  for (let start = 0; start < file.length;) {
    const end = file.indexOf(RECORD_END, start)
    if (end < 0) break
    records.push(readRecord(file.subarray(start, end + 1)))
    start = end + 1
  }
  return records
}

function readRecord(bytes: Buffer): RawRecord {
  const base = Number(bytes.toString('latin1', 12, 17))
  const fields: RawField[] = []
  for (let entry = 24; entry + 12 < base; entry += 12) {
    const tag = bytes.toString('latin1', entry, entry + 3)
    const length = Number(bytes.toString('latin1', entry + 3, entry + 7))
    const offset = Number(bytes.toString('latin1', entry + 7, entry + 12))
    fields.push({ tag, body: bytes.toString('utf8', base + offset, base + offset + length - 1) })
  }
  return { leader: bytes.toString('latin1', 0, 24), fields }
}

/** The bytes of a record with right lengths. */
export function writeRecord({ leader, fields }: RawRecord): Buffer {
  let directory = ''
  let offset = 0
  const bodies = fields.map(({ tag, body }) => {
    const bytes = Buffer.from(body + FIELD_END, 'utf8')
    directory += tag + String(bytes.length).padStart(4, '0') + String(offset).padStart(5, '0')
    offset += bytes.length
    return bytes
  })
  const base = 24 + directory.length + 1
  const length = base + offset + 1
  const head = `${String(length).padStart(5, '0')}${leader.slice(5, 9)}a${leader.slice(10, 12)}${String(base).padStart(5, '0')}${leader.slice(17)}`
  return Buffer.concat([
    Buffer.from(`${head}${directory}${FIELD_END}`, 'latin1'),
    ...bodies,
    Buffer.from([RECORD_END]),
  ])
}
