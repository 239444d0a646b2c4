/** One component of a data element. */
export type EdifactComponent = { data: string }

/** One data element: its components in order, at least one (empty when nothing stands between the separators). */
export type EdifactElement = { components: EdifactComponent[] }

/** One segment, in the shape of FOLIO's parsed content (folio-org/data-import-raml-storage: edifactParsedContent). */
export type EdifactSegment = { tag: string; dataElements: EdifactElement[] }

/** Text of a component; both places count from 1 as EDIFACT directories do. Empty when the place is not filled. */
export function componentAt(segment: EdifactSegment, element: number, component = 1): string {
  return segment.dataElements[element - 1]?.components[component - 1]?.data ?? ''
}

/** Texts of all components of a data element, which counts from 1. */
export function componentsOf(segment: EdifactSegment, element: number): string[] {
  return segment.dataElements[element - 1]?.components.map(({ data }) => data) ?? []
}
