import { runInNewContext } from 'node:vm'
import { fieldProblem } from '../../kernel/http/problems.ts'

const USER_NAME = '<USER_NAME>'

// Longest time for one expression and one password. An expression that backtracks without end, which a library may
// have written, must not hold up the server.
const MATCH_MS = 50

/**
 * The expression of a rule, which the whole password must match; `<USER_NAME>` in it stands for the name as it is.
 * @throws Problem 422 for one that cannot be read
 */
export function compileExpression(expression: string, username: string): RegExp {
  const literal = username.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  try {
    return new RegExp(`^(?:${expression.replaceAll(USER_NAME, () => literal)})$`)
  } catch (error) {
    throw fieldProblem(`The expression cannot be read: ${(error as Error).message}`, 'expression', expression)
  }
}

/** True when the password matches; a match that takes too long counts as none. */
export function matchesInTime(pattern: RegExp, password: string): boolean {
  try {
    return Boolean(runInNewContext('pattern.test(password)', { pattern, password }, { timeout: MATCH_MS }))
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}
