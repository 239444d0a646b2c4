/** Texts of Bib-1 diagnostics that a search for one record meets (loc.gov/z3950/agency/defns/bib1diag.html). */
const TEXTS: Readonly<Record<number, string>> = {
  1: 'permanent system error',
  2: 'temporary system error',
  3: 'unsupported search',
  13: 'present request out of range',
  14: 'system error in presenting records',
  22: 'unsupported record syntax for some records',
  25: 'specified element set name not valid',
  31: 'resources exhausted, no results available',
  100: 'unspecified error',
  101: 'access-control failure',
  107: 'query type not supported',
  108: 'malformed query',
  109: 'database unavailable',
  110: 'operator unsupported',
  113: 'unsupported attribute type',
  114: 'unsupported use attribute',
  115: 'unsupported term value for use attribute',
  117: 'unsupported relation attribute',
  118: 'unsupported structure attribute',
  119: 'unsupported position attribute',
  120: 'unsupported truncation attribute',
  121: 'unsupported attribute set',
  122: 'unsupported completeness attribute',
  123: 'unsupported attribute combination',
  125: 'malformed search term',
  128: 'illegal result set name',
  205: 'only zero step size supported for scan',
  227: 'no data available in requested record syntax',
  230: 'unsupported element set name',
  235: 'database does not exist',
  236: 'access to specified database denied',
  238: 'record not available in requested syntax',
  239: 'record syntax not supported',
  1014: 'authentication failed',
}

/** A refusal of a target: its number, and what it adds. */
export type Diagnostic = { code: number; addition: string }

/** A diagnostic as people read it: `114 (unsupported use attribute): 1211`. */
export function diagnosticText({ code, addition }: Diagnostic): string {
  const text = TEXTS[code]
  return `${code}${text === undefined ? '' : ` (${text})`}${addition === '' ? '' : `: ${addition}`}`
}
