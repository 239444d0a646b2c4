import type { ActionBody } from './bulk-edit-client.ts'

/** What a record says, by property; null is a property that it does not have. */
export type Part = Record<string, unknown>

/** Cells of a row by header. */
export type Cells = Record<string, string>

/** One action on one property: what is stored before and after, and how the row of the record shows it. */
export type ActionCase = {
  option: string
  action: ActionBody
  before: Part
  after: Part
  /** In previews; in files too, unless `inFile` says otherwise. */
  cells: Cells
  inFile?: Cells
}

/** A case in the order in which it reads: the rule, before, after, shown. */
export function actionCase(
  option: string,
  type: string,
  values: Omit<ActionBody, 'type'>,
  before: Part,
  after: Part,
  cells: Cells,
  inFile?: Cells,
): ActionCase {
  return { option, action: { type, ...values }, before, after, cells, ...(inFile ? { inFile } : {}) }
}

/** Stand for the ids of locations, which are drawn anew for each library. */
export const MAIN = '@main'
export const ANNEX = '@annex'

/** The same case with the ids of locations in place. */
export function withLocations(one: ActionCase, main: string, annex: string): ActionCase {
  const text = JSON.stringify(one).replaceAll(MAIN, main).replaceAll(ANNEX, annex)
  return JSON.parse(text) as ActionCase
}

export const READING_ROOM = '2e48e713-17f3-4c13-a9f8-23845bb210a4'
export const CAN_CIRCULATE = '2b94c631-fca9-4892-a730-03ee529ffe27'
export const DVD = '5ee11d91-f7e8-481d-b079-65d708582ccc'

/** Notes of two types of a kind of record, made short: `first('text')`, `second('text', true)` for staff only. */
export function noteMakers(member: string, [one, other]: readonly [string, string]) {
  const make =
    (typeId: string) =>
    (note: string, staffOnly = false): Part => ({ [member]: typeId, note, staffOnly })
  return { first: make(one), second: make(other) }
}

/** The parameters of an action on typed notes. */
export function ofType(key: string, typeId: string, staffOnly?: boolean): Pick<ActionBody, 'parameters'> {
  const flag = staffOnly === undefined ? [] : [{ key: 'STAFF_ONLY', value: staffOnly }]
  return { parameters: [{ key, value: typeId }, ...flag] }
}
