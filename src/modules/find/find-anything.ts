import type { Transaction } from '../../kernel/db/database.ts'
import { findJobsByNumber } from '../imports/index.ts'
import { findHoldingsByNumber, findInstancesByNumber, findItemsByNumber } from '../inventory/index.ts'
import { findInstancesByStandardNumber } from '../search/index.ts'
import { findUsersByNumber } from '../users/index.ts'

/** One record that has the value as a number of its own; `number` is what a person knows it by. */
export type Hit = { kind: Kind; id: string; number: string; title: string } & Record<string, unknown>
type Kind = 'item' | 'instance' | 'holdings' | 'job' | 'user'
type Finder = { permission: string; find: (tx: Transaction, value: string) => Promise<Hit[]> }

/** Each kind with the permission of the route that reads one of them, in the order in which hits are shown. */
const FINDERS: readonly Finder[] = [
  { permission: 'inventory.items.item.get', find: findItems },
  { permission: 'inventory.instances.item.get', find: findInstances },
  { permission: 'inventory-storage.holdings.item.get', find: findHoldings },
  { permission: 'users.item.get', find: findUsers },
  { permission: 'metadata-provider.jobExecutions.collection.get', find: findJobs },
]

/**
 * Everything that has this exact value as barcode, HRID, id, ISBN, ISSN, OCLC number or job number, of the kinds that the
 * caller may read. Each look-up is a row or two by an index.
 */
export async function findAnything(
  tx: Transaction,
  permissions: ReadonlySet<string>,
  value: string,
): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const { permission, find } of FINDERS) {
    if (permissions.has(permission)) hits.push(...(await find(tx, value)))
  }
  return hits
}

async function findItems(tx: Transaction, value: string): Promise<Hit[]> {
  return (await findItemsByNumber(tx, value)).map((item) => ({
    kind: 'item',
    ...item,
    number: item.barcode ?? item.hrid,
  }))
}

async function findInstances(tx: Transaction, value: string): Promise<Hit[]> {
  const own = await findInstancesByNumber(tx, value)
  const standard = await findInstancesByStandardNumber(tx, value)
  const known = new Set(own.map(({ id }) => id))
  return [...own, ...standard.filter(({ id }) => !known.has(id))].map((instance) => ({
    kind: 'instance',
    ...instance,
    number: instance.hrid,
  }))
}

async function findHoldings(tx: Transaction, value: string): Promise<Hit[]> {
  return (await findHoldingsByNumber(tx, value)).map((holdings) => ({
    kind: 'holdings',
    ...holdings,
    number: holdings.hrid,
  }))
}

async function findUsers(tx: Transaction, value: string): Promise<Hit[]> {
  return (await findUsersByNumber(tx, value)).map(({ id, number, name, matched, active }) => ({
    kind: 'user',
    id,
    number,
    title: name,
    matched,
    active,
  }))
}

async function findJobs(tx: Transaction, value: string): Promise<Hit[]> {
  return (await findJobsByNumber(tx, value)).map(({ id, number, fileName, matched, status }) => ({
    kind: 'job',
    id,
    number,
    title: fileName,
    matched,
    status,
  }))
}
