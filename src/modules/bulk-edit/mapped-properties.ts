import type { MappingRule, MappingRules } from '../mapping/index.ts'

/** Properties of an instance that the mapping makes of MARC fields, by the tags of those. */
export type MappedProperties = ReadonlyMap<string, ReadonlySet<string>>

/** Which property of the instance each tag feeds; a tag whose fields are mapped as others feeds what those do. */
export function mappedProperties(rules: MappingRules): MappedProperties {
  const properties = new Map<string, Set<string>>()
  const own = (tag: string) => {
    const known = properties.get(tag) ?? new Set<string>()
    properties.set(tag, known)
    return known
  }
  for (const [tag, list] of Object.entries(rules)) for (const rule of list) addTargets(rule, own(tag))
  for (const [tag, list] of Object.entries(rules)) {
    const others = list.flatMap(({ fieldReplacementRule }) => fieldReplacementRule ?? [])
    for (const { targetField } of others)
      for (const property of properties.get(targetField) ?? []) own(tag).add(property)
  }
  return properties
}

function addTargets({ target, entity, alternativeMapping }: MappingRule, properties: Set<string>): void {
  if (target !== undefined) properties.add(target.split('.', 1)[0]!)
  for (const rule of entity ?? []) addTargets(rule, properties)
  if (alternativeMapping !== undefined) addTargets(alternativeMapping, properties)
}
