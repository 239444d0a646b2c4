import type { Document } from '../../kernel/collections/index.ts'
import { listDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Log } from '../../kernel/log.ts'
import { isRepeated, readHashes } from './password-history.ts'
import type { PasswordQueue } from './password-queue.ts'
import { passwordRules } from './password-rules.ts'
import { isLeaked } from './pwned-password.ts'
import { compileExpression, matchesInTime } from './rule-expression.ts'

/** Whose password is checked; without an id the rule about the last passwords is left out. */
export type PasswordOwner = { userId: string | null; username: string }

type Rule = Document & { type: string; validationType: string; expression?: string; errMessageId?: string }

/** What a password is checked against, read once so that the slow part needs no transaction. */
export type PasswordChecks = { rules: readonly Rule[]; hashes: readonly string[] }

const MAX_RULES = 100

/** The enabled rules in their order, and the hashes of the user's last passwords. */
export async function readChecks(tx: Transaction, userId: string | null): Promise<PasswordChecks> {
  const { texts } = await listDocuments(tx, passwordRules, {
    query: 'state==Enabled sortby orderNo/number',
    limit: MAX_RULES,
    offset: 0,
  })
  const rules = texts.map((text) => JSON.parse(text) as Rule)
  return { rules, hashes: userId === null ? [] : await readHashes(tx, userId) }
}

type Tools = { passwords: PasswordQueue; log: Log }

/**
 * The message ids of the rules that a password breaks. With `stopsAtStrong` the first strong rule that is broken ends
 * it (folio-org/mod-password-validator: PasswordValidatorServiceImpl).
 */
export async function brokenRules(
  tools: Tools,
  { rules, hashes }: PasswordChecks,
  password: string,
  owner: PasswordOwner,
  stopsAtStrong: boolean,
): Promise<string[]> {
  const broken: string[] = []
  for (const rule of rules) {
    if (await isKept(tools, rule, hashes, password, owner)) continue
    broken.push(rule.errMessageId ?? String(rule.name))
    if (stopsAtStrong && rule.validationType === 'Strong') break
  }
  return broken
}

async function isKept(
  { passwords, log }: Tools,
  { type, expression = '' }: Rule,
  hashes: readonly string[],
  password: string,
  { username }: PasswordOwner,
): Promise<boolean> {
  if (type === 'Programmatic') return !(await isRepeated(passwords, hashes, password))
  if (type === 'PwnedPassword') return password.trim() === '' || !(await isLeaked(password, log))
  return expression.trim() === '' || matchesInTime(compileExpression(expression, username), password)
}
