import { collectionDdl, collectionRoutes, seedDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Module, SeedOptions } from '../../kernel/module.ts'
import { readBeside } from '../../kernel/module.ts'
import { loanHistory, loans } from './loans.ts'
import { cancellationReasons, requestPreferences, requests } from './requests.ts'
import { circulationViewRoutes } from './view-routes.ts'

export { countOpenLoans } from './loans.ts'
export { countOpenRequests } from './requests.ts'

const collections = [loans, loanHistory, cancellationReasons, requests, requestPreferences]

/** The reasons that FOLIO ships, with their ids (folio-org/mod-circulation-storage: reference-data). */
const REASONS = [
  { id: 'ff474f60-d9ce-4bd8-8659-eb51af825a56', name: 'Item Not Available' },
  { id: '1c0e9ba1-6a97-4bbc-94fc-83eecc32f5fd', name: 'Needed For Course Reserves' },
  { id: 'b548b182-55c2-4741-b169-616d9cd995a8', name: 'Other', requiresAdditionalInformation: true },
  { id: '75187e8d-e25a-47a7-89ad-23ba612338de', name: 'Patron Cancelled' },
]

async function seedCirculation(tx: Transaction, { reference }: SeedOptions): Promise<void> {
  if (reference) await seedDocuments(tx, cancellationReasons, REASONS)
}

/** Loans and requests as they are stored and read; lending itself is not here yet. */
export const circulationModule: Module = {
  name: 'circulation',
  schema: {
    tenant: [...collections.map(collectionDdl), readBeside(import.meta.dirname, 'circulation.sql')].join(
      '\n',
    ),
  },
  interfaces: collections.flatMap((collection) => collection.interface ?? []),
  routes: () => [...collections.flatMap(collectionRoutes), ...circulationViewRoutes],
  seedTenant: seedCirculation,
}
