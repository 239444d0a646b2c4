import { JsonRecordSplitter } from './split-json-records.ts'
import { RecordSplitter, type RecordSegment, type SplitterOptions } from './split-records.ts'
import { XmlRecordSplitter } from './split-xml-records.ts'

/** What the splitters have in common: pieces of a file in, ranges of records out. */
export type AnyRecordSplitter = {
  readonly keepFrom: number
  push(piece: Uint8Array): RecordSegment[]
  end(): RecordSegment[]
}

/** The splitter for a detected format. */
export function createRecordSplitter(
  format: 'marc' | 'marcxml' | 'marcjson',
  options: SplitterOptions = {},
): AnyRecordSplitter {
  if (format === 'marcxml') return new XmlRecordSplitter(options)
  return format === 'marcjson' ? new JsonRecordSplitter(options) : new RecordSplitter(options)
}
