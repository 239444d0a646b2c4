import type { Transaction } from '../../kernel/db/database.ts'
import { referenceSnapshot } from '../inventory/index.ts'
import { compileRules, readRules } from '../mapping/index.ts'
import type { CompiledMapping, RuleSetName } from '../mapping/index.ts'
import { authorityReference } from './authority-reference.ts'

/** The tenant's mapping rules as they are now, ready to map records with; for saves that are no job's. */
export async function compileCurrentRules(tx: Transaction, name: RuleSetName): Promise<CompiledMapping> {
  const rules = await readRules(tx, name)
  const reference = await referenceSnapshot(tx)
  if (name !== 'marc-authority') return compileRules(rules, reference, name)
  const ofAuthorities = await authorityReference(tx)
  return compileRules(rules, { ...reference, ...ofAuthorities }, 'marc-authority-extended')
}
