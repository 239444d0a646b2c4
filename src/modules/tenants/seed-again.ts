import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { App, SeedOptions } from '../../kernel/module.ts'

/** What a tenant call asks to be loaded, from its `parameters: [{key, value}]`. @throws Problem 400 */
export function readSeedOptions(parameters: unknown, fallback: SeedOptions): SeedOptions {
  if (parameters === undefined || parameters === null) return fallback
  if (!Array.isArray(parameters)) throw textProblem(400, 'parameters must be a list of {key, value}')
  const options = { reference: false, sample: false }
  for (const parameter of parameters as unknown[]) {
    const { key, value } = (parameter ?? {}) as { key?: unknown; value?: unknown }
    if (key === 'loadReference') options.reference = String(value) === 'true'
    if (key === 'loadSample') options.sample = String(value) === 'true'
  }
  return options
}

/** Loads start values once more; modules add what is missing and leave what is there. */
export async function seedAgain(tx: Transaction, app: App, options: SeedOptions): Promise<void> {
  for (const module of app.modules) await module.seedTenant?.(tx, options, app)
}
