import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { controlField, dataField } from '../../formats/marc/record.ts'
import type { MarcRecord } from '../../formats/marc/record.ts'
import { compileRules, defaultRules, mapAuthority, mapHoldings, mapInstance } from './index.ts'
import type { CompiledMapping, ReferenceSet } from './index.ts'

type JsonField = string | { ind1: string; ind2: string; subfields: Record<string, string>[] }
type Vector = {
  name: string
  type: 'MARC_BIB' | 'MARC_HOLDING' | 'MARC_AUTHORITY'
  params: ReferenceSet
  record: { leader: string; fields: Record<string, JsonField>[] }
  expected: Record<string, unknown>
}

const mappings = {
  MARC_BIB: { ruleSet: 'marc-bib', rules: defaultRules('marc-bib'), map: mapInstance },
  MARC_HOLDING: { ruleSet: 'marc-holdings', rules: defaultRules('marc-holdings'), map: mapHoldings },
  MARC_AUTHORITY: { ruleSet: 'marc-authority', rules: defaultRules('marc-authority'), map: mapAuthority },
} as const

const vectors: Vector[] = sharedAvailable
  ? JSON.parse(readFileSync(sharedPath('data/inventory/mapping-vectors.json'), 'utf8'))
  : []

const compiledWithoutReferences = new Map<string, CompiledMapping>()

/** Most pairs were mapped without reference records; those share a compiled mapping. */
function compiledFor({ type, params }: Vector): CompiledMapping {
  const { ruleSet, rules } = mappings[type]
  if (Object.keys(params).length > 0) return compileRules(rules, params, ruleSet)
  const compiled = compiledWithoutReferences.get(ruleSet) ?? compileRules(rules, params, ruleSet)
  compiledWithoutReferences.set(ruleSet, compiled)
  return compiled
}

function recordFrom({ leader, fields }: Vector['record']): MarcRecord {
  const pairs = fields.flatMap((field) => Object.entries(field))
  return {
    leader,
    fields: pairs.map(([tag, field]) =>
      typeof field === 'string'
        ? controlField(tag, field)
        : dataField(
            tag,
            field.ind1,
            field.ind2,
            field.subfields.flatMap((subfield) =>
              Object.entries(subfield).map(([code, value]) => ({ code, value })),
            ),
          ),
    ),
  }
}

describe.skipIf(!sharedAvailable)('records that FOLIO mapped with its default rules', () => {
  it('are the 68 published pairs', () => {
    expect(vectors).toHaveLength(68)
  })

  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s comes out the same', (_, vector) => {
    const { ruleSet, map } = mappings[vector.type]
    const compiled = compiledFor(vector)
    expect(compiled.problems).toEqual([])
    const mapped = map(compiled, recordFrom(vector.record))
    // FOLIO's authority pairs were taken before the import sets the source.
    const expected = ruleSet === 'marc-authority' ? { ...vector.expected, source: 'MARC' } : vector.expected
    expect(mapped).toEqual(expected)
  })
})
