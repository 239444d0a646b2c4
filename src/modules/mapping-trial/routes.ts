import { recordToJson } from '../../formats/marc/index.ts'
import { ok } from '../../kernel/http/route.ts'
import type { ApiRequest, Answer, Route } from '../../kernel/http/route.ts'
import {
  defaultRules,
  readRules,
  ruleFunctionNames,
  ruleSetName,
  rulesChangedAt,
  targetNames,
} from '../mapping/index.ts'
import { readMarc, readTrialRequest } from './read-trial.ts'
import { findProblems, tryRules } from './try-rules.ts'

const object = { type: 'object' }
const problems = {
  type: 'array',
  items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
}
const trial = {
  type: 'object',
  properties: { document: object, writers: { type: 'object', additionalProperties: object }, problems },
}
const names = { type: 'array', items: { type: 'string' } }

/** What screens need beside FOLIO's `/mapping-rules`. */
export const trialRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/octavo/mapping-rules/:recordType',
    permissions: ['mapping-rules.get'],
    description: {
      summary:
        'The mapping rules with the default ones, when they were changed, and the targets and functions there are',
      answer: {
        name: 'mappingRulesView',
        schema: {
          type: 'object',
          properties: {
            rules: object,
            defaultRules: object,
            updatedDate: { type: 'string', format: 'date-time' },
            targets: names,
            functions: names,
          },
        },
      },
    },
    handler: describeRules,
  },
  {
    method: 'POST',
    path: '/octavo/mapping-rules/:recordType/try',
    permissions: ['mapping-rules.get', 'source-storage.records.formatted.item.get'],
    description: {
      summary:
        'Builds a record by the stored rules and by others, and tells which rule wrote what; writes nothing',
      body: {
        name: 'mappingRulesTrial',
        schema: {
          type: 'object',
          required: ['rules'],
          properties: {
            rules: object,
            marc: object,
            instanceId: { type: 'string' },
            holdingsId: { type: 'string' },
            authorityId: { type: 'string' },
          },
        },
      },
      status: 200,
      answer: {
        name: 'mappingRulesTrialResult',
        schema: { type: 'object', properties: { marc: object, stored: trial, edited: trial, problems } },
      },
    },
    handler: runTrial,
  },
]

async function describeRules({ params, transaction }: ApiRequest): Promise<Answer> {
  const name = ruleSetName(params.recordType)
  return transaction(async (tx) => {
    const changedAt = await rulesChangedAt(tx, name)
    return ok({
      rules: await readRules(tx, name),
      defaultRules: defaultRules(name),
      ...(changedAt !== null && { updatedDate: changedAt.toISOString() }),
      targets: targetNames(name),
      functions: ruleFunctionNames(),
    })
  })
}

/** With a record: what both rule sets make of it. Without: what is wrong with the rules. */
async function runTrial({ params, body, transaction }: ApiRequest): Promise<Answer> {
  const name = ruleSetName(params.recordType)
  const asked = readTrialRequest(name, body)
  return transaction(async (tx) => {
    const marc = await readMarc(tx, asked)
    if (marc === null) return ok({ problems: await findProblems(tx, name, asked.rules) })
    const stored = await tryRules(tx, name, await readRules(tx, name), marc)
    const edited = await tryRules(tx, name, asked.rules, marc)
    return ok({ marc: JSON.parse(recordToJson(marc)), stored, edited, problems: edited.problems })
  })
}
