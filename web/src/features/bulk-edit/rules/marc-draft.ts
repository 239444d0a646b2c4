/** What is done to MARC fields. */
export const MARC_ACTIONS = [
  'REPLACE',
  'APPEND',
  'ADD',
  'REMOVE_FIELD_FOUND',
  'REMOVE_SUBFIELD_FOUND',
  'REMOVE_SUBFIELD',
  'REMOVE_ALL',
] as const
export type MarcAction = (typeof MARC_ACTIONS)[number]

/** A rule on MARC fields as it stands in the form. */
export type MarcDraft = {
  key: string
  tag: string
  ind1: string
  ind2: string
  subfield: string
  action: MarcAction | ''
  find: string
  text: string
  /** Of a subfield that is appended. */
  newSubfield: string
  overridesProtection: boolean
}

type Step = { name: string; data: readonly { key: string; value: string }[] }

/** A rule as `marc-content-update` takes it. */
export type MarcDetails = {
  tag?: string
  ind1?: string
  ind2?: string
  subfield?: string
  updateOption?: string
  actions: readonly Step[]
  parameters?: readonly { key: string; value: unknown }[]
  subfields?: readonly { subfield: string; actions: readonly Step[] }[]
}

export function newMarcRule(): MarcDraft {
  return {
    key: crypto.randomUUID(),
    tag: '',
    ind1: '\\',
    ind2: '\\',
    subfield: 'a',
    action: '',
    find: '',
    text: '',
    newSubfield: '',
    overridesProtection: false,
  }
}

/** Which parts an action asks for. */
export function asksOf(action: MarcAction | ''): { find: boolean; text: boolean; newSubfield: boolean } {
  return {
    find: ['REPLACE', 'APPEND', 'REMOVE_FIELD_FOUND', 'REMOVE_SUBFIELD_FOUND'].includes(action),
    text: ['REPLACE', 'APPEND', 'ADD'].includes(action),
    newSubfield: action === 'APPEND',
  }
}

export type MarcFault = 'tag' | 'ind' | 'subfield' | 'ids' | 'action' | 'find' | 'text'

/** The first thing that is wrong with a rule; null for a whole one. */
export function marcFaultOf(rule: MarcDraft): MarcFault | null {
  if (!/^\d{3}$/.test(rule.tag) || rule.tag.startsWith('00')) return 'tag'
  if (![rule.ind1, rule.ind2].every((one) => /^[a-z0-9#\\]$/.test(one))) return 'ind'
  if (rule.tag === '999' && rule.ind1 === 'f' && rule.ind2 === 'f') return 'ids'
  if (!/^[a-z0-9]$/.test(rule.subfield)) return 'subfield'
  if (rule.action === '') return 'action'
  const asks = asksOf(rule.action)
  if (asks.newSubfield && !/^[a-z0-9]$/.test(rule.newSubfield)) return 'subfield'
  if (asks.find && rule.find === '') return 'find'
  return asks.text && rule.text === '' && rule.action !== 'REPLACE' ? 'text' : null
}

const step = (name: string, data: Record<string, string> = {}): Step => ({
  name,
  data: Object.entries(data).map(([key, value]) => ({ key, value })),
})

function stepsOf({ action, find, text, newSubfield }: MarcDraft): Step[] {
  const found = step('FIND', { VALUE: find })
  switch (action) {
    case 'ADD':
      return [step('ADD_TO_EXISTING', { VALUE: text })]
    case 'REPLACE':
      return [found, step('REPLACE_WITH', { VALUE: text })]
    case 'APPEND':
      return [found, step('APPEND', { VALUE: text, SUBFIELD: newSubfield })]
    case 'REMOVE_FIELD_FOUND':
      return [found, step('REMOVE_FIELD')]
    case 'REMOVE_SUBFIELD_FOUND':
      return [found, step('REMOVE_SUBFIELD')]
    case 'REMOVE_ALL':
    case 'REMOVE_SUBFIELD':
      return [step(action)]
    case '':
      return []
  }
}

/** A whole rule for the wire. */
export function marcDetailsOf(rule: MarcDraft): MarcDetails {
  const { tag, ind1, ind2, subfield, overridesProtection } = rule
  return {
    tag,
    ind1,
    ind2,
    subfield,
    actions: stepsOf(rule),
    parameters: [{ key: 'OVERRIDE_PROTECTED', value: overridesProtection }],
    subfields: [],
  }
}

const FOUND: Readonly<Record<string, MarcAction>> = {
  REPLACE_WITH: 'REPLACE',
  APPEND: 'APPEND',
  REMOVE_FIELD: 'REMOVE_FIELD_FOUND',
  REMOVE_SUBFIELD: 'REMOVE_SUBFIELD_FOUND',
}
const ALONE: Readonly<Record<string, MarcAction>> = {
  ADD_TO_EXISTING: 'ADD',
  REMOVE_ALL: 'REMOVE_ALL',
  REMOVE_SUBFIELD: 'REMOVE_SUBFIELD',
}

/** Rules of the wire as the form has them; what the form does not know of is left out. */
export function marcDraftsOf(rules: readonly MarcDetails[]): MarcDraft[] {
  return rules.flatMap(
    ({ tag, ind1 = '\\', ind2 = '\\', subfield = '', actions, parameters = [] }): MarcDraft[] => {
      const [first, second] = actions
      const action = first?.name === 'FIND' ? FOUND[second?.name ?? ''] : ALONE[first?.name ?? '']
      if (tag === undefined || action === undefined) return []
      const valueOf = (one: Step | undefined, key: string): string =>
        one?.data.find((entry) => entry.key === key)?.value ?? ''
      return [
        {
          key: crypto.randomUUID(),
          tag,
          ind1,
          ind2,
          subfield,
          action,
          find: first?.name === 'FIND' ? valueOf(first, 'VALUE') : '',
          text: valueOf(first?.name === 'FIND' ? second : first, 'VALUE'),
          newSubfield: valueOf(second, 'SUBFIELD'),
          overridesProtection: parameters.some(
            ({ key, value }) => key === 'OVERRIDE_PROTECTED' && String(value) === 'true',
          ),
        },
      ]
    },
  )
}
