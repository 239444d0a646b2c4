import type { Transaction } from '../../kernel/db/database.ts'
import { REFERENCE_TABLES, fingerprintOf, referenceSnapshot } from '../inventory/index.ts'
import { compileRules, readRules } from '../mapping/index.ts'
import type { CompiledMapping, MappingRules, RuleSetName, WriteListener } from '../mapping/index.ts'
import { authorityReference } from './authority-reference.ts'

/** What compiled rules depend on. */
const TABLES = [
  ...REFERENCE_TABLES,
  'mapping_rules',
  'authority_source_file',
  'authority_note_type',
  'authority_identifier_type',
]

/** Compiled rules by tenant and name, the ones used last at the end. */
const compiled = new Map<string, { fingerprint: string; rules: CompiledMapping }>()
const KEPT = 12

/**
 * The tenant's mapping rules as they are now, ready to map records with; for saves that are no job's. Compiling them
 * takes several times as long as finding out that nothing has changed, so they are kept as long as that is so.
 */
export async function compileCurrentRules(tx: Transaction, name: RuleSetName): Promise<CompiledMapping> {
  const key = `${tx.tenant} ${name}`
  const fingerprint = await fingerprintOf(tx, TABLES)
  const known = compiled.get(key)
  const rules = known?.fingerprint === fingerprint ? known.rules : await compileNow(tx, name)
  compiled.delete(key)
  compiled.set(key, { fingerprint, rules })
  for (const oldest of compiled.keys()) {
    if (compiled.size <= KEPT) break
    compiled.delete(oldest)
  }
  return rules
}

async function compileNow(tx: Transaction, name: RuleSetName): Promise<CompiledMapping> {
  return compileWith(tx, name, await readRules(tx, name))
}

/** Rules that may not be stored, ready to map records with against the tenant's reference records. */
export async function compileWith(
  tx: Transaction,
  name: RuleSetName,
  rules: MappingRules,
  onWrite?: WriteListener,
): Promise<CompiledMapping> {
  const reference = await referenceSnapshot(tx)
  if (name !== 'marc-authority') return compileRules(rules, reference, name, onWrite)
  const ofAuthorities = await authorityReference(tx)
  return compileRules(rules, { ...reference, ...ofAuthorities }, 'marc-authority-extended', onWrite)
}
