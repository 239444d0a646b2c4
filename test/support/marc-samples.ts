import { readFileSync } from 'node:fs'

import { sharedPath } from './shared.ts'

/** One MARC file of the samples: name below `samples/`, number of records, and how it is written. */
export type SampleFile = { name: string; records: number; format: 'iso2709' | 'xml' | 'mnemonic' }

/** The MARC files that `samples/MANIFEST.md` lists, with its count of records. */
export function sampleFiles(): SampleFile[] {
  const files: SampleFile[] = []
  let folder = ''
  for (const line of readFileSync(sharedPath('samples/MANIFEST.md'), 'utf8').split('\n')) {
    folder = /^## ([\w-]+)\//.exec(line)?.[1] ?? folder
    const [, name, records] = /^\| `([^`]+)`[^|]*\| ([\d,]+) \|/.exec(line) ?? []
    if (name === undefined || records === undefined || folder === '' || folder === 'edifact') continue
    const format = /\.(?:xml|mrx)$/.test(name) ? 'xml' : name.endsWith('.mrk') ? 'mnemonic' : 'iso2709'
    files.push({ name: `${folder}/${name}`, records: Number(records.replaceAll(',', '')), format })
  }
  return files
}
