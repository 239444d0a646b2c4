/** A record as JSON: the stored document. */
export type Document = Record<string, unknown>

/** What a bulk operation is about. `INSTANCE_MARC` are instances whose MARC records change. */
export type EntityType = 'USER' | 'ITEM' | 'HOLDINGS_RECORD' | 'INSTANCE' | 'INSTANCE_MARC'

/** One message about one record of an operation. */
export type RecordProblem = { type: 'ERROR' | 'WARNING'; message: string }

/** An action of a rule, as `content-update` takes it, with what clients leave out filled in. */
export type RuleAction = {
  type: string
  initial: string | null
  updated: string | null
  parameters: readonly { key: string; value: unknown }[]
  tenants: readonly string[]
  updatedTenants: readonly string[]
}

/** A rule of an operation: what is done to one property of each record. */
export type Rule = { option: string; tenants: readonly string[]; actions: readonly RuleAction[] }

/** What applying rules asks beside the record: ids that exist, read once a chunk or an operation. */
export type RuleFacts = {
  tenantId: string
  /** Ids of every reference list that rules name values of. */
  locationIds: ReadonlySet<string>
  loanTypeIds: ReadonlySet<string>
  materialTypeIds: ReadonlySet<string>
  patronGroupIds: ReadonlySet<string>
  statisticalCodeIds: ReadonlySet<string>
  noteTypeIds: ReadonlySet<string>
  /** Electronic access relationships. */
  relationshipIds: ReadonlySet<string>
  /** Who circulation notes that the rules add or change are signed by: `{id, personal}`; null for nobody. */
  noteSource: Document | null
  now: Date
}

/** What a change of suppression carries on to the records below, where its rule says so. */
export type Cascade = { holdings: boolean; items: boolean; discoverySuppress: boolean }

/** What the rules make of one record. `record` is the very argument when nothing changed. */
export type RuleOutcome = {
  record: Document
  problems: readonly RecordProblem[]
  cascade: Cascade | null
}

/** A column of a preview table and of a record file. */
export type Column = {
  value: string
  dataType: 'STRING' | 'NUMERIC' | 'DATE_TIME'
  visible: boolean
  ignoreTranslation: boolean
  forceVisible: boolean
}

/** What the cells of an item or a holdings record take from the records above it. */
export type RowContext = {
  /** Title, publisher, publication date of the instance in one cell. */
  instance: Document | null
  /** The holdings of an item. */
  holdings: Document | null
}
