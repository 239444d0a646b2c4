import type { MappingRule, ProfileSnapshot } from '../../import-profiles/index.ts'
import { parseExpression } from '../mapping-language/index.ts'

/** A place in the incoming record; a control field has no code. */
export type MarcPlace = { tag: string; code: string | null }

const TITLE: readonly MarcPlace[] = [{ tag: '245', code: 'a' }]

/**
 * Where in the incoming record the value of a property comes from, by the field mapping profiles of a job's tree. Empty
 * where no mapping gives it.
 */
export function mappedFrom(snapshot: ProfileSnapshot | null, field: string | null): readonly MarcPlace[] {
  if (field === null) return []
  if (field === 'title') return TITLE
  if (snapshot === null) return []
  const places = rulesOf(snapshot).flatMap((rule) => placesIn(rule, field))
  return places.filter(
    ({ tag, code }, at) => places.findIndex((one) => one.tag === tag && one.code === code) === at,
  )
}

function rulesOf(node: ProfileSnapshot): MappingRule[] {
  const own = node.contentType === 'MAPPING_PROFILE' ? (node.content.mappingDetails?.mappingFields ?? []) : []
  return [...own, ...node.childSnapshotWrappers.flatMap(rulesOf)]
}

function placesIn(rule: MappingRule, field: string): MarcPlace[] {
  const inner = (rule.subfields ?? []).flatMap(({ fields }) =>
    (fields ?? []).flatMap((each) => placesIn(each, field)),
  )
  // `holdings.permanentLocationId`, `item.notes[].itemNoteTypeId`: the property is what the path ends with.
  const path = (rule.path ?? '').replaceAll('[]', '').replace(/^\w+\./, '')
  const isOf = path === field || path.endsWith(`.${field}`) || rule.name === field
  return isOf && typeof rule.value === 'string' ? [...readPlaces(rule.value), ...inner] : inner
}

function readPlaces(expression: string): MarcPlace[] {
  return parseExpression(expression)
    .expression.alternatives.flat()
    .flatMap((part): MarcPlace[] => {
      if (part.kind === 'subfield') return [{ tag: part.tag, code: part.code }]
      return part.kind === 'control' || part.kind === 'positions' ? [{ tag: part.tag, code: null }] : []
    })
}
