import * as fc from 'fast-check'

import { controlField, dataField, type MarcField, type MarcRecord } from '../../src/formats/marc/record.ts'

const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index))

const tagTail = fc
  .tuple(fc.constantFrom(...'0123456789'), fc.constantFrom(...'0123456789'))
  .map((pair) => pair.join(''))
const dataTag = fc.tuple(fc.constantFrom(...'123456789'), tagTail).map((parts) => parts.join(''))
const controlTag = fc.constantFrom('001', '003', '005', '006', '007', '008', '009')
const indicator = fc.constantFrom(' ', '0', '1', '2', '4', '9', 'a', '\\')

/** Text that every format can carry: no controls, no unpaired surrogates; any script, also beyond U+FFFF. */
const plainText = fc.string({
  unit: fc.oneof(fc.constantFrom(...printable, ' ', 'é', 'ß', 'ī', 'ж', 'א', 'ك', '中', '가', '𠀋', '😀')),
  maxLength: 40,
})

/** Text with the characters that formats must escape or that no format but ours can carry. */
const wildText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u0000',
      '\t',
      '\n',
      '\r',
      '\u001b',
      '\u001d',
      '\u001e',
      '\u001f',
      '"',
      '\\',
      '<',
      '&',
      '\ud800',
      '\udc00',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 20,
})

function records(field: fc.Arbitrary<MarcField>, leader: fc.Arbitrary<string>): fc.Arbitrary<MarcRecord> {
  return fc.record({ leader, fields: fc.array(field, { maxLength: 12 }) }).map(({ leader: head, fields }) => {
    return { leader: head, fields }
  })
}

const subfield = fc.record({
  code: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  value: plainText,
})

/** Records as catalogues have them: what every format must carry unchanged. */
export const soundRecord = records(
  fc.oneof(
    fc.tuple(controlTag, plainText).map(([tag, value]) => controlField(tag, value)),
    fc
      .tuple(dataTag, indicator, indicator, fc.array(subfield, { minLength: 1, maxLength: 6 }))
      .map(([tag, ind1, ind2, subfields]) => dataField(tag, ind1, ind2, subfields)),
  ),
  fc.constantFrom('00000nam a2200000 a 4500', '01234cas a2200457   4500', '00000cz  a2200000n  4500'),
)

const wildSubfield = fc.record({
  code: fc.oneof(fc.constantFrom('a', '', '\u001f', '😀', 'ab'), wildText),
  value: wildText,
})

/** Records with anything in every place that JSON from a client can fill. */
export const wildRecord = records(
  fc.oneof(
    fc
      .tuple(fc.oneof(controlTag, dataTag, wildText), wildText)
      .map(([tag, value]) => controlField(tag, value)),
    fc
      .tuple(
        fc.oneof(controlTag, dataTag, wildText),
        wildText,
        wildText,
        fc.array(wildSubfield, { maxLength: 4 }),
      )
      .map(([tag, ind1, ind2, subfields]) => dataField(tag, ind1, ind2, subfields)),
  ),
  fc.oneof(fc.constant('00000nam a2200000 a 4500'), wildText),
)
