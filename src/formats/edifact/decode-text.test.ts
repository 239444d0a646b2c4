import { describe, expect, it } from 'vitest'

import { decodeEdifact } from './decode-text.ts'

describe('decodeEdifact', () => {
  it('reads bytes as ISO 8859-1, as FOLIO does', () => {
    expect(decodeEdifact(Buffer.from([0x56, 0x65, 0x6e, 0x64, 0xe9, 0x65]), 'UNOC')).toEqual({
      text: 'Vendée',
      charset: 'iso-8859-1',
    })
  })

  it('reads UTF-8 whatever the header says', () => {
    expect(decodeEdifact(Buffer.from('prólogo'), 'UNOC')).toEqual({ text: 'prólogo', charset: 'utf-8' })
  })

  it('reads the part of ISO 8859 that the header names', () => {
    const lodz = Buffer.from([0xa3, 0xf3, 0x64, 0xbc])
    expect(decodeEdifact(lodz, 'UNOD')).toEqual({ text: 'Łódź', charset: 'iso-8859-2' })
    expect(decodeEdifact(Buffer.from([0xbc, 0xd8, 0xe0]), 'UNOE').text).toBe('Мир')
  })

  it('falls back to ISO 8859-1 for a byte that the named set does not have', () => {
    // 0xA5 is empty in ISO 8859-3 (UNOG).
    expect(decodeEdifact(Buffer.from([0x41, 0xa5]), 'UNOG')).toEqual({ text: 'A¥', charset: 'iso-8859-1' })
  })
})
