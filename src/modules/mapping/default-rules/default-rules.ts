import type { MappingRules, RuleSetName } from '../mapping-rules.ts'
import { authorityRules } from './authority-rules.ts'
import { bibRules } from './bib-rules.ts'
import { expandRules } from './expand-rules.ts'
import { holdingsRules } from './holdings-rules.ts'

const tables: Readonly<Record<RuleSetName, string>> = {
  'marc-bib': bibRules,
  'marc-holdings': holdingsRules,
  'marc-authority': authorityRules,
}

/** The rules a new tenant begins with and `…/restore` goes back to; a fresh document at each call. */
export function defaultRules(name: RuleSetName): MappingRules {
  return expandRules(tables[name])
}
