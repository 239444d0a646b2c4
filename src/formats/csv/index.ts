export { CsvError, CsvParser, readCsv } from './read-csv.ts'
export type { CsvRow } from './read-csv.ts'
export { csvLine } from './csv-line.ts'
