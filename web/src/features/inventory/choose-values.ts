import type { FacetId } from './facet-fields.ts'
import type { Chosen, SearchChange, SearchState } from './search-state.ts'

function toggled(chosen: Chosen | undefined, id: FacetId, value: string): Chosen | undefined {
  const old = chosen?.[id] ?? []
  return put(chosen, id, old.includes(value) ? old.filter((one) => one !== value) : [...old, value])
}

function put(chosen: Chosen | undefined, id: FacetId, values: string[]): Chosen | undefined {
  const { [id]: _old, ...others } = chosen ?? {}
  const next = values.length === 0 ? others : { ...others, [id]: values }
  return Object.keys(next).length === 0 ? undefined : next
}

function dropped(chosen: Chosen | undefined, id: FacetId, value: string): Chosen | undefined {
  return put(
    chosen,
    id,
    (chosen?.[id] ?? []).filter((one) => one !== value),
  )
}

/** The change that asks for a value, or no longer does. */
export function withValue(state: SearchState, id: FacetId, value: string): SearchChange {
  return { with: toggled(state.with, id, value), without: dropped(state.without, id, value) }
}

/** The change that leaves a value out, or no longer does. */
export function withoutValue(state: SearchState, id: FacetId, value: string): SearchChange {
  return { with: dropped(state.with, id, value), without: toggled(state.without, id, value) }
}
