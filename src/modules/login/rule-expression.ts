import { Script, createContext } from 'node:vm'
import type { Context } from 'node:vm'
import { fieldProblem } from '../../kernel/http/problems.ts'

const USER_NAME = '<USER_NAME>'

// Longest time for one expression and one password. An expression that backtracks without end, which a library may
// have written, must not hold up the server. A machine that is busy elsewhere may take a tenth of it for nothing.
const MATCH_MS = 500

const script = new Script('pattern.test(password)')
let context: Context | null = null

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
  context ??= createContext({})
  Object.assign(context, { pattern, password })
  try {
    return Boolean(script.runInContext(context, { timeout: MATCH_MS }))
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  } finally {
    // The context lives on; the password must not.
    Object.assign(context, { pattern: null, password: null })
  }
}
