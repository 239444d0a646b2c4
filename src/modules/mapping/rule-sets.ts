import type { Transaction } from '../../kernel/db/database.ts'
import { Problem, notFound } from '../../kernel/http/problems.ts'
import { defaultRules } from './default-rules/default-rules.ts'
import type { MappingRules, RuleSetName } from './mapping-rules.ts'
import { validateRules } from './validate-rules.ts'

/** The names of rule sets in paths (`/mapping-rules/marc-bib`). */
export const RULE_SETS = ['marc-bib', 'marc-holdings', 'marc-authority'] as const

/** @throws Problem 400 for a record type without rules. */
export function ruleSetName(recordType: string | undefined): RuleSetName {
  const name = RULE_SETS.find((known) => known === recordType)
  if (!name) throw notFound(`Mapping rules for record type '${recordType}' were not found`)
  return name
}

/** The rules that the tenant works with: its own where it has changed them, else the default ones. */
export async function readRules(tx: Transaction, name: RuleSetName): Promise<MappingRules> {
  const [row] = await tx.query<{ rules: string }>('select rules from mapping_rules where record_type = $1', [
    name,
  ])
  return row ? (JSON.parse(row.rules) as MappingRules) : defaultRules(name)
}

/** When the tenant changed a rule set last; null where it has the default one. */
export async function rulesChangedAt(tx: Transaction, name: RuleSetName): Promise<Date | null> {
  const [row] = await tx.query<{ updated_at: Date }>(
    'select updated_at from mapping_rules where record_type = $1',
    [name],
  )
  return row?.updated_at ?? null
}

/** All rule sets of the tenant, for a job that freezes them. */
export async function readMappingRules(tx: Transaction): Promise<{
  marcBib: MappingRules
  marcHoldings: MappingRules
  marcAuthority: MappingRules
}> {
  return {
    marcBib: await readRules(tx, 'marc-bib'),
    marcHoldings: await readRules(tx, 'marc-holdings'),
    marcAuthority: await readRules(tx, 'marc-authority'),
  }
}

/** Replaces a rule set. @throws Problem 400 naming the first place that is no rule. */
export async function replaceRules(tx: Transaction, name: RuleSetName, body: unknown): Promise<MappingRules> {
  const problems = validateRules(body)
  if (problems.length > 0) {
    const text = problems.map(({ path, message }) => `${path}: ${message}`).join('; ')
    throw new Problem(400, `Rules are invalid: ${text}`, 'invalid mapping rules')
  }
  await tx.query(
    `insert into mapping_rules (record_type, rules) values ($1, $2)
     on conflict (record_type) do update set rules = excluded.rules, updated_at = clock_timestamp()`,
    [name, JSON.stringify(body)],
  )
  return body as MappingRules
}

/** Goes back to the default rules. */
export async function restoreRules(tx: Transaction, name: RuleSetName): Promise<MappingRules> {
  await tx.query('delete from mapping_rules where record_type = $1', [name])
  return defaultRules(name)
}
