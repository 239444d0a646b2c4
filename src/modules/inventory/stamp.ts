import { isoInstant } from '../../kernel/clock.ts'
import { metadataOf } from '../../kernel/metadata.ts'
import type { Metadata } from '../../kernel/metadata.ts'
import type { Maybe } from './records.ts'

/** Version and metadata that a write gives to a record. */
export type Stamp = {
  version: number
  metadata: Metadata
  /** The status date of a new instance; null when the write is an update and keeps the record's own. */
  statusDate: string | null
}

/** The stamp that all records created by one user in one write share. */
export function newStamp(at: Date, userId: Maybe<string>): Stamp {
  const instant = isoInstant(at)
  return {
    version: 1,
    metadata: metadataOf(instant, userId, instant, userId),
    // FOLIO writes this one date without a colon in its offset (mod-inventory-storage: InstanceService).
    statusDate: instant.replace('+00:00', '+0000'),
  }
}

const MAX_VERSION = 2_147_483_647

/** The stamp of an update: the next version, `created…` as it was, `updated…` now. */
export function nextStamp(
  stored: { version: number; metadata?: Maybe<Metadata> },
  at: Date,
  userId: Maybe<string>,
): Stamp {
  const instant = isoInstant(at)
  const created = stored.metadata
  return {
    version: stored.version >= MAX_VERSION ? 1 : stored.version + 1,
    metadata: metadataOf(created?.createdDate ?? instant, created?.createdByUserId, instant, userId),
    statusDate: null,
  }
}
