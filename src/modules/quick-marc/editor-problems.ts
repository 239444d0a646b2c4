import { STATUS_CODES } from 'node:http'
import { Problem } from '../../kernel/http/problems.ts'
import type { Fault } from '../../kernel/http/problems.ts'
import type { Route } from '../../kernel/http/route.ts'
import { asProblem } from '../../kernel/http/sql-problems.ts'
import { translateRefusals } from '../../kernel/http/translate-refusals.ts'

/*
 * The editor refuses in a form of its own: one object where one thing is wrong, a list where there are several.
 * Types and codes: folio-org/mod-quick-marc: util/ErrorUtils, controller/ErrorHandling.
 */

/** Who found the fault: the editor itself, or a module that it asked. */
const INTERNAL = '-1'
const EXTERNAL = '-2'

function codeOf(status: number): string {
  return (STATUS_CODES[status] ?? 'Unknown').toUpperCase().replaceAll(/[^A-Z]+/g, '_')
}

/** A refusal by the editor with one fault. */
export function editorProblem(status: number, message: string): Problem {
  return new Problem(status, { message, type: INTERNAL, code: codeOf(status) }, message)
}

/** A rule for records that one field breaks; `tag` names it. */
export type RuleFault = { tag: string; message: string }

/** 422 for rules that a record breaks: one fault stands alone, several are a list. */
export function rulesProblem(faults: readonly RuleFault[]): Problem {
  const errors = faults.map(({ tag, message }) => ({
    message,
    type: INTERNAL,
    parameters: [{ key: tag }],
  }))
  const body = errors.length === 1 ? errors[0] : { errors, total_records: errors.length }
  return new Problem(422, body, faults[0]!.message)
}

/** 422 for a field that cannot be read or followed; `code` where FOLIO has one of its own. */
export function recordFault(tag: string, message: string, code = codeOf(422)): Problem {
  return new Problem(422, { message, type: INTERNAL, code, parameters: [{ key: tag }] }, message)
}

/** 409 when somebody else has saved the record meanwhile; clients look for the words `optimistic locking`. */
export function editConflict(recordId: string, stored: number, sent: number): Problem {
  const message =
    `Cannot update record ${recordId} because it has been changed (optimistic locking): ` +
    `Stored _version is ${stored}, _version of request is ${sent}`
  return new Problem(409, { message, type: EXTERNAL, code: codeOf(409) }, message)
}

/** The same routes, which answer every refusal, those of other modules too, in the editor's form. */
export function inEditorForm(routes: readonly Route[]): Route[] {
  return translateRefusals(routes, (error) => {
    const problem = asProblem(error)
    return problem === null ? error : translated(problem)
  })
}

function translated(problem: Problem): Problem {
  const { status, body, message } = problem
  if (typeof body === 'string') {
    return new Problem(status, { message: body, type: EXTERNAL, code: codeOf(status) }, message)
  }
  const [fault, ...others] = (body as { errors?: Fault[] }).errors ?? []
  // The editor's own refusals have their form already; those of other modules are lists of other types.
  if (fault === undefined || fault.type === INTERNAL) return problem
  const errors = [fault, ...others].map(({ message: text, parameters }) => ({
    message: text,
    type: EXTERNAL,
    code: codeOf(status),
    ...(parameters ? { parameters } : {}),
  }))
  const answer = errors.length === 1 ? errors[0] : { errors, total_records: errors.length }
  return new Problem(status, answer, message)
}
