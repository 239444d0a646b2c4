import { expect, it } from 'vitest'
import { isUuid } from '../../../kernel/ids.ts'
import { defaultFieldProtections, defaultFileExtensions } from './start-values.ts'

it('protects 001 and 999 ff from every import', () => {
  const rules = defaultFieldProtections().map(
    (rule) =>
      `${rule.id} ${rule.field}${rule.indicator1}${rule.indicator2}${rule.subfield} ${rule.data} ${rule.source}`,
  )
  expect(rules).toEqual([
    '2d706874-8a10-4d3e-a190-33c301d157e3 001 * SYSTEM',
    '82d0b904-f8b0-4cc2-b238-7d8cddef7b7e 999ff* * SYSTEM',
  ])
})

it('opens the MARC and EDIFACT file extensions and blocks those that hold no records', () => {
  const extensions = defaultFileExtensions()
  const of = (kind: string) =>
    extensions
      .filter((row) => (row.importBlocked ? 'blocked' : String(row.dataTypes)) === kind)
      .map((row) => row.extension)
      .toSorted()
  expect(of('MARC')).toEqual(['.dat', '.marc', '.mrc', '.ord', '.xml'])
  expect(of('EDIFACT')).toEqual(['.edi', '.inv'])
  expect(of('blocked')).toEqual(['.gif', '.jpg', '.mrk', '.pdf', '.png', '.zip'])
  expect(extensions.every(({ id }) => isUuid(id))).toBe(true)
})
