export { readSruResponse, SruReadError, type SruResponse } from './read-response.ts'
