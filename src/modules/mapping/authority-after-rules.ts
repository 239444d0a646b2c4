import type { MarcRecord } from '../../formats/marc/record.ts'

/**
 * What follows the rules for an authority, in place: source `MARC`, and where the authority's number comes from.
 * The first 010 $a whose leading letters are the code of a known source file gives `naturalId` and `sourceFileId`; else
 * 001 gives the natural id, with a source file when its letters are known. Nothing is set when no source file is known
 * (folio-org/data-import-processing-core: MarcToAuthorityMapper.java).
 */
export function authorityAfterRules(
  document: Record<string, unknown>,
  record: MarcRecord,
  sourceFileOfCode: ReadonlyMap<string, string>,
): Record<string, unknown> {
  document.source = 'MARC'
  if (sourceFileOfCode.size === 0) return document
  const numbers = record.fields
    .filter(({ tag }) => tag === '010')
    .flatMap(({ subfields }) => subfields ?? [])
    .filter(({ code }) => code === 'a')
    .map(({ value }) => lettersAndDigits(value))
  const known = numbers.find((number) => sourceFileOfCode.has(leadingLetters(number)))
  const controlNumber = record.fields.find(({ tag }) => tag === '001')?.value
  const naturalId = known ?? (controlNumber === undefined ? undefined : lettersAndDigits(controlNumber))
  if (naturalId === undefined) return document
  document.naturalId = naturalId
  const sourceFileId = sourceFileOfCode.get(leadingLetters(naturalId))
  if (sourceFileId !== undefined) document.sourceFileId = sourceFileId
  return document
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^0-9a-zA-Z]/g, '')
}

function leadingLetters(text: string): string {
  return /^[a-zA-Z]*/.exec(text)![0]
}
