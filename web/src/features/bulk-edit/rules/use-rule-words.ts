import { bulkEditRulesText as words } from '#text/bulk-edit-rules.ts'
import { useReferenceName } from '../../../lib/reference-lists.ts'
import type { ReferenceListName } from '../../../lib/reference-lists.ts'
import type { EntityType } from '../types.ts'
import type { MarcDraft } from './marc-draft.ts'
import { actionOf, optionOf } from './rule-catalogue.ts'
import type { Control } from './rule-catalogue.ts'
import type { RuleDraft } from './rule-draft.ts'
import { usePatronGroups } from './rule-value.tsx'

const LISTS = [
  'electronicAccessRelationships',
  'holdingsNoteTypes',
  'instanceNoteTypes',
  'itemNoteTypes',
  'loanTypes',
  'locations',
  'materialTypes',
  'statisticalCodes',
] as const

/** Tells rules as sentences: "Temporary location: replace with Reserve". */
export function useRuleWords(entity: EntityType): (rule: RuleDraft) => string {
  const nameIn = useNames()
  return (rule) => {
    const option = optionOf(entity, rule.option)
    const action = actionOf(entity, rule.option, rule.action)
    if (option === undefined || action === undefined) return words.option[rule.option] ?? rule.option
    const type = option.noteTypes ? ` (${nameIn(option.noteTypes.list, rule.noteTypeId)})` : ''
    const told = (control: Control | undefined, value: string): string =>
      control === undefined ? '' : valueOf(nameIn, control, value)
    const flags = (action.flags ?? []).filter((flag) => rule.flags[flag]).map((flag) => words.flag[flag])
    const sentence = sentenceOf(
      rule.action,
      told(action.initial, rule.initial),
      told(action.updated, rule.updated),
    )
    return `${words.option[rule.option]}${type}: ${[sentence, ...flags].join(', ')}`
  }
}

function sentenceOf(action: string, initial: string, updated: string): string {
  if (action === 'FIND_AND_REPLACE') return words.words.findReplace(initial, updated)
  if (action === 'FIND_AND_REMOVE_THESE') return words.words.findRemove(initial)
  return updated === '' ? words.action[action]! : words.words.with(words.action[action]!, updated)
}

type NameIn = (list: ReferenceListName | 'patronGroups', id: string) => string

function valueOf(nameIn: NameIn, control: Control, value: string): string {
  switch (control.kind) {
    case 'list':
      return nameIn(control.list, value)
    case 'list-many':
      return value
        .split(',')
        .map((id) => nameIn(control.list, id))
        .join(', ')
    case 'patron-group':
      return nameIn('patronGroups', value)
    case 'note-kind':
      return (
        words.option[value] ??
        [
          nameIn('itemNoteTypes', value),
          nameIn('holdingsNoteTypes', value),
          nameIn('instanceNoteTypes', value),
        ].find((name) => name !== value) ??
        value
      )
    case 'fixed':
      return ''
    default:
      return value
  }
}

/** The names of all lists that rules know. */
function useNames(): NameIn {
  const names = Object.fromEntries(
    // The list is constant, so the hooks are called in the same order each time.
    // oxlint-disable-next-line react/rules-of-hooks
    LISTS.map((list) => [list, useReferenceName(list)]),
  )
  const { data } = usePatronGroups()
  return (list, id) =>
    list === 'patronGroups'
      ? (data?.usergroups.find((one) => one.id === id)?.group ?? id)
      : (names[list]?.(id) ?? id)
}

/** A rule on MARC fields as a sentence: "856 40 $u: find “http:” and replace it with “https:”". */
export function marcWords({ tag, ind1, ind2, subfield, action, find, text, newSubfield }: MarcDraft): string {
  const where = `${tag} ${ind1}${ind2} $${subfield}`
  if (action === '') return where
  if (action === 'REPLACE') return `${where}: ${words.words.findReplace(find, text)}`
  const told = [
    words.marc.action[action],
    find && `“${find}”`,
    newSubfield && `$${newSubfield}`,
    text && `“${text}”`,
  ]
  return `${where}: ${told.filter(Boolean).join(' ')}`
}
