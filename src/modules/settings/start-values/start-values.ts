import type { Document } from '../../../kernel/collections/index.ts'
import { readBeside } from '../../../kernel/module.ts'

function read(name: string): Document[] {
  return JSON.parse(readBeside(import.meta.dirname, name)) as Document[]
}

/** The file extensions that every library starts with, and returns to by "restore defaults". */
export function defaultFileExtensions(): Document[] {
  return read('file-extensions.json')
}

/** The MARC fields that no import may change: the SYSTEM rows of the field protection settings. */
export function defaultFieldProtections(): Document[] {
  return read('field-protections.json')
}
