import { Problem, faultsProblem, textProblem } from '../../kernel/http/problems.ts'

type StorageFault = {
  message: string
  key: string
  value: string
  /** The same fault as the text of a 400, where it differs. */
  text?: string
  /** The field whose value another record has. */
  duplicate?: string
}

/** A fault that FOLIO's storage answers with 422 or, on some paths, in plain text with 400. */
export class StorageProblem extends Problem {
  readonly text: string
  readonly value: string
  readonly duplicate: string | null
  constructor({ message, key, value, text, duplicate }: StorageFault) {
    const { status, body } = faultsProblem([{ message, type: '1', code: '-1', parameters: [{ key, value }] }])
    super(status, body, message)
    this.text = text ?? message
    this.value = value
    this.duplicate = duplicate ?? null
  }
}

/** Runs a write and puts its storage fault into the words that an endpoint has for it. */
export async function worded<R>(
  refusal: ((fault: StorageProblem) => Problem) | undefined,
  write: () => Promise<R>,
): Promise<R> {
  try {
    return await write()
  } catch (error) {
    if (refusal && error instanceof StorageProblem) throw refusal(error)
    throw error
  }
}

/** A reference to a record that is not there (folio-org/raml-module-builder: ValidationHelper). */
export function missingReference(
  table: string,
  field: string,
  value: string,
  target: string,
): StorageProblem {
  const column = field.toLowerCase()
  return new StorageProblem({
    message: `Cannot set ${table}.${column} = ${value} because it does not exist in ${target}.id.`,
    key: `${table}.${column}`,
    value,
    text: `Key (${column})=(${value}) is not present in table "${target}".`,
  })
}

/** A record that others still point to. */
export function stillReferenced(table: string, id: string, referrer: string): Problem {
  return textProblem(
    400,
    `Cannot delete ${table}.id = ${id} because id is still referenced from table ${referrer}.`,
  )
}

// RMB names the index expression where FOLIO's own code does not replace the text.
const UNIQUE_EXPRESSIONS: Readonly<Record<string, string>> = {
  hrid: "lower(f_unaccent(jsonb ->> 'hrid'::text))",
  barcode: "lower(jsonb ->> 'barcode'::text)",
  matchKey: "lower(f_unaccent(jsonb ->> 'matchKey'::text))",
}

/** A value that only one record of a table may have (folio-org/mod-inventory-storage: API tests). */
export function duplicateValue(table: string, name: string, value: string): StorageProblem {
  const key = UNIQUE_EXPRESSIONS[name] ?? name
  const shown = name === 'hrid' ? 'HRID' : key
  return new StorageProblem({
    message: `${shown} value already exists in table ${table}: ${value}`,
    key,
    value,
    duplicate: name,
  })
}

/** 409 of optimistic locking; clients look for the words `optimistic locking`. */
export function versionConflict(id: string, stored: number, sent: number | null | undefined): Problem {
  return textProblem(
    409,
    `ERROR: Cannot update record ${id} because it has been changed (optimistic locking): ` +
      `Stored _version is ${stored}, _version of request is ${sent ?? '<NULL>'} (23F09)`,
  )
}

/** 400 of an attempt to change the human-readable id. */
export function hridChanged(sent: string | null | undefined, stored: string): Problem {
  return textProblem(400, `The hrid field cannot be changed: new=${sent ?? null}, old=${stored}`)
}
