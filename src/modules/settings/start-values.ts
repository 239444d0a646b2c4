import path from 'node:path'
import type { Document } from '../../kernel/collections/index.ts'
import { readBeside } from '../../kernel/module.ts'

const DIRECTORY = path.join(import.meta.dirname, '../imports/default-profiles')

function read(name: string): Document[] {
  return JSON.parse(readBeside(DIRECTORY, name)) as Document[]
}

/** The file extensions that every library starts with. */
export function defaultFileExtensions(): Document[] {
  return read('file-extensions.json')
}

/** The field protections that the system itself needs. */
export function defaultFieldProtections(): Document[] {
  return read('field-protections.json')
}
