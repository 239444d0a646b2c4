import { readFlag, readPage, uuidParameter } from '../../../kernel/http/parameters.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import { ok } from '../../../kernel/http/route.ts'
import type { Route } from '../../../kernel/http/route.ts'
import { hasUuidShape } from '../../../kernel/ids.ts'
import { countOtherKinds } from '../match/other-kinds.ts'
import { getOperation } from '../operation/operation.ts'
import { OUTCOMES, answerChanges, readChangeKinds } from './change-list.ts'
import type { Outcome } from './change-list.ts'
import { answerGroup, readErrorGroups, readStage } from './error-groups.ts'
import { readPresentValues } from './present-values.ts'
import { rulesBack } from './read-rules-back.ts'

const PATH = '/octavo/bulk-operations/:id'

/** @throws Problem 400 naming the parameter */
function readOutcome(text: string | undefined): Outcome | null {
  if (text === undefined || text === '') return null
  const outcome = OUTCOMES.find((one) => one === text)
  if (outcome === undefined)
    throw textProblem(400, `'outcome' parameter is incorrect. It must be one of ${OUTCOMES.join(', ')}`)
  return outcome
}

/** What the screens show beyond FOLIO's: changes property by property, present values, errors by cause, the rules. */
export function reviewRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: `${PATH}/changes`,
      permissions: ['bulk-operations.item.preview.get'],
      handler: (request) => {
        const { params, query } = request
        const filter = {
          field: query.get('field') || null,
          onlyChanged: readFlag(query, 'onlyChanged', true),
          onlyRefused: readFlag(query, 'onlyRefused', false),
          outcome: readOutcome(query.get('outcome')),
          message: query.get('message') || null,
          find: query.get('find') || null,
        }
        return answerChanges(request, uuidParameter(params), filter, readPage(query))
      },
    },
    {
      method: 'GET',
      path: `${PATH}/changes/kinds`,
      permissions: ['bulk-operations.item.preview.get'],
      handler: ({ params, query, transaction }) =>
        transaction(async (tx) =>
          ok(await readChangeKinds(tx, uuidParameter(params), query.get('field') || null)),
        ),
    },
    {
      method: 'GET',
      path: `${PATH}/values`,
      permissions: ['bulk-operations.item.preview.get'],
      handler: ({ params, query, transaction }) => {
        const noteTypeId = query.get('noteTypeId') || null
        if (noteTypeId !== null && !hasUuidShape(noteTypeId))
          throw textProblem(400, "'noteTypeId' parameter is incorrect. It must be the id of a note type")
        const question = {
          option: query.get('option') ?? '',
          noteTypeId,
          find: query.get('find') || null,
          chosen: query.get('chosen') || null,
        }
        return transaction(async (tx) => ok(await readPresentValues(tx, uuidParameter(params), question)))
      },
    },
    {
      method: 'GET',
      path: `${PATH}/rules`,
      permissions: ['bulk-operations.item.get'],
      handler: ({ params, transaction }) =>
        transaction(async (tx) => ok(rulesBack(await getOperation(tx, uuidParameter(params))))),
    },
    {
      method: 'GET',
      path: `${PATH}/other-kinds`,
      permissions: ['bulk-operations.item.errors.get'],
      handler: ({ params, transaction }) =>
        transaction(async (tx) => ok(await countOtherKinds(tx, uuidParameter(params)))),
    },
    {
      method: 'GET',
      path: `${PATH}/error-groups`,
      permissions: ['bulk-operations.item.errors.get'],
      handler: (request) => {
        const { params, query, transaction } = request
        const id = uuidParameter(params)
        const stages = readStage(query.get('stage'))
        const cause = query.get('cause')
        if (cause !== undefined) return answerGroup(request, id, stages, cause, readPage(query))
        return transaction(async (tx) => ok(await readErrorGroups(tx, id, stages)))
      },
    },
  ]
}
