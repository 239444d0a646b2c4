/** Of one entity: its outcomes, and the incoming records that have any step of it. */
export type EntityCounts = {
  created: number
  updated: number
  discarded: number
  errors: number
  records: number
}

/**
 * Sums over a job's finished chunks. `steps` is how many rows FOLIO's journal has for them. Of `records` each counts once:
 * in `errors`, in `created`, in `updated`, or in none of them when nothing was done with it.
 */
export type JobCounts = {
  records: number
  errors: number
  created: number
  updated: number
  steps: number
  entities: Record<string, EntityCounts>
}

export const NO_COUNTS: JobCounts = {
  records: 0,
  errors: 0,
  created: 0,
  updated: 0,
  steps: 0,
  entities: {},
}

export const NO_ENTITIES: EntityCounts = { created: 0, updated: 0, discarded: 0, errors: 0, records: 0 }

/** The counts of two parts of a job together. */
export function addCounts(sum: JobCounts, part: JobCounts): JobCounts {
  const entities = { ...sum.entities }
  for (const [entity, counts] of Object.entries(part.entities)) {
    const known = entities[entity] ?? NO_ENTITIES
    entities[entity] = {
      created: known.created + counts.created,
      updated: known.updated + counts.updated,
      discarded: known.discarded + counts.discarded,
      errors: known.errors + counts.errors,
      records: known.records + counts.records,
    }
  }
  return {
    records: sum.records + part.records,
    errors: sum.errors + part.errors,
    created: sum.created + part.created,
    updated: sum.updated + part.updated,
    steps: sum.steps + part.steps,
    entities,
  }
}
