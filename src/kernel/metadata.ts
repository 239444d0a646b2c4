/** Who made and last changed a record, and when, as FOLIO's records say it. */
export type Metadata = {
  createdDate: string
  createdByUserId?: string
  updatedDate: string
  updatedByUserId?: string
}

/** Metadata of these instants (ISO texts) and users; users that are not known are left out. */
export function metadataOf(
  createdDate: string,
  createdBy: string | null | undefined,
  updatedDate: string,
  updatedBy: string | null | undefined,
): Metadata {
  const metadata: Metadata = createdBy
    ? { createdDate, createdByUserId: createdBy, updatedDate }
    : { createdDate, updatedDate }
  if (updatedBy) metadata.updatedByUserId = updatedBy
  return metadata
}
