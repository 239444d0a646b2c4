import { expect, it } from 'vitest'
import { defaultRules } from '../../mapping/index.ts'
import { mappedTags } from '../edit/mapped-tags.ts'
import { readMarcRules, touchedByMarc } from './index.ts'

const names = ['Dissertation note', 'General note']
const places = new Map([
  ['id of general', 1],
  ['id of dissertation', 0],
])
const tags = mappedTags(defaultRules('marc-bib'))

function touched(...rules: object[]) {
  const bulkOperationMarcRules = rules.map((rule) => ({ ind1: '\\', ind2: '\\', ...rule }))
  const { properties, noteTypeIds } = touchedByMarc(readMarcRules({ bulkOperationMarcRules }), tags, {
    names,
    places,
  })
  return [[...properties], [...noteTypeIds]]
}

const removal = [{ name: 'REMOVE_FIELD' }]

it.each([
  ['245', ['title'], []],
  ['100', ['contributors'], []],
  ['264', ['publication'], []],
  ['650', ['subjects'], []],
  ['502', [], ['id of dissertation']],
  ['035', [], []],
])('a rule on %s brings %j and the notes %j to view', (tag, properties, noteTypeIds) => {
  expect(touched({ tag, actions: removal })).toEqual([properties, noteTypeIds])
})

it('rules on several fields bring all of theirs, a mark of deletion what it sets', () => {
  expect(
    touched(
      { tag: '500', actions: removal },
      { tag: '856', actions: removal },
      { tag: 'LDR', updateOption: 'SET_RECORDS_FOR_DELETE', actions: [{ name: 'SET_TO_TRUE' }] },
    ),
  ).toEqual([['electronicAccess', 'deleted', 'staffSuppress', 'discoverySuppress'], ['id of general']])
})
