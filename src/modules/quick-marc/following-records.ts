import { controlNumber, firstControl } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import {
  compileCurrentRules,
  insertAuthorities,
  lockAuthorities,
  updateAuthorities,
} from '../authorities/index.ts'
import type { Authority } from '../authorities/index.ts'
import {
  findInstancesByHrid,
  holdingsFromMarc,
  insertHoldings,
  insertInstances,
  instanceFromMarc,
  lockHoldings,
  lockInstances,
  replaceMarcTitles,
  updateHoldings,
  updateInstances,
} from '../inventory/index.ts'
import type { Holdings, Instance, Outcome } from '../inventory/index.ts'
import { mapAuthority, mapHoldings, mapInstance, setFolio999, stubId } from '../mapping/index.ts'
import { editorProblem, recordFault } from './editor-problems.ts'
import type { MarcFormat } from './marc-format.ts'

/** A record of the inventory or an authority, locked, as it is before a save. */
export type LockedRecord = { id: string; version: number; document: object }

/** The record that was made of new MARC: its id and what people call it by. */
export type MadeRecord = { id: string; hrid: string | null }

/** Who saves what. `isSuppressed` hides a new record from discovery. */
export type Save = { tx: Transaction; actor: Actor; marc: MarcRecord; isSuppressed: boolean }

/** What a kind of MARC record makes, and how that follows its MARC. All of it through the modules' list functions. */
export type FollowingRecord = {
  /** What it is called in refusals. */
  noun: string
  lock(tx: Transaction, id: string): Promise<LockedRecord | null>
  create(save: Save): Promise<MadeRecord>
  /** @returns true when the record is marked as deleted from now on */
  update(save: Save, stored: LockedRecord): Promise<boolean>
}

const instances: FollowingRecord = {
  noun: 'Instance',
  async lock(tx, id) {
    return lockedRecord(id, (await lockInstances(tx, [id])).get(id))
  },
  async create({ tx, actor, marc, isSuppressed }) {
    const mapped = mapInstance(await compileCurrentRules(tx, 'marc-bib'), marc)
    const instance = instanceFromMarc(null, mapped)
    if (isSuppressed) instance.discoverySuppress = true
    const made = written(await insertInstances(tx, actor, [instance], { allOrNothing: true }))
    await replaceMarcTitles(tx, actor, [{ instanceId: made.id, mapped }])
    return { id: made.id, hrid: (JSON.parse(made.doc) as Instance).hrid ?? null }
  },
  async update({ tx, actor, marc }, { id, document }) {
    const mapped = mapInstance(await compileCurrentRules(tx, 'marc-bib'), marc)
    const instance = instanceFromMarc(document as Instance, mapped)
    written(await updateInstances(tx, actor, [instance], { allOrNothing: true }))
    await replaceMarcTitles(tx, actor, [{ instanceId: id, mapped }])
    return instance.deleted === true
  },
}

const holdings: FollowingRecord = {
  noun: 'Holdings',
  async lock(tx, id) {
    return lockedRecord(id, (await lockHoldings(tx, [id])).get(id))
  },
  async create(save) {
    const { tx, actor, isSuppressed } = save
    const record = await mappedHoldings(save, null)
    if (isSuppressed) record.discoverySuppress = true
    const made = written(await insertHoldings(tx, actor, [record], { allOrNothing: true }))
    return { id: made.id, hrid: (JSON.parse(made.doc) as Holdings).hrid ?? null }
  },
  async update(save, { document }) {
    const record = await mappedHoldings(save, document as Holdings)
    written(await updateHoldings(save.tx, save.actor, [record], { allOrNothing: true }))
    return false
  },
}

/** Holdings by their MARC: 004 says to which instance they belong, 852 where they stand. */
async function mappedHoldings({ tx, marc }: Save, stored: Holdings | null): Promise<Holdings> {
  const hrid = firstControl(marc, '004')?.trim() ?? ''
  const instanceId = (await findInstancesByHrid(tx, [hrid])).get(hrid)
  if (instanceId === undefined) {
    throw recordFault('004', `No instance found for HRID: ${hrid} in tenant: ${tx.tenant}`)
  }
  const mapped = mapHoldings(await compileCurrentRules(tx, 'marc-holdings'), marc)
  const location = mapped.permanentLocationId
  if (location === undefined || location === stubId) throw unknownLocation(marc)
  return holdingsFromMarc(stored, { ...mapped, instanceId })
}

function unknownLocation(marc: MarcRecord): Problem {
  const code = marc.fields
    .filter(({ tag }) => tag === '852')
    .flatMap(({ subfields }) => subfields ?? [])
    .findLast((subfield) => subfield.code === 'b')?.value
  return recordFault(
    '852',
    code === undefined
      ? 'Field 852 has no subfield b: it must hold the code of a location.'
      : `The location code "${code}" (field 852, subfield b) is not in the settings.`,
  )
}

const authorities: FollowingRecord = {
  noun: 'Authority',
  async lock(tx, id) {
    const stored = (await lockAuthorities(tx, [id], 'no key update')).get(id)
    return stored === undefined ? null : { id, version: stored.version, document: stored.record }
  },
  async create({ tx, actor, marc }) {
    const id = newId()
    setFolio999(marc, { externalId: id })
    const mapped = await mappedAuthority(tx, marc, id)
    written(await insertAuthorities(tx, actor, [mapped], { allOrNothing: true }))
    return { id, hrid: controlNumber(marc) ?? mapped.naturalId ?? null }
  },
  async update({ tx, actor, marc }, { id, version }) {
    const mapped = { ...(await mappedAuthority(tx, marc, id)), _version: version }
    written(await updateAuthorities(tx, actor, [mapped], { allOrNothing: true }))
    return false
  },
}

async function mappedAuthority(tx: Transaction, marc: MarcRecord, id: string): Promise<Authority> {
  return { ...(mapAuthority(await compileCurrentRules(tx, 'marc-authority'), marc) as Authority), id }
}

function lockedRecord(
  id: string,
  document: (object & { _version: number }) | undefined,
): LockedRecord | null {
  if (document === undefined) return null
  const { _version: version } = document
  return { id, version, document }
}

function written([outcome]: readonly Outcome[]): Extract<Outcome, { ok: true }> {
  if (outcome?.ok) return outcome
  throw outcome?.problem ?? editorProblem(500, 'The record was neither stored nor refused.')
}

/** What the editor's kinds of records make. */
export const FOLLOWING_RECORDS: Readonly<Record<MarcFormat, FollowingRecord>> = {
  BIBLIOGRAPHIC: instances,
  HOLDINGS: holdings,
  AUTHORITY: authorities,
}
