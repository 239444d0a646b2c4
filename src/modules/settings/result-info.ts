/** The end of a list of mod-settings, which has its total in `resultInfo` alone (StreamHelper.resultFooter). */
export function resultInfoTail(total: number | null): string {
  return total === null
    ? ',"resultInfo":{"diagnostics":[]}'
    : `,"resultInfo":{"totalRecords":${total},"diagnostics":[]}`
}
