import { withoutNul } from '../../formats/marc/index.ts'
import type { CopyType, CopyValue } from '../../kernel/db/copy-buffer.ts'

/** Columns of `source_record_raw` in the order in which `sourceRawRow` gives their values. */
export const SOURCE_RAW_COLUMNS = ['id', 'content'] as const

/** SQL types of the columns, in order. */
export const SOURCE_RAW_TYPES: readonly CopyType[] = ['uuid', 'text']

/** The row with the raw text of a source record that has no MARC; `id` is that of the generation. */
export function sourceRawRow(id: string, content: string): CopyValue[] {
  return [id, withoutNul(content)]
}
