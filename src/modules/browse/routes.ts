import { limitTime } from '../../kernel/lists/index.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readPage } from './browse-page.ts'
import { readBrowseQuery } from './browse-query.ts'
import { browseOptionOf, browseTypeOf, listConfigs, readConfig, writeConfig } from './config.ts'
import type { BrowseConfig, BrowseType } from './config.ts'
import { readFacets } from './facets.ts'
import { AUTHORITIES, CALL_NUMBERS, CLASSIFICATIONS, CONTRIBUTORS, SUBJECTS } from './fields.ts'
import type { Subject, Surroundings } from './fields.ts'
import {
  renderCallNumbers,
  renderClassifications,
  renderContributors,
  renderHeadings,
  renderSubjects,
} from './render-rows.ts'
import type { RenderRows } from './render-rows.ts'
import { readScope } from './scope.ts'
import type { Scope } from './scope.ts'

type Browsed = { subject: Subject; render: RenderRows; type?: BrowseType }

const subjects: Browsed = { subject: SUBJECTS, render: renderSubjects }
const contributors: Browsed = { subject: CONTRIBUTORS, render: renderContributors }
const authorities: Browsed = { subject: AUTHORITIES, render: renderHeadings }
const callNumbers: Browsed = {
  subject: CALL_NUMBERS,
  render: renderCallNumbers,
  type: 'instance-call-number',
}
const classifications: Browsed = {
  subject: CLASSIFICATIONS,
  render: renderClassifications,
  type: 'instance-classification',
}

async function browse(request: ApiRequest, { subject, render, type }: Browsed): Promise<Answer> {
  const option = type === undefined ? null : browseOptionOf(type, request.params.option!)
  const query = readBrowseQuery(request.query, subject.anchorField)
  return request.transaction(async (tx) => {
    await limitTime(tx)
    const config = type === undefined || option === null ? null : await readConfig(tx, type, option)
    const scope = await readScope(tx, subject, query.filters, await readSurroundings(tx, request, subject))
    const page = await readPage(tx, ofTypes(scope, config), config?.shelvingAlgorithm ?? 'default', query)
    const more = { anchor: query.anchor, tenant: request.tenant, expandsAll: query.expandsAll }
    const items = await render(tx, page, scope, more)
    return ok({ totalRecords: page.total, prev: page.prev, next: page.next, items })
  })
}

/** Leaves the types that an option is about. */
function ofTypes(scope: Scope, config: BrowseConfig | null): Scope {
  if (config === null || config.typeIds.length === 0) return scope
  const groups = (scope.groups ?? scope.allGroups).filter((group) => config.typeIds.includes(group.type_id))
  return { ...scope, groups }
}

async function readSurroundings(
  tx: Transaction,
  { tenant }: ApiRequest,
  subject: Subject,
): Promise<Surroundings> {
  const configs = subject === CALL_NUMBERS ? await listConfigs(tx, 'instance-call-number') : []
  return { tenant, callNumberTypes: new Map(configs.map(({ id, typeIds }) => [id, typeIds])) }
}

function browseRoute(path: string, permission: string, browsed: Browsed): Route {
  return {
    method: 'GET',
    path: `/browse/${path}`,
    permissions: [`browse.${permission}.collection.get`],
    handler: (request) => browse(request, browsed),
  }
}

function facetRoute(name: string, subject: Subject): Route {
  return {
    method: 'GET',
    path: `/search/${name}/facets`,
    permissions: ['search.facets.collection.get'],
    handler: (request) =>
      request.transaction(async (tx) => {
        await limitTime(tx)
        return ok(await readFacets(tx, subject, request.query, await readSurroundings(tx, request, subject)))
      }),
  }
}

const configRoutes: Route[] = [
  {
    method: 'GET',
    path: '/browse/config/:type',
    permissions: ['browse.config.collection.get'],
    handler: async ({ params, transaction }) => {
      const type = browseTypeOf(params.type!)
      const configs = await transaction((tx) => listConfigs(tx, type))
      return ok({ configs, totalRecords: configs.length })
    },
  },
  {
    method: 'PUT',
    path: '/browse/config/:type/:id',
    permissions: ['browse.config.item.put'],
    handler: async ({ params, body, transaction }) => {
      const type = browseTypeOf(params.type!)
      const option = browseOptionOf(type, params.id!)
      await transaction((tx) => writeConfig(tx, type, option, body))
      return { status: 200 }
    },
  },
]

/** Browsing, its facets and its configuration. */
export const browseRoutes: readonly Route[] = [
  browseRoute('subjects/instances', 'subjects.instances', subjects),
  browseRoute('contributors/instances', 'contributors.instances', contributors),
  browseRoute('call-numbers/:option/instances', 'call-numbers.instances', callNumbers),
  browseRoute(
    'classification-numbers/:option/instances',
    'classification-numbers.instances',
    classifications,
  ),
  browseRoute('authorities', 'authorities', authorities),
  facetRoute('subjects', SUBJECTS),
  facetRoute('contributors', CONTRIBUTORS),
  facetRoute('classifications', CLASSIFICATIONS),
  facetRoute('call-numbers', CALL_NUMBERS),
  ...configRoutes,
]
