import { decodeCompact } from '../../../formats/marc/index.ts'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { replaceMarcTitles } from '../../inventory/index.ts'
import type { MappedInstance, Writer } from '../../inventory/index.ts'
import { mapInstance } from '../../mapping/index.ts'
import { readMarcVersions } from '../../records/index.ts'
import { createMarcEditor, titleFields } from '../edit/edit-marc.ts'
import type { MarcEditor } from '../edit/edit-marc.ts'
import type { OperationRow } from '../operation/operation.ts'

/**
 * The instances whose titles before and after a bulk edit of MARC has changed, with what the MARC that was matched makes
 * of these. Asked before the MARC goes back, because the edited one is gone then.
 */
export async function findRetitled(
  tx: Transaction,
  { hr_id: no, entity_type: entity }: OperationRow,
  ids: readonly string[],
): Promise<MappedInstance[]> {
  if (entity !== 'INSTANCE_MARC') return []
  const rows = await tx.query<{ id: string; matched: string; committed: string }>(
    `select record_id as id, marc_version as matched, committed_marc_version as committed from bulk_record
     where operation_no = $1 and record_id = any($2::uuid[]) and marc_version <> committed_marc_version`,
    [no, ids],
  )
  if (rows.length === 0) return []
  const editor = await createMarcEditor(tx, [])
  const marc = await readMarcVersions(
    tx,
    rows.flatMap(({ matched, committed }) => [matched, committed]),
  )
  return rows.flatMap(({ id, matched, committed }) => {
    const [earlier, edited] = [marc.get(matched), marc.get(committed)]
    if (earlier === undefined || edited === undefined) return []
    const record = decodeCompact(earlier)
    if (titlesText(record, editor) === titlesText(decodeCompact(edited), editor)) return []
    return [{ instanceId: id, mapped: mapInstance(editor.mapping, record) }]
  })
}

function titlesText(record: MarcRecord, editor: MarcEditor): string {
  return JSON.stringify(titleFields(record, editor))
}

/** Gives instances that went back their titles again. */
export async function putTitlesBack(
  tx: Transaction,
  writer: Writer,
  retitled: readonly MappedInstance[],
): Promise<void> {
  if (retitled.length === 0) return
  const actor = writer === null ? null : { userId: writer.userId, username: '', tenant: tx.tenant ?? '' }
  await replaceMarcTitles(tx, actor, retitled)
}
