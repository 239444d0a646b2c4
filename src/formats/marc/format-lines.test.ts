import { expect, it } from 'vitest'

import { formatLines } from './format-lines.ts'
import { controlField, dataField } from './record.ts'

it('formats a record as one line a field', () => {
  const record = {
    leader: '01240cas a2200397   4500',
    fields: [
      controlField('001', '366832'),
      dataField('245', '0', '4', [
        { code: 'a', value: 'The Journal /' },
        { code: 'c', value: 'A society.' },
      ]),
      dataField('999', ' ', ' ', []),
    ],
  }
  expect(formatLines(record)).toBe(
    'LEADER 01240cas a2200397   4500\n001 366832\n245 04$aThe Journal /$cA society.\n999   \n',
  )
})
