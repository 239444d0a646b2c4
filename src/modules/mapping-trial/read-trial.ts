import { MarcReadError, decodeCompact, recordFromJson } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem, notFound } from '../../kernel/http/problems.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import type { MappingRules, RuleSetName } from '../mapping/index.ts'
import { currentSources } from '../records/index.ts'

/** What a trial is asked for: rules, and a record by its MARC or by the id of what was made from it, or none. */
export type TrialRequest = { rules: MappingRules; marc: unknown; recordId: string | null }

/** Which property of the body names the record, by its kind. */
const ID_PROPERTY: Readonly<Record<RuleSetName, string>> = {
  'marc-bib': 'instanceId',
  'marc-holdings': 'holdingsId',
  'marc-authority': 'authorityId',
}

/** @throws Problem 400 or 422 that names what is wrong with the body */
export function readTrialRequest(name: RuleSetName, sent: unknown): TrialRequest {
  const body = objectBody(sent)
  const { rules, marc } = body
  if (typeof rules !== 'object' || rules === null || Array.isArray(rules)) {
    throw fieldProblem('must be an object of tags', 'rules', rules)
  }
  const property = ID_PROPERTY[name]
  const id = body[property]
  if (id !== undefined && id !== null && !hasUuidShape(id)) throw fieldProblem('must be a UUID', property, id)
  return {
    rules: rules as MappingRules,
    marc: marc ?? null,
    recordId: (id as string | null | undefined) ?? null,
  }
}

/** The MARC record to try with; null when none was named. @throws Problem 404, 422 */
export async function readMarc(
  tx: Transaction,
  { marc, recordId }: TrialRequest,
): Promise<MarcRecord | null> {
  if (marc !== null) {
    try {
      return recordFromJson(marc)
    } catch (error) {
      if (error instanceof MarcReadError) throw fieldProblem(error.message, 'marc', marc)
      throw error
    }
  }
  if (recordId === null) return null
  const bytes = (await currentSources(tx, [recordId], true)).get(recordId.toLowerCase())?.marc
  if (!bytes) throw notFound(`There is no MARC record for ${recordId}`)
  return decodeCompact(bytes)
}
