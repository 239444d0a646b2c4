/** The kinds of record that an undo puts back, in the order in which they are locked. */
export const KINDS = ['instance', 'holdings', 'item', 'authority'] as const
export type Kind = (typeof KINDS)[number]

/** A record that the undone work made or changed. */
export type Target = {
  kind: Kind
  id: string
  hrid: string | null
  /** Its place in the work: of the incoming record in a job, of the record in a bulk edit. */
  seq: number
  isCreated: boolean
}

/** A generation of a source record that the undone work names. */
export type SourceTarget = { id: string; seq: number; isCreated: boolean }

/** Why a record is left as it is. */
export type Reason =
  | { kind: 'edited'; text: string }
  | { kind: 'marc-edited'; text: string }
  | { kind: 'in-use'; text: string }
  | { kind: 'gone'; text: string }
  | { kind: 'refused'; text: string }
  | { kind: 'deleted-by-job'; text: string }

/** A record that was left. Users have no history, so they are put back by other means; they are listed all the same. */
export type Left = Pick<Target, 'id' | 'hrid' | 'seq'> & { kind: Kind | 'user'; reason: Reason }

/** A piece of work to be undone. */
export type Work = { targets: Target[]; sources: SourceTarget[]; left: Left[] }
