import { uuidParameter } from '../../../kernel/http/parameters.ts'
import { ok } from '../../../kernel/http/route.ts'
import type { Route } from '../../../kernel/http/route.ts'
import type { App } from '../../../kernel/module.ts'
import type { ThreadPool } from '../../../kernel/threads/thread-pool.ts'
import { FileInspections } from './file-inspections.ts'

/** What is in an uploaded file, an offer of Octavo's own. */
export function inspectionRoutes(app: App, threads: () => ThreadPool): Route[] {
  const inspections = new FileInspections(app, threads)
  return [
    {
      method: 'GET',
      path: '/octavo/import/files/:id/inspection',
      permissions: ['data-import.uploaddefinitions.get'],
      description: {
        summary:
          'Tells what is in an uploaded file: format, encoding, records, fields, defects, the first records; the answer grows until isComplete',
      },
      handler: async (request) => ok(await inspections.read(request, uuidParameter(request.params))),
    },
  ]
}
