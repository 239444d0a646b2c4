import type { MappedTag } from '../edit/mapped-tags.ts'
import { MARC_PROPERTIES } from '../rules/touched-columns.ts'
import type { TouchedColumns, TouchedProperty } from '../rules/touched-columns.ts'
import type { MarcRule } from './marc-rule.ts'

/** The note types of instances: their names, and the place of each among these by its id. */
type NoteTypes = { names: readonly string[]; places: ReadonlyMap<string, number> }

const BY_LEADER: readonly TouchedProperty[] = ['deleted', 'staffSuppress', 'discoverySuppress']

/** What rules on MARC touch of the instances, by what the mapping makes of the fields that they are on. */
export function touchedByMarc(
  rules: readonly MarcRule[],
  tags: ReadonlyMap<string, MappedTag>,
  { names, places }: NoteTypes,
): TouchedColumns {
  const mapped = rules.flatMap((rule) => ('tag' in rule ? (tags.get(rule.tag) ?? []) : []))
  const fed = new Set(mapped.flatMap(({ properties }) => [...properties]))
  const types = new Set(mapped.flatMap(({ noteTypes }) => [...noteTypes]))
  const byLeader = rules.some((rule) => 'leaderStatus' in rule) ? BY_LEADER : []
  return {
    properties: new Set([...MARC_PROPERTIES.filter((property) => fed.has(property)), ...byLeader]),
    noteTypeIds: new Set(
      [...places].flatMap(([id, place]) => (types.has(names[place]!.toLowerCase()) ? [id] : [])),
    ),
  }
}
