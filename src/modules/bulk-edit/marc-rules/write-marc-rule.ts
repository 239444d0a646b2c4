import type { MarcChange, MarcRule } from './marc-rule.ts'

type Json = Record<string, unknown>

const action = (name: string, data: Record<string, string> = {}): Json => ({
  name,
  data: Object.entries(data).map(([key, value]) => ({ key, value })),
})
const blank = (indicator: string): string => (indicator === ' ' ? '\\' : indicator)

/** A rule as `marc-content-update` takes it: the other way round than `readMarcRules`. */
export function writeMarcRule(rule: MarcRule): Json {
  if ('leaderStatus' in rule)
    return {
      updateOption: 'SET_RECORDS_FOR_DELETE',
      actions: [action(rule.leaderStatus === 'd' ? 'SET_TO_TRUE' : 'SET_TO_FALSE')],
    }
  const { tag, ind1, ind2, change, overridesProtection } = rule
  return {
    tag,
    ind1: blank(ind1),
    ind2: blank(ind2),
    ...writeChange(change),
    parameters: [{ key: 'OVERRIDE_PROTECTED', value: overridesProtection }],
  }
}

function writeChange(change: MarcChange): Json {
  switch (change.kind) {
    case 'append':
      return {
        subfield: change.code,
        actions: [
          action('FIND', { VALUE: change.find }),
          action('APPEND', { VALUE: change.added.value, SUBFIELD: change.added.code }),
        ],
        subfields: [],
      }
    case 'replace':
      return {
        subfield: change.code,
        actions: [
          action('FIND', { VALUE: change.find }),
          action('REPLACE_WITH', { VALUE: change.replacement }),
        ],
        subfields: [],
      }
    case 'remove-field':
      return {
        subfield: change.code ?? '',
        actions: removal(change.find, change.code === null ? 'REMOVE_FIELD' : 'REMOVE_ALL', 'REMOVE_FIELD'),
        subfields: [],
      }
    case 'remove-subfield':
      return {
        subfield: change.code,
        actions: removal(change.find, 'REMOVE_SUBFIELD', 'REMOVE_SUBFIELD'),
        subfields: [],
      }
    case 'add-field': {
      const [first, ...others] = change.subfields
      return {
        subfield: first!.code,
        actions: [action('ADD_TO_EXISTING', { VALUE: first!.value })],
        subfields: others.map(({ code, value }) => ({
          subfield: code,
          actions: [action('ADD_TO_EXISTING', { VALUE: value })],
        })),
      }
    }
  }
}

function removal(find: string | null, always: string, found: string): Json[] {
  return find === null ? [action(always)] : [action('FIND', { VALUE: find }), action(found)]
}
