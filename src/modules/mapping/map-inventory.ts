import type { MarcRecord } from '../../formats/marc/record.ts'
import { authorityAfterRules } from './authority-after-rules.ts'
import type { CompiledMapping } from './compiled-mapping.ts'
import { holdingsAfterRules } from './holdings-after-rules.ts'
import { instanceAfterRules } from './instance-after-rules.ts'
import { mapRecord } from './map-record.ts'

/**
 * Maps a MARC bibliographic record to an instance (without id; the hrid is the record's 001). The record is not changed.
 */
export function mapInstance(compiled: CompiledMapping, record: MarcRecord): Record<string, unknown> {
  return instanceAfterRules(mapRecord(compiled, record))
}

/** Maps a MARC holdings record to a holdings record without instance id. The record is not changed. */
export function mapHoldings(compiled: CompiledMapping, record: MarcRecord): Record<string, unknown> {
  return holdingsAfterRules(mapRecord(compiled, record))
}

/** Maps a MARC authority record to an authority; its id is that of 999 $i. The record is not changed. */
export function mapAuthority(compiled: CompiledMapping, record: MarcRecord): Record<string, unknown> {
  return authorityAfterRules(mapRecord(compiled, record), record, compiled.sourceFileOfCode)
}
