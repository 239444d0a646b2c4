import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'

/** A key of the file store that was given out for one file. */
export type StoredUpload = { id: string; key: string }

/**
 * Gives out a key for a file in FOLIO's form, `data-import/{tenant}/{epoch milliseconds}-{file name}`. The
 * milliseconds go up until the key is free, so that two files of one name never share one.
 */
export async function reserveKey(tx: Transaction, fileName: string): Promise<StoredUpload> {
  for (let millis = now().getTime(); ; millis += 1) {
    const upload = { id: newId(), key: `data-import/${tx.tenant}/${millis}-${safeName(fileName)}` }
    const inserted = await tx.execute(
      'insert into stored_upload (id, key) values ($1, $2) on conflict (key) do nothing',
      [upload.id, upload.key],
    )
    if (inserted > 0) return upload
  }
}

/** Bytes of a file's name that are kept: with what is put before and behind it a name on disk may have 255. */
const MAX_NAME_BYTES = 120

/** The end of a file's name, without what file systems or clients that do not escape addresses stumble over. */
function safeName(name: string): string {
  const plain = Buffer.from(name.replaceAll(/[^\p{L}\p{M}\p{N} ._()[\]-]+/gu, '_'))
  // A character that the cut went through becomes U+FFFD.
  return plain.subarray(-MAX_NAME_BYTES).toString('utf8').replaceAll('\ufffd', '')
}

/** The folder of an upload's parts in the file store. */
export function partsFolder(uploadId: string): string {
  return `upload-parts/${uploadId}`
}

/** Days after which parts of files that nobody joined are removed. */
const KEPT_DAYS = 7

/** Forgets uploads of a while ago, and removes parts that were never joined to a file. */
export async function removeAbandonedUploads(app: App): Promise<void> {
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready'"),
  )
  for (const { id: tenant } of tenants) {
    const removed = await app.db.tenant(tenant, (tx) =>
      tx.query<{ id: string }>(
        `delete from stored_upload where created_at < now() - make_interval(days => ${KEPT_DAYS}) returning id`,
      ),
    )
    for (const { id } of removed) await app.files.removeFolder(tenant, partsFolder(id))
  }
}
