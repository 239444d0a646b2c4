import { isUuid } from '../../../kernel/ids.ts'
import type { RuleAction } from '../contracts.ts'
import { ActionFault, changes, unsupported } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { listOf, refuse, setProperty } from './draft.ts'
import type { Draft } from './draft.ts'
import type { ActionType } from './vocabulary.ts'

const PROPERTY = 'statisticalCodeIds'

/** Adds or removes statistical codes. @throws ActionFault when the codes are not given as ids */
export function compileStatisticalCodes(type: ActionType, action: RuleAction): CompiledAction {
  switch (type) {
    case 'ADD_TO_EXISTING':
      return addCodes(codesOf(action))
    case 'REMOVE_SOME': {
      const gone = new Set(codesOf(action))
      return changes([PROPERTY], (draft) => keepCodes(draft, (id) => !gone.has(id)))
    }
    case 'REMOVE_ALL':
      return changes([PROPERTY], (draft) => keepCodes(draft, () => false))
    default:
      return unsupported('STATISTICAL_CODE', type)
  }
}

function addCodes(ids: readonly string[]): CompiledAction {
  return changes([PROPERTY], (draft, facts) => {
    const known: string[] = []
    for (const id of ids) {
      if (facts.statisticalCodeIds.has(id)) known.push(id)
      else refuse(draft, `Statistical code ${id} doesn't exist`)
    }
    const before = listOf(draft, PROPERTY)
    const added = known.filter((id) => !before.includes(id))
    if (added.length > 0) setProperty(draft, PROPERTY, [...before, ...added])
  })
}

function keepCodes(draft: Draft, isKept: (id: string) => boolean): void {
  const before = listOf(draft, PROPERTY)
  const kept = before.filter((id) => isKept(String(id)))
  if (kept.length < before.length) setProperty(draft, PROPERTY, kept)
}

/** The ids that an action names, separated by commas, each once. */
function codesOf({ updated }: RuleAction): string[] {
  const ids = (updated ?? '')
    .split(',')
    .map((id) => id.trim().toLowerCase())
    .filter((id) => id !== '')
  const odd = ids.find((id) => !isUuid(id))
  if (odd !== undefined) throw new ActionFault('updated', `"${odd}" is not the id of a statistical code`)
  if (ids.length === 0) throw new ActionFault('updated', 'ids of statistical codes must be given')
  return [...new Set(ids)]
}
