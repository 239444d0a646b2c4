/** The two parts of the index on `instance.facets`, which together are all instances (`inventory/schema.sql`). */
const PARTS = ['octet_length(facets) < 2000', 'octet_length(facets) >= 2000']

/**
 * All instances by their facets, to be read as if it were the table: `facets`, and `total` instances that have them. They
 * are grouped before anything is asked of them, which costs less than to ask it of each.
 */
export const FACET_GROUPS = `(${PARTS.map(
  (part) => `(select facets, count(*) as total from instance where ${part} group by facets offset 0)`,
).join(' union all ')}) as instance`
