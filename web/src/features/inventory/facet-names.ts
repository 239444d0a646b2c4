import { searchText } from '#text/inventory-search.ts'
import { languageName } from '../../lib/languages.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import type { FacetValues } from './facet-fields.ts'

/** Tells how a value of a facet is called. */
export function useValueName(values: FacetValues): (id: string) => string {
  // A hook is always called; of a facet without a list it is not used.
  const referenceName = useReferenceName(values.kind === 'reference' ? values.list : 'locations')
  if (values.kind === 'reference') return referenceName
  if (values.kind === 'language') return languageName
  if (values.kind === 'flag') return (id) => searchText.flag(id === 'true')
  return (id) => id
}
