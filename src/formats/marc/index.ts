export { compactToIso2709, compactToJson, decodeCompact, encodeCompact } from './compact.ts'
export { chooseCharset, type RecordCharset } from './charset.ts'
export { createRecordSplitter, type AnyRecordSplitter } from './create-record-splitter.ts'
export { delimiterPattern } from './delimiters.ts'
export { DETECTION_BYTES, detectFormat, type DetectedFormat, type FileFormat } from './detect-format.ts'
export { MarcReadError, MarcTooLongError, MarcWriteError, type MarcReadCode } from './errors.ts'
export { formatLines } from './format-lines.ts'
export { recordFromJson, recordToJson } from './marc-json.ts'
export { decodeMarc8, type Marc8Text } from './marc8.ts'
export {
  MARCXML_END,
  MARCXML_START,
  marcXmlCollection,
  recordFromMarcXml,
  recordToMarcXml,
} from './marcxml.ts'
export { decodeRecord, type DecodedRecord, type DecodeOptions } from './read-iso2709.ts'
export {
  controlField,
  controlNumber,
  dataField,
  fieldsByTag,
  firstControl,
  isControlTag,
  NUL,
  recordType,
  subfieldText,
  titleOf,
  withoutNul,
  type MarcField,
  type MarcRecord,
  type MarcRecordType,
  type Subfield,
} from './record.ts'
export { skipPadding } from './repair-iso2709.ts'
export { JsonRecordSplitter } from './split-json-records.ts'
export {
  DEFAULT_MAX_SEGMENT_BYTES,
  RecordSplitter,
  type RecordSegment,
  type SplitterOptions,
} from './split-records.ts'
export { decodeXmlText, detectXmlEncoding, XmlRecordSplitter } from './split-xml-records.ts'
export { unimarcReason } from './unimarc.ts'
export { encodeIso2709, MAX_FIELD_BYTES, MAX_RECORD_BYTES } from './write-iso2709.ts'
