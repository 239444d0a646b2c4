export { CsvError, csvParser, readCsv } from './read-csv.ts'
export type { CsvParser, CsvRow } from './read-csv.ts'
export { csvLine } from './csv-line.ts'
