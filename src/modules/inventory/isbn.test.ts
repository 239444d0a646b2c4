import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { convertTo10, convertTo13, hyphenated, isbn10Of, isbn13Of } from './isbn.ts'

// Values of folio-org/folio-isbn-util: IsbnUtilTest.java.
describe('ISBNs', () => {
  it('of ten characters are valid with their check digit, hyphens or not', () => {
    for (const text of ['1930110995', '1-930110-99-5', '1 930110 99 5', '020163385X', '0-201-63385-X']) {
      expect(isbn10Of(text)).toHaveLength(10)
    }
    for (const text of ['', '012 27460 58', 'BR18694353', '1930110990', '0-201-63385-x']) {
      expect(isbn10Of(text)).toBeNull()
    }
  })

  it('of thirteen digits begin with 978 or 979', () => {
    for (const text of ['9781930110991', '978-1-930110-99-1', '978 0 201 63385 6', '979-10-90636-07-1']) {
      expect(isbn13Of(text)).toHaveLength(13)
    }
    for (const text of [
      '97819 301109 91',
      '978033521257X',
      '9760987652805',
      '9783859512551',
      '97888868156',
    ]) {
      expect(isbn13Of(text)).toBeNull()
    }
  })

  it('turn into each other where both exist', () => {
    expect(convertTo13('091698477X')).toBe('9780916984779')
    expect(convertTo13(' 0-201-63385-X ')).toBe('9780201633856')
    expect(convertTo10('978-1-930110-99-1')).toBe('1930110995')
    expect(convertTo10('9780122746048')).toBe('012274604X')
    expect(convertTo10('9791843123391')).toBeNull()
    expect(convertTo13('8992a83426')).toBeNull()
  })

  it('come back the same after two conversions', () => {
    const stem = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(stem, (digits) => {
        const thirteen = `978${digits.join('')}`
        const complete = Array.from({ length: 10 }, (_, check) => `${thirteen}${check}`).find((code) =>
          isbn13Of(code),
        )!
        expect(convertTo13(convertTo10(complete)!)).toBe(complete)
      }),
    )
  })

  it('have hyphens where the ranges of the agency say', () => {
    expect(hyphenated('9780321130020')).toBe('978-0-321-13002-0')
    expect(hyphenated('0321130022')).toBe('0-321-13002-2')
    expect(hyphenated('9791090636071')).toBe('979-10-90636-07-1')
    expect(hyphenated('978-0-12-274602-4')).toBe('978-0-12-274602-4')
    expect(hyphenated('9999999999')).toBe('999999999-9')
    expect(hyphenated('BR18694353')).toBeNull()
  })
})

describe('the ISBN endpoints', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  it('convert and check', async () => {
    expect((await app.get('/isbn/convertTo13?isbn=0552167541')).json).toEqual({ isbn: '9780552167543' })
    expect((await app.get('/isbn/convertTo13?isbn=0552167541&hyphens=true')).json).toEqual({
      isbn: '978-0-552-16754-3',
    })
    expect((await app.get('/isbn/convertTo10?isbn=9780552167543')).json).toEqual({ isbn: '0552167541' })
    expect((await app.get('/isbn/validator?isbn=0552167541')).json).toEqual({ isValid: true })
    expect((await app.get('/isbn/validator?isbn13=0552167541')).json).toEqual({ isValid: false })
  })

  it('refuse what they cannot read', async () => {
    const bad = await app.get('/isbn/convertTo13?isbn=12345')
    expect([bad.status, bad.text]).toEqual([400, 'ISBN value 12345 is invalid'])
    expect((await app.get('/isbn/convertTo10')).text).toBe('Isbn must be specified')
    expect((await app.get('/isbn/validator?isbn=1&isbn10=2')).status).toBe(400)
    expect((await app.get('/isbn/convertTo13?isbn=0552167541&hyphens=maybe')).status).toBe(400)
  })
})
