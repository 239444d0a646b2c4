import { KINDS } from './kinds.ts'
import type { Kind } from './kinds.ts'

const BY_KIND: Partial<Record<Kind, string>> = {
  // Headings come and go with their authority.
  [KINDS.heading]: 'true',
  [KINDS.callNumber]: 'exists (select from browse_item i where i.value_id = v.id)',
  [KINDS.placedCallNumber]: 'exists (select from browse_item i where i.place_id = v.id)',
}
const BY_ENTRY = 'exists (select from browse_entry e where e.value_id = v.id)'

/** Condition on a value `v` of a kind: some record has it. Values without records stay until they are settled. */
export function aliveOf(kind: Kind): string {
  return BY_KIND[kind] ?? BY_ENTRY
}

/** The same of a value of any kind. */
export const isAlive = `case v.kind ${Object.entries(BY_KIND)
  .map(([kind, condition]) => `when ${kind} then ${condition}`)
  .join(' ')} else ${BY_ENTRY} end`
