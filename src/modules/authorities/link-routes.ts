import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, noContent, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { inEntityForm } from './entity-problems.ts'
import { readInstanceLinks, replaceInstanceLinks } from './instance-links.ts'
import { listLinkingRules, patchLinkingRule, readLinkingRule } from './linking-rules.ts'

const rulesPath = '/linking-rules/instance-authority'
const rulesPermissions = 'instance-authority.linking-rules'

/** `/links/instances` and `/linking-rules/instance-authority`. */
export function linkRoutes(): Route[] {
  return inEntityForm([
    {
      method: 'GET',
      path: '/links/instances/:instanceId',
      permissions: ['instance-authority-links.instances.collection.get'],
      handler: async (request) => {
        const instanceId = uuidParameter(request.params, 'instanceId')
        const links = await request.transaction((tx) => readInstanceLinks(tx, instanceId))
        return ok({ links, totalRecords: links.length })
      },
    },
    {
      method: 'PUT',
      path: '/links/instances/:instanceId',
      permissions: ['instance-authority-links.instances.collection.put'],
      handler: async (request) => {
        const instanceId = uuidParameter(request.params, 'instanceId')
        const body = objectBody(request.body)
        await request.transaction((tx) => replaceInstanceLinks(tx, instanceId, body))
        return noContent()
      },
    },
    {
      method: 'GET',
      path: rulesPath,
      permissions: [`${rulesPermissions}.collection.get`],
      handler: async (request) => ok(new JsonText(await request.transaction(listLinkingRules))),
    },
    {
      method: 'GET',
      path: `${rulesPath}/:ruleId`,
      permissions: [`${rulesPermissions}.item.get`],
      handler: async (request) => {
        const id = ruleId(request.params)
        return ok(new JsonText(await request.transaction((tx) => readLinkingRule(tx, id))))
      },
    },
    {
      method: 'PATCH',
      path: `${rulesPath}/:ruleId`,
      permissions: [`${rulesPermissions}.item.patch`],
      handler: async (request) => {
        const id = ruleId(request.params)
        const body = objectBody(request.body)
        await request.transaction((tx) => patchLinkingRule(tx, id, body))
        return { status: 202 }
      },
    },
  ])
}

function ruleId(params: Record<string, string>): number {
  const text = params.ruleId ?? ''
  if (/^\d{1,9}$|^[12]\d{9}$/.test(text) && Number(text) <= 2_147_483_647) return Number(text)
  throw textProblem(400, `Failed to convert the rule id to an integer: ${text}`)
}
