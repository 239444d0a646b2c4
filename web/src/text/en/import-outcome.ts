import { count, formatNumber } from '../../lib/format.ts'

const entities: Record<string, string> = {
  INSTANCE: 'Instance',
  HOLDINGS: 'Holdings',
  ITEM: 'Item',
  AUTHORITY: 'Authority',
  ORDER: 'Order',
  PO_LINE: 'Order line',
  INVOICE: 'Invoice',
  MARC_BIBLIOGRAPHIC: 'MARC record',
  MARC_HOLDINGS: 'MARC holdings record',
  MARC_AUTHORITY: 'MARC authority record',
  EDIFACT: 'EDIFACT message',
}
const done: Record<string, string> = {
  CREATE: 'created',
  UPDATE: 'updated',
  MODIFY: 'changed',
  DELETE: 'deleted',
  PARSE: 'read',
  MATCH: 'matched',
  NON_MATCH: 'not matched',
}
const foreseen: Record<string, string> = {
  CREATE: 'would be created',
  UPDATE: 'would be updated',
  MODIFY: 'would be changed',
  DELETE: 'would be deleted',
  PARSE: 'would be read',
  MATCH: 'matches',
  NON_MATCH: 'does not match',
}

/** Words of what became, or would become, of one record. */
export const outcomeText = {
  title: (place: number, name: string | null) => `Record ${formatNumber(place)}: ${name ?? '(no title)'}`,
  unknown: 'Record',
  backToJob: 'Back to the import',
  previousError: 'Previous error',
  nextError: 'Next error',
  noPrevious: 'No record with an error before this one.',
  noNext: 'No record with an error after this one.',
  error: 'Error',
  walk: 'What was looked for',
  noMatches: 'The profile looks for nothing; every record takes the same steps.',
  lookedFor: (name: string, values: readonly string[]) =>
    values.length === 0
      ? `${name}: the record has no value to look for.`
      : `${name}: looked for ${values.map((value) => `“${value}”`).join(', ')}`,
  hits: (n: number) => (n === 0 ? 'nothing found' : `${count(n, 'record', 'records')} found`),
  results: 'What was written',
  forecast: 'What would be written',
  nothing: 'Nothing was written.',
  nothingForeseen: 'Nothing would be written.',
  step: (entity: string, action: string, isForecast: boolean) =>
    `${entities[entity] ?? entity} ${(isForecast ? foreseen : done)[action] ?? action.toLowerCase()}`,
  entity: (entity: string) => entities[entity] ?? entity,
  fields: (name: string) => `Fields of ${name}`,
  lines: (name: string) => `Fields of ${name}, before and after`,
  showFields: (n: number) => `Show its ${count(n, 'field', 'fields')}`,
  hideFields: 'Hide its fields',
  omitted: (n: number) => `${count(n, 'more field', 'more fields')} would change.`,
  same: 'Written without a change of its fields.',
  incoming: 'The record as it came in',
  forms: { text: 'Text', json: 'JSON', raw: 'Bytes' },
  form: 'Shown as',
  marked: 'Lines marked with ▶ hold the value that the error is about.',
  mark: 'The error is about this line: ',
  notKept: 'The incoming record is not kept any more.',
  cut: 'The record is longer than is shown here.',
  place: (byte: number, length: number | null) =>
    length === null
      ? `At byte ${formatNumber(byte)}`
      : `At byte ${formatNumber(byte)}, ${formatNumber(length)} bytes long`,
  openRecord: 'Open',
}
