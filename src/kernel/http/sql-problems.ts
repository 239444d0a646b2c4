import { DatabaseError } from 'pg'
import { CqlError } from '../../formats/cql/index.ts'
import { UnknownTenantError, isDatabaseAway } from '../db/database.ts'
import { Problem, fieldProblem, textProblem } from './problems.ts'

// Numbers out of range, text that is no uuid or number, a sequence at its end.
const CLIENT_VALUE_STATES = new Set(['22003', '22P02', '2200H'])

// What JavaScript says when an object is used as text and has a property `toString` of its own. Only values that a
// client sent are such objects.
const NO_TEXT = 'Cannot convert object to primitive value'

/**
 * Turns an error that a client caused into its refusal, and returns null for faults of our own.
 * The one place that knows SQLSTATEs: unique and foreign keys get RMB's texts
 * (folio-org/raml-module-builder: ValidationHelper, PgExceptionUtil).
 */
export function asProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof CqlError) return textProblem(400, error.message)
  if (error instanceof UnknownTenantError) return textProblem(400, error.message)
  if (isDatabaseAway(error)) {
    return textProblem(503, 'The database is not available at the moment. Try again in a few seconds.')
  }
  if (error instanceof TypeError && error.message === NO_TEXT) {
    return textProblem(400, 'The body has an object where a text or a number is expected.')
  }
  if (!(error instanceof DatabaseError)) return null
  if (error.code === '23505') return duplicate(error)
  if (error.code === '23503') return danglingReference(error)
  if (error.code === '22P05' || error.code === '22021') {
    return textProblem(
      400,
      'The text holds a character that cannot be stored (U+0000 or a broken surrogate).',
    )
  }
  if (error.code === '57014')
    return textProblem(400, 'The query took too long and was stopped. Narrow it down.')
  if (error.code === '54000') return textProblem(400, 'A value is too long to be indexed.')
  if (error.code !== undefined && CLIENT_VALUE_STATES.has(error.code)) return textProblem(400, error.message)
  return null
}

function duplicate(error: DatabaseError): Problem {
  const match = /^Key \((.*?)\)=\((.*)\) already exists\.$/s.exec(error.detail ?? '')
  const key = folioExpression(match?.[1] ?? error.constraint ?? 'id')
  const value = match?.[2] ?? ''
  return fieldProblem(`${key} value already exists in table ${error.table}: ${value}`, key, value)
}

const PROPERTY = /\(*doc ->> ('[^']*'::text)\)* COLLATE "C"/.source

/** Our index expressions as FOLIO writes its own, because clients find the form field by them. */
function folioExpression(expression: string): string {
  return expression
    .replaceAll(new RegExp(`octavo\\.fold\\(${PROPERTY}\\)`, 'g'), 'lower(f_unaccent(jsonb ->> $1))')
    .replaceAll(new RegExp(`octavo\\.lowered\\(${PROPERTY}\\)`, 'g'), 'lower(jsonb ->> $1)')
}

function danglingReference(error: DatabaseError): Problem {
  const detail = error.detail ?? ''
  const missing = /^Key \((.*?)\)=\((.*)\) is not present in table "(.*)"\.$/s.exec(detail)
  if (missing) {
    const [, column, value, target] = missing
    const key = `${error.table}.${column}`
    return fieldProblem(`Cannot set ${key} = ${value} because it does not exist in ${target}.id.`, key, value)
  }
  const used = /^Key \((.*?)\)=\((.*)\) is still referenced from table "(.*)"\.$/s.exec(detail)
  if (used) {
    const [, column, value, source] = used
    // `error.table` is the referring table here; only the message names the one that was to be deleted from.
    const target = /^update or delete on table "([^"]*)"/.exec(error.message)?.[1] ?? error.table
    return textProblem(
      400,
      `Cannot delete ${target}.${column} = ${value} because ${column} is still referenced from table ${source}.`,
    )
  }
  return textProblem(400, error.message)
}
