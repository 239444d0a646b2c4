import { uuidParameter } from '../../../kernel/http/parameters.ts'
import { noContent, ok } from '../../../kernel/http/route.ts'
import type { Route } from '../../../kernel/http/route.ts'
import type { App } from '../../../kernel/module.ts'
import { readForecast } from '../outcome/forecast.ts'
import { orderParameter } from '../outcome/record-outcome.ts'
import { requireActor } from '../job-execution.ts'
import { getPreview, readPreview, startPreview } from './import-preview.ts'
import { listPreviewRecords } from './preview-records.ts'
import { removePreviews } from './remove-previews.ts'

const path = '/octavo/imports/previews'

/** Previews of imports, an offer of Octavo's own. */
export function previewRoutes(app: App): Route[] {
  return [
    {
      method: 'POST',
      path,
      permissions: ['data-import.previews.item.post'],
      handler: (request) =>
        request.transaction(async (tx) => {
          const id = await startPreview(tx, requireActor(request.actor), request.body)
          return { status: 202, body: await readPreview(tx, id) }
        }),
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      permissions: ['data-import.previews.item.get'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction((tx) => readPreview(tx, id)))
      },
    },
    {
      method: 'GET',
      path: `${path}/:id/records`,
      permissions: ['data-import.previews.records.collection.get'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction((tx) => listPreviewRecords(tx, id, request.query)))
      },
    },
    {
      method: 'GET',
      path: `${path}/:id/records/:order`,
      permissions: ['data-import.previews.records.collection.get'],
      description: { summary: 'Tells what would become of one record of a previewed file' },
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const order = orderParameter(request.params)
        return ok(await request.transaction((tx) => readForecast(app, tx, id, order)))
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      permissions: ['data-import.previews.item.delete'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        await request.transaction(async (tx) => {
          await getPreview(tx, id)
          await removePreviews(tx, [id])
        })
        return noContent()
      },
    },
  ]
}
