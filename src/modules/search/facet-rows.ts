/** The two parts of the index on `instance.facets`, which together are all instances (`inventory/schema.sql`). */
export const FACET_ROWS = ['octet_length(instance.facets) < 2000', 'octet_length(instance.facets) >= 2000']
