import { describe, expect, it } from 'vitest'
import { dayIn, toIsoDate } from './iso-date.ts'

describe('dates in MARC values', () => {
  it.each(['2020-05-27', '05/27/2020', '5/27/2020', '27-05-2020', '27.05.2020'])('reads %s', (text) => {
    expect(toIsoDate(text)).toBe('2020-05-27')
  })

  it.each([
    '',
    '2020',
    '10-12-2',
    '5/27/20',
    '27/05/2020',
    '31-02-2020',
    '2021-02-29',
    '27-05.2020',
    '2020-05-27T10:00',
    'QA76.9.D3',
  ])('leaves %s as it is', (text) => {
    expect(toIsoDate(text)).toBe(text)
  })

  it('knows leap days', () => {
    expect(toIsoDate('29.02.2020')).toBe('2020-02-29')
  })

  it('takes the day in the time zone of the library', () => {
    const instant = new Date('2026-03-02T03:30:00Z')
    expect(dayIn('UTC', instant)).toBe('2026-03-02')
    expect(dayIn('America/Chicago', instant)).toBe('2026-03-01')
    expect(dayIn('Asia/Tokyo', new Date('2026-03-01T20:00:00Z'))).toBe('2026-03-02')
  })
})
