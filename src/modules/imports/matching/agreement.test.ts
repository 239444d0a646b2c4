import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { soundRecord, wildRecord } from '../../../../test/support/marc-arbitraries.ts'
import { decodeCompact, encodeCompact } from '../../../formats/marc/index.ts'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { MatchCriterion } from '../../import-profiles/index.ts'
import { areMatched, formOf, isQualified, qualifierForm, storable } from './compare-values.ts'
import { compileMatch, marcTexts } from './compile-match.ts'
import { findMatches } from './find-matches.ts'
import type { MatchQuestion } from './match-question.ts'
import { fieldExpression, marcExpression, profile, storedRecords } from './test-stored-records.ts'
import type { StoredRecords } from './test-stored-records.ts'

// The database and a plain JavaScript comparison must find the same.

let library: StoredRecords

beforeAll(async () => {
  library = await storedRecords()
})

afterAll(() => library.close())

const letters = fc.constantFrom(
  'a',
  'B',
  '1',
  '2',
  ' ',
  '-',
  '(',
  'é',
  'É',
  'ß',
  'Ж',
  'ς',
  '中',
  '😀',
  '%',
  '\\',
)
const text = fc.string({ unit: letters, minLength: 1, maxLength: 6 })
const criterion = fc.constantFrom<MatchCriterion>(
  'EXACTLY_MATCHES',
  'EXISTING_VALUE_CONTAINS_INCOMING_VALUE',
  'INCOMING_VALUE_CONTAINS_EXISTING_VALUE',
  'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE',
  'INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE',
  'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE',
  'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE',
)
const part = fc.constantFrom(undefined, 'NUMERICS_ONLY' as const, 'ALPHANUMERICS_ONLY' as const)
const qualifier = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  fc.record({
    qualifierType: fc.constantFrom('BEGINS_WITH' as const, 'ENDS_WITH' as const, 'CONTAINS' as const),
    qualifierValue: fc.string({ unit: letters, minLength: 1, maxLength: 2 }),
  }),
)

function matches(question: MatchQuestion, existing: readonly string[], incoming: readonly string[]): boolean {
  const { part: reducedTo, form, qualifier: demanded } = question
  const forms = existing
    .filter((stored) => isQualified(formOf(stored, null, qualifierForm(form)), demanded))
    .map((stored) => formOf(stored, reducedTo, form))
    .filter((stored) => stored !== '')
  const wanted = incoming
    .map((value) => formOf(storable(value), reducedTo, form))
    .filter((value) => value !== '')
  return forms.some((stored) => wanted.some((value) => areMatched(question, stored, value)))
}

it.each([
  'instance.editions',
  'instance.title',
  'instance.identifiers[].value',
  'instance.contributors[].name',
])('about %s', async (path) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.array(text, { maxLength: 2 }), { minLength: 1, maxLength: 8 }),
      criterion,
      part,
      qualifier,
      async (stored, asked, matchCriterion, comparisonPart, demanded) => {
        const contents = stored.map((texts) => (path === 'instance.title' ? texts.slice(0, 1) : texts))
        const ids = await library.instances(
          ...contents.map((texts) => ({
            title: texts[0],
            editions: texts,
            identifiers: texts.map((value) => ({ value, identifierTypeId: 'x' })),
            contributors: texts.map((name) => ({ name, contributorNameTypeId: 'x' })),
          })),
        )
        const existingMatchExpression = {
          ...fieldExpression(path),
          qualifier: { ...demanded, ...(comparisonPart ? { comparisonPart } : {}) },
        }
        const { question } = compileMatch(profile({ existingMatchExpression, matchCriterion }), {})
        const scope = { ids }
        const asks = asked.flatMap((values, n) => [
          { n, values, within: scope },
          { n: n + 100, values, within: null },
        ])
        const hits = await library.tenant((tx) => findMatches(tx, question, asks))
        // Fresh rows only, so that the unlimited asks of earlier runs play no role.
        await library.tenant((tx) => tx.execute('delete from instance'))
        const texts = new Map(ids.map((id, at) => [id, contents[at]!.map((value) => value)]))
        const expected = asks.flatMap(({ n, values }) =>
          ids.filter((id) => matches(question, texts.get(id)!, values)).map((id) => `${n} ${id}`),
        )
        expect(hits.map(({ n, id }) => `${n} ${id}`).sort()).toEqual(expected.sort())
      },
    ),
    { numRuns: 60 },
  )
})

it.each([
  ['sound', soundRecord],
  ['wild', wildRecord],
] as const)('about the texts of %s MARC records', async (_, records) => {
  await fc.assert(
    fc.asyncProperty(fc.array(records, { minLength: 1, maxLength: 10 }), async (list: MarcRecord[]) => {
      for (const place of [...new Set(list.flatMap(({ fields }) => fields.map(({ tag }) => tag)))].slice(
        0,
        8,
      )) {
        if (!/^[0-9A-Za-z]{3}$/.test(place)) continue
        const expression = marcExpression(`${place}**a`)
        const match = compileMatch(
          profile({ existingRecordType: 'MARC_BIBLIOGRAPHIC', existingMatchExpression: expression }),
          {},
        )
        const { field } = match.question
        if (field.kind !== 'marc') throw new Error('MARC fields are read from MARC.')
        const rows = await library.tenant((tx) =>
          tx.query<{ texts: string[] }>(
            'select octavo.marc_texts(marc, $2, $3, $4, $5) as texts from unnest($1::bytea[]) as stored (marc)',
            [list.map(encodeCompact), field.tag, field.ind1, field.ind2, field.subfield],
          ),
        )
        const expected = list.map((record) =>
          marcTexts(decodeCompact(encodeCompact(record)), field).map(withoutHalves),
        )
        expect(rows.map(({ texts }) => texts)).toEqual(expected)
      }
    }),
    { numRuns: 60 },
  )
})

/** What escapes in JSON cannot be read as: U+0000 and unpaired surrogates are left out by the database. */
function withoutHalves(value: string): string {
  return storable(
    value.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''),
  )
}

it('about JSON with escapes that text cannot hold', async () => {
  const rows = await library.tenant((tx) =>
    tx.query<{ texts: string[] }>(`select octavo.json_texts($1::json, '{a}', null, null) as texts`, [
      String.raw`{"a": ["x\u0000y", "\ud800z", "z\uDC00", "\ud83d\ude00", "\\u0000", "\\\u0000", "\\ud800"]}`,
    ]),
  )
  expect(rows[0]!.texts).toEqual(['xy', 'z', 'z', '😀', '\\u0000', '\\', '\\ud800'])
})
