import type { RuleAction, RuleFacts } from '../contracts.ts'
import { changes, idFault, refused, soughtText, unsupported } from './compiled-action.ts'
import type { CompiledAction } from './compiled-action.ts'
import { listOf, refuse, setProperty } from './draft.ts'
import type { Draft } from './draft.ts'
import type { ActionType, Option } from './vocabulary.ts'

const PROPERTY = 'electronicAccess'

type Entry = Record<string, unknown>
type TextMember = 'uri' | 'linkText' | 'materialsSpecification' | 'publicNote'

const MEMBERS: Partial<Record<Option, TextMember>> = {
  ELECTRONIC_ACCESS_URI: 'uri',
  ELECTRONIC_ACCESS_LINK_TEXT: 'linkText',
  ELECTRONIC_ACCESS_MATERIALS_SPECIFIED: 'materialsSpecification',
  ELECTRONIC_ACCESS_URL_PUBLIC_NOTE: 'publicNote',
}

/**
 * An edit of one member of each entry of `electronicAccess`; null for another option. A relationship is found by its
 * id, the rest by a part of the text. @throws ActionFault when nothing is sought
 */
export function compileElectronicAccess(
  option: Option,
  type: ActionType,
  action: RuleAction,
): CompiledAction | null {
  if (option === 'ELECTRONIC_ACCESS_URL_RELATIONSHIP') return compileRelationship(type, action)
  const member = MEMBERS[option]
  return member === undefined ? null : compileText(option, member, type, action)
}

function compileText(
  option: Option,
  member: TextMember,
  type: ActionType,
  action: RuleAction,
): CompiledAction {
  const updated = action.updated ?? ''
  switch (type) {
    case 'CLEAR_FIELD':
      // An entry without a URI is not valid, so that one is emptied; the others go.
      return eachEntry(member, () => (member === 'uri' ? '' : undefined))
    case 'REPLACE_WITH':
      return eachEntry(member, () => updated)
    case 'FIND_AND_REMOVE_THESE': {
      const sought = soughtText(action)
      return eachEntry(member, (text) => text?.replaceAll(sought, ''))
    }
    case 'FIND_AND_REPLACE': {
      const sought = soughtText(action)
      return eachEntry(member, (text) => text?.replaceAll(sought, () => updated))
    }
    default:
      return unsupported(option, type)
  }
}

function eachEntry(
  member: TextMember,
  change: (text: string | undefined) => string | undefined,
): CompiledAction {
  return changes([PROPERTY], (draft) => editEntries(draft, member, change))
}

function compileRelationship(type: ActionType, action: RuleAction): CompiledAction {
  switch (type) {
    case 'CLEAR_FIELD':
      return changes([PROPERTY], (draft) => editEntries(draft, 'relationshipId', () => undefined))
    case 'REPLACE_WITH':
      return setRelationship(action, () => true)
    case 'FIND_AND_REMOVE_THESE': {
      const sought = soughtText(action).toLowerCase()
      return changes([PROPERTY], (draft) =>
        editEntries(draft, 'relationshipId', (id) => (id?.toLowerCase() === sought ? undefined : id)),
      )
    }
    case 'FIND_AND_REPLACE': {
      const sought = soughtText(action).toLowerCase()
      return setRelationship(action, (id) => id?.toLowerCase() === sought)
    }
    default:
      return unsupported('ELECTRONIC_ACCESS_URL_RELATIONSHIP', type)
  }
}

function setRelationship(
  { updated }: RuleAction,
  isMeant: (id: string | undefined) => boolean,
): CompiledAction {
  const fault = idFault(updated)
  if (fault !== null) return refused(fault)
  const relationshipId = updated!.trim().toLowerCase()
  return changes([PROPERTY], (draft, facts: RuleFacts) => {
    if (facts.relationshipIds.has(relationshipId))
      editEntries(draft, 'relationshipId', (id) => (isMeant(id) ? relationshipId : id))
    else refuse(draft, `URL relationship ${relationshipId} doesn't exist in tenant ${facts.tenantId}`)
  })
}

function editEntries(
  draft: Draft,
  member: TextMember | 'relationshipId',
  change: (value: string | undefined) => string | undefined,
): void {
  let isAnyChanged = false
  const entries = (listOf(draft, PROPERTY) as Entry[]).map((entry) => {
    const before = typeof entry[member] === 'string' ? entry[member] : undefined
    const after = change(before)
    if (after === before) return entry
    isAnyChanged = true
    const { [member]: _replaced, ...others } = entry
    return after === undefined ? others : { ...entry, [member]: after }
  })
  if (isAnyChanged) setProperty(draft, PROPERTY, entries)
}
