/** The kinds of records whose versions are shown. */
export type RecordKind = 'instance' | 'holdings' | 'item'

export type ChangeType = 'ADDED' | 'REMOVED' | 'MODIFIED'

/** How two versions differ, as the server tells it. */
export type Diff = {
  fieldChanges: { fieldName: string; fullPath: string; oldValue?: unknown; newValue?: unknown }[]
  collectionChanges: {
    collectionName: string
    fullPath: string
    itemChanges: { changeType: ChangeType; oldValue?: unknown; newValue?: unknown }[]
  }[]
}

export type Version = {
  version: number
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  at: string
  user?: { id: string; username?: string }
  cause: {
    kind: 'import' | 'bulk-edit' | 'undo' | 'marc' | 'record'
    id?: string
    number?: number
    undoes?: string
  }
  marcGeneration?: number
  diff?: Diff
}

export type VersionPage = { versions: Version[]; totalRecords: number }
