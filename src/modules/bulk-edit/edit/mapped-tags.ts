import type { MappingRule, MappingRules } from '../../mapping/index.ts'

/** What the mapping makes of the fields with a tag: properties of the instance, and notes of types by their names. */
export type MappedTag = { properties: ReadonlySet<string>; noteTypes: ReadonlySet<string> }

type Draft = { properties: Set<string>; noteTypes: Set<string> }

/** What each tag feeds by the mapping rules; a tag whose fields are mapped as others feeds what those do. */
export function mappedTags(rules: MappingRules): Map<string, MappedTag> {
  const tags = new Map<string, Draft>()
  for (const [tag, list] of Object.entries(rules)) {
    const draft: Draft = { properties: new Set(), noteTypes: new Set() }
    for (const rule of list) addTargets(rule, draft)
    tags.set(tag, draft)
  }
  for (const [tag, list] of Object.entries(rules)) {
    for (const { targetField } of list.flatMap(({ fieldReplacementRule }) => fieldReplacementRule ?? [])) {
      for (const property of tags.get(targetField)?.properties ?? []) tags.get(tag)!.properties.add(property)
      for (const type of tags.get(targetField)?.noteTypes ?? []) tags.get(tag)!.noteTypes.add(type)
    }
  }
  return tags
}

function addTargets({ target, rules, entity, alternativeMapping }: MappingRule, draft: Draft): void {
  if (target !== undefined) draft.properties.add(target.split('.', 1)[0]!)
  for (const { type, parameter } of (rules ?? []).flatMap(({ conditions }) => conditions)) {
    if (type.includes('set_note_type_id') && parameter !== undefined)
      draft.noteTypes.add(String(parameter.name).toLowerCase())
  }
  for (const rule of entity ?? []) addTargets(rule, draft)
  if (alternativeMapping !== undefined) addTargets(alternativeMapping, draft)
}
