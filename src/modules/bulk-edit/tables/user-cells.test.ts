import { describe, expect, test } from 'vitest'
import type { Document } from '../contracts.ts'
import { testLabels } from './labels.fixture.ts'
import { cellsOf, columnsOf } from './pure.ts'

const labels = testLabels()
const NOTHING_ABOVE = { instance: null, holdings: null }

describe('cells of users in files', () => {
  test.each<[string, Document, string]>([
    ['Active', { active: false }, 'false'],
    ['Active', {}, ''],
    ['Patron group', { patronGroup: 'grp-staff' }, 'staff'],
    ['Departments', { departments: ['dep-law', 'dep-hist'] }, 'Law%3B public;History'],
    ['Proxy for', { proxyFor: ['u1', 'u2'] }, 'u1;u2'],
    ['Last name', { personal: { lastName: 'Ku;las' } }, 'Ku;las'],
    ['Date of birth', { personal: { dateOfBirth: '1955-09-30T00:00:00.000+00:00' } }, '1955-09-30'],
    [
      'Addresses',
      {
        personal: {
          addresses: [
            {
              countryId: 'US',
              addressLine1: '68407 Vickie; Causeway',
              city: 'Vallejo',
              region: 'PA',
              postalCode: '07380',
              primaryAddress: true,
              addressTypeId: 'at-home',
            },
            { id: 'a2', addressTypeId: 'at-work' },
          ],
        },
      },
      ';US;68407 Vickie%3B Causeway;;Vallejo;PA;07380;true;Home|a2;;;;;;;;Work',
    ],
    ['Preferred contact type id', { personal: { preferredContactTypeId: '002' } }, '002'],
    ['Enrollment date', { enrollmentDate: '2019-01-06T00:00:00.000+00:00' }, '2019-01-06'],
    ['Expiration date', { expirationDate: '2025-12-01T23:59:59.000Z' }, '2025-12-01'],
    ['Tags', { tags: { tagList: ['a', 'b'] } }, 'a;b'],
    [
      'Custom fields',
      { customFields: { shoeSize: '4:5', colours: ['opt_0', 'opt_1'], member: true } },
      'Shoe size:4%3A5|Colours:red;blue%3B dark|Member%3A yes:true',
    ],
    [
      'Preferred email communications',
      { preferredEmailCommunication: ['Support', 'Services'] },
      'Support;Services',
    ],
  ])('%s of %j is %j', (header, record, expected) => {
    const place = columnsOf('USER', labels, null, 'file').findIndex(({ value }) => value === header)
    expect(cellsOf('USER', record, NOTHING_ABOVE, labels, 'file')[place]).toBe(expected)
  })

  test.each([
    ['America/New_York', '2026-01-01T04:59:59.000+00:00', '2025-12-31'],
    ['Asia/Tokyo', '2026-06-30T14:59:59.000+00:00', '2026-06-30'],
    ['UTC', '2026-01-01T04:59:59.000+00:00', '2026-01-01'],
  ])(
    'in %s somebody expires on the day there; days of birth and enrolment do not move',
    (timeZone, instant, day) => {
      const user = {
        expirationDate: instant,
        enrollmentDate: '2019-01-06T00:00:00.000+00:00',
        personal: { dateOfBirth: '1955-09-30T00:00:00.000+00:00' },
      }
      const cells = cellsOf('USER', user, NOTHING_ABOVE, testLabels({ timeZone }), 'preview')
      expect([cells[16], cells[20], cells[21]]).toEqual(['1955-09-30', '2019-01-06', day])
    },
  )
})
