import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExpression } from './parse-expression.ts'
import type { ValuePart } from './parse-expression.ts'

function alternatives(text: string): ValuePart[][] {
  const { expression, faults } = parseExpression(text)
  expect(faults).toEqual([])
  return expression.alternatives
}

describe('the value language of mapping profiles', () => {
  it('reads a subfield of a data field', () => {
    expect(alternatives('945$h')).toEqual([[{ kind: 'subfield', tag: '945', code: 'h' }]])
  })

  it('reads a subfield whose code is a digit', () => {
    expect(alternatives('042$3')).toEqual([[{ kind: 'subfield', tag: '042', code: '3' }]])
  })

  it('reads a control field', () => {
    expect(alternatives('001')).toEqual([[{ kind: 'control', tag: '001' }]])
  })

  it('reads positions of a control field and of the leader', () => {
    expect(alternatives('008/35-37')).toEqual([[{ kind: 'positions', tag: '008', from: 35, to: 37 }]])
    expect(alternatives('LDR/6')).toEqual([[{ kind: 'positions', tag: 'LDR', from: 6, to: 6 }]])
    expect(alternatives('LDR/04-05')).toEqual([[{ kind: 'positions', tag: 'LDR', from: 4, to: 5 }]])
  })

  it('reads a text in quotation marks with anything in it', () => {
    const text = `Main Library; else (KU/CC/DI/M) 245$a it's`
    expect(alternatives(`"${text}"`)).toEqual([[{ kind: 'literal', text }]])
  })

  it('reads parts that are joined', () => {
    expect(alternatives('050$a " " 050$b')).toEqual([
      [
        { kind: 'subfield', tag: '050', code: 'a' },
        { kind: 'literal', text: ' ' },
        { kind: 'subfield', tag: '050', code: 'b' },
      ],
    ])
  })

  it('reads alternatives', () => {
    expect(alternatives('945$h; else 980$a; else "Main"')).toEqual([
      [{ kind: 'subfield', tag: '945', code: 'h' }],
      [{ kind: 'subfield', tag: '980', code: 'a' }],
      [{ kind: 'literal', text: 'Main' }],
    ])
  })

  it('takes alternatives without blanks around the divider', () => {
    expect(alternatives('" ";else "value"')).toHaveLength(2)
  })

  it('reads the placeholders in any letter case, with and without quotation marks', () => {
    expect(alternatives('###TODAY###; else ###Remove###')).toEqual([
      [{ kind: 'today' }],
      [{ kind: 'remove' }],
    ])
    expect(alternatives('"###REMOVE###"')).toEqual([[{ kind: 'remove' }]])
  })

  it('finds nothing in an empty rule and in an empty text', () => {
    expect(alternatives('')).toEqual([])
    expect(alternatives('""')).toEqual([])
  })

  it.each([
    ['asd w3', [0, 4]],
    ['245$a nonsense 245$b', [6]],
    ['"open', [0]],
    ['245$A', [0]],
    ['245', [0]],
    ['245/1-3', [0]],
    ['008/5-3', [0]],
    ['008/0', [0]],
    ['245$a"x"', [5]],
    ['245$a; 245$b', [5]],
  ])('says where %s cannot be read', (text, positions) => {
    expect(parseExpression(text).faults.map(({ position }) => position)).toEqual(positions)
  })

  it('keeps the parts that it can read', () => {
    expect(parseExpression('245$a nonsense 245$b').expression.alternatives).toEqual([
      [
        { kind: 'subfield', tag: '245', code: 'a' },
        { kind: 'subfield', tag: '245', code: 'b' },
      ],
    ])
  })

  it('never fails and never reports a place outside the text', () => {
    const pieces = fc.constantFrom(
      '245$a',
      '"',
      '"x"',
      '; else ',
      ';',
      ' ',
      '001',
      'LDR/1-2',
      '###TODAY###',
      'é',
      '$',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((list) => list.join('')),
        ),
        (text) => {
          for (const { position } of parseExpression(text).faults) {
            expect(position).toBeGreaterThanOrEqual(0)
            expect(position).toBeLessThan(text.length)
          }
        },
      ),
    )
  })

  it('reads back what was written in it', () => {
    const part: fc.Arbitrary<ValuePart> = fc.oneof(
      fc.record({ kind: fc.constant('literal' as const), text: fc.stringMatching(/^[^"#]+$/) }),
      fc.record({
        kind: fc.constant('subfield' as const),
        tag: fc.stringMatching(/^[0-9]{3}$/),
        code: fc.stringMatching(/^[a-z0-9]$/),
      }),
      fc.record({ kind: fc.constant('control' as const), tag: fc.stringMatching(/^00[0-9]$/) }),
      fc.constant({ kind: 'today' as const }),
    )
    const rule = fc.array(fc.array(part, { minLength: 1 }), { minLength: 1 })
    fc.assert(
      fc.property(rule, (list) => {
        expect(alternatives(list.map((parts) => parts.map(written).join(' ')).join('; else '))).toEqual(list)
      }),
    )
  })
})

function written(part: ValuePart): string {
  switch (part.kind) {
    case 'literal':
      return `"${part.text}"`
    case 'subfield':
      return `${part.tag}$${part.code}`
    case 'control':
      return part.tag
    case 'positions':
      return `${part.tag}/${part.from}-${part.to}`
    case 'today':
      return '###TODAY###'
    case 'remove':
      return '###REMOVE###'
  }
}
