import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../../shared')

/** True where the reference material (`../shared`, beside the repository) is present; tests that need it are skipped elsewhere. */
export const sharedAvailable = existsSync(path.join(root, 'samples'))

/** Absolute path of a file below `../shared`, for example `sharedPath('samples/cases/01-chunks.mrc')`. */
export function sharedPath(relative: string): string {
  return path.join(root, relative)
}
