import { now } from '../../../kernel/clock.ts'
import { textProblem } from '../../../kernel/http/problems.ts'

/** The links of an operation to its files by their names on the wire, in the order in which clients get them. */
export const LINK_NAMES = [
  'linkToTriggeringCsvFile',
  'linkToTriggeringQueryFile',
  'linkToMatchedRecordsJsonFile',
  'linkToMatchedRecordsCsvFile',
  'linkToMatchedRecordsMarcFile',
  'linkToMatchedRecordsErrorsCsvFile',
  'linkToModifiedRecordsJsonFile',
  'linkToModifiedRecordsCsvFile',
  'linkToModifiedRecordsMarcFile',
  'linkToCommittedRecordsJsonFile',
  'linkToCommittedRecordsCsvFile',
  'linkToCommittedRecordsMarcFile',
  'linkToCommittedRecordsErrorsCsvFile',
] as const

/** Links of an operation, as far as it has such files. */
export type Links = Partial<Record<(typeof LINK_NAMES)[number], string>>

export type FileContentType =
  | 'TRIGGERING_FILE'
  | 'TRIGGERING_QUERY_FILE'
  | 'MATCHED_RECORDS_FILE'
  | 'RECORD_MATCHING_ERROR_FILE'
  | 'PROPOSED_CHANGES_FILE'
  | 'PROPOSED_CHANGES_MARC_FILE'
  | 'COMMITTED_RECORDS_FILE'
  | 'COMMITTED_RECORDS_MARC_FILE'
  | 'COMMITTING_CHANGES_ERROR_FILE'

/** Which link says whether there is a file of a type. */
export const LINK_OF_TYPE: Readonly<Record<FileContentType, keyof Links>> = {
  TRIGGERING_FILE: 'linkToTriggeringCsvFile',
  TRIGGERING_QUERY_FILE: 'linkToTriggeringQueryFile',
  MATCHED_RECORDS_FILE: 'linkToMatchedRecordsCsvFile',
  RECORD_MATCHING_ERROR_FILE: 'linkToMatchedRecordsErrorsCsvFile',
  PROPOSED_CHANGES_FILE: 'linkToModifiedRecordsCsvFile',
  PROPOSED_CHANGES_MARC_FILE: 'linkToModifiedRecordsMarcFile',
  COMMITTED_RECORDS_FILE: 'linkToCommittedRecordsCsvFile',
  COMMITTED_RECORDS_MARC_FILE: 'linkToCommittedRecordsMarcFile',
  COMMITTING_CHANGES_ERROR_FILE: 'linkToCommittedRecordsErrorsCsvFile',
}

/** @throws Problem 501 for a type that there is not, 400 when none is named */
export function readFileContentType(text: string | undefined): FileContentType {
  if (text === undefined || text === '')
    throw textProblem(400, "Required request parameter 'fileContentType' is not present")
  if (!Object.hasOwn(LINK_OF_TYPE, text)) throw textProblem(501, `There are no files of the type ${text}.`)
  return text as FileContentType
}

/** Where the proposed links go when rules change. */
export const NO_PROPOSED_LINKS = {
  linkToModifiedRecordsJsonFile: null,
  linkToModifiedRecordsCsvFile: null,
  linkToModifiedRecordsMarcFile: null,
} as const

type Named = { id: string; base_name: string }

/** The day on which a file is written, as its name has it. */
function today(): string {
  return now().toISOString().slice(0, 10)
}

export function triggeringLink(id: string, fileName: string): Links {
  return { linkToTriggeringCsvFile: `${id}/${fileName}` }
}

export function queryLink(id: string): Links {
  return { linkToTriggeringQueryFile: `${id}/Query-${id}.csv` }
}

/** The file with the words of the query whose users were deleted. */
export function queryStatementLink(id: string): Links {
  return { linkToTriggeringQueryFile: `${id}/QueryStatement-${id}.txt` }
}

/** Links to the files of the matched records. */
export function matchedLinks({ id, base_name: base }: Named): Links {
  return {
    linkToMatchedRecordsJsonFile: `${id}/json/${today()}-Matched-Records-${base}.json`,
    linkToMatchedRecordsCsvFile: `${id}/${today()}-Matched-Records-${base}.csv`,
  }
}

export function matchedMarcLink({ id, base_name: base }: Named): Links {
  return { linkToMatchedRecordsMarcFile: `${id}/${today()}-Marc-Records-${base}.mrc` }
}

export function matchingErrorsLink({ id, base_name: base }: Named): Links {
  return { linkToMatchedRecordsErrorsCsvFile: `${id}/${today()}-Matching-Records-Errors-${base}.csv` }
}

/** Links to the files of what would change. */
export function proposedLinks({ id, base_name: base }: Named): Links {
  return {
    linkToModifiedRecordsJsonFile: `${id}/json/${today()}-Updates-Preview-JSON-${base}.json`,
    linkToModifiedRecordsCsvFile: `${id}/${today()}-Updates-Preview-CSV-${base}.csv`,
  }
}

export function proposedMarcLink({ id, base_name: base }: Named): Links {
  return { linkToModifiedRecordsMarcFile: `${id}/${today()}-Updates-Preview-MARC-${base}.mrc` }
}

/** Links to the files of what was changed. */
export function committedLinks({ id, base_name: base }: Named): Links {
  return {
    linkToCommittedRecordsJsonFile: `${id}/json/${today()}-Changed-Records-${base}.json`,
    linkToCommittedRecordsCsvFile: `${id}/${today()}-Changed-Records-CSV-${base}.csv`,
  }
}

export function committedMarcLink({ id, base_name: base }: Named): Links {
  return { linkToCommittedRecordsMarcFile: `${id}/${today()}-Changed-Records-MARC-${base}.mrc` }
}

export function commitErrorsLink({ id, base_name: base }: Named): Links {
  return { linkToCommittedRecordsErrorsCsvFile: `${id}/${today()}-Committing-changes-Errors-${base}.csv` }
}

/** The last part of a link: the name under which a file is downloaded. */
export function fileNameOf(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1)
}

/** Where the uploaded files of an operation lie in the file store; their own names are in the links. */
export function filesFolder(id: string): string {
  return `bulk-edit/${id}`
}

export const identifiersKey = (id: string): string => `${filesFolder(id)}/identifiers.csv`
/** Each upload of an edited file has a key of its own, so that it can come while another one counts. */
export const editedKey = ({ id, edited_file: file }: { id: string; edited_file: string | null }): string =>
  `${filesFolder(id)}/edited-${file}.csv`
