import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readRules, replaceRules, restoreRules, ruleSetName } from './rule-sets.ts'

/**
 * What rules are run with. A job shows the rules and reference data that it froze; without a job those of now.
 */
export type MappingParameters = (tx: Transaction) => Promise<Record<string, unknown>>

/** `/mapping-rules` and `/mapping-metadata` of mod-source-record-manager. */
export function mappingRoutes(parameters: MappingParameters): Route[] {
  return [
    {
      method: 'GET',
      path: '/mapping-rules/:recordType',
      permissions: ['mapping-rules.get'],
      handler: async (request) => {
        const name = ruleSetName(request.params.recordType)
        return ok(await request.transaction((tx) => readRules(tx, name)))
      },
    },
    {
      method: 'PUT',
      path: '/mapping-rules/:recordType',
      permissions: ['mapping-rules.update'],
      handler: async (request) => {
        const name = ruleSetName(request.params.recordType)
        return ok(await request.transaction((tx) => replaceRules(tx, name, request.body)))
      },
    },
    {
      method: 'PUT',
      path: '/mapping-rules/:recordType/restore',
      permissions: ['mapping-rules.restore'],
      handler: async (request) => {
        const name = ruleSetName(request.params.recordType)
        return ok(await request.transaction((tx) => restoreRules(tx, name)))
      },
    },
    {
      method: 'GET',
      path: '/mapping-metadata/:jobExecutionId',
      permissions: ['mapping-metadata.item.get'],
      handler: async (request) => {
        const id = uuidParameter(request.params, 'jobExecutionId')
        return ok(await request.transaction((tx) => readFrozen(tx, id)))
      },
    },
    {
      method: 'GET',
      path: '/mapping-metadata/type/:recordType',
      permissions: ['mapping-metadata.type.item.get'],
      handler: async (request) => {
        const name = ruleSetName(request.params.recordType)
        return request.transaction(async (tx) =>
          ok({
            mappingRules: JSON.stringify(await readRules(tx, name)),
            mappingParams: JSON.stringify(await parameters(tx)),
          }),
        )
      },
    },
  ]
}

async function readFrozen(tx: Transaction, jobExecutionId: string): Promise<Record<string, unknown>> {
  const [row] = await tx.query<{ rules: string; reference: string }>(
    `select context #>> '{rules,marcBib}' as rules, context #>> '{reference}' as reference
     from job_execution j join import_context c on c.id = j.context_id where j.id = $1`,
    [jobExecutionId],
  )
  if (!row) throw notFound(`MappingMetadata for jobExecutionId '${jobExecutionId}' was not found`)
  return { jobExecutionId, mappingRules: row.rules, mappingParams: row.reference }
}
