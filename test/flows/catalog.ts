import { expect } from 'vitest'
import { madeIds } from './export-shape.ts'
import type { MadeIds } from './export-shape.ts'
import { SAMPLE_PROFILE, answer, importFile, logOf, rule } from './import-client.ts'
import type { Api, Job, LogEntry } from './import-client.ts'
import { action, makeTree } from './profile-tree.ts'
import type { Spec } from './profile-tree.ts'

/** A tenant's catalog as tests of updates fill and read it. */
export class Catalog {
  readonly api: Api
  #profiles = 0

  constructor(api: Api) {
    this.api = api
  }

  /** Books that are in the catalog from then on, each with one copy. */
  async add(records: readonly Buffer[]): Promise<MadeIds[]> {
    const job = await importFile(this.api, 'there.mrc', Buffer.concat(records), SAMPLE_PROFILE)
    const entries = await logOf(this.api, job.id)
    expect(entries.map(({ error }) => error)).toEqual(records.map(() => ''))
    return entries.map(madeIds)
  }

  /** Imports records by a job profile made of `tree`. */
  async run(tree: Spec[], records: readonly Buffer[]): Promise<{ job: Job; entries: LogEntry[] }> {
    const profile = await makeTree(this.api, `profile ${(this.#profiles += 1)}`, tree)
    const job = await importFile(this.api, 'incoming.mrc', Buffer.concat(records), profile)
    return { job, entries: await logOf(this.api, job.id) }
  }

  instance = async (id: string) => answer(await this.api.get(`/instance-storage/instances/${id}`))
  holdings = async (id: string) => answer(await this.api.get(`/holdings-storage/holdings/${id}`))
  item = async (id: string) => answer(await this.api.get(`/item-storage/items/${id}`))

  /** The source record in force of an instance. */
  source = async (instanceId: string) =>
    answer(await this.api.get(`/source-storage/source-records/${instanceId}?idType=INSTANCE`))

  /** The fields of an instance's MARC as lines: `245 00 $aTitle`, `001 in1`; a blank is `#`. */
  async marc(instanceId: string): Promise<string[]> {
    const { content } = (await this.source(instanceId)).parsedRecord as { content: { fields: object[] } }
    return content.fields.map((field) => {
      const [tag, body] = Object.entries(field)[0] as [string, string | DataField]
      if (typeof body === 'string') return `${tag} ${body}`
      const subfields = body.subfields.map((subfield) => Object.entries(subfield)[0]!)
      const indicators = `${body.ind1}${body.ind2}`.replaceAll(' ', '#')
      return `${tag} ${indicators} ${subfields.map(([code, value]) => `$${code}${value}`).join('')}`
    })
  }

  /** The first entry of a reference list, or that of a name. */
  async setting(path: string, name?: string): Promise<{ id: string; name: string; code: string }> {
    const list = answer(await this.api.get(`${path}?limit=1000&query=cql.allRecords=1 sortby name`))
    const rows = Object.values(list).find((value) => Array.isArray(value)) as {
      id: string
      name: string
      code: string
    }[]
    return name === undefined ? rows[0]! : rows.find((row) => row.name === name)!
  }
}

type DataField = { ind1: string; ind2: string; subfields: Record<string, string>[] }

/** A rule that adds a text to a list of texts such as `holdings.administrativeNotes[]`. */
export function extendTexts(path: string, value: string, repeatableFieldAction = 'EXTEND_EXISTING'): object {
  const fields = [{ name: 'text', enabled: true, path, value }]
  return rule(path, '', { repeatableFieldAction, subfields: [{ order: 0, path, fields }] })
}

/** An update of the instance that adds an administrative note. */
export const noteInstance = (text: string) =>
  action('UPDATE', 'INSTANCE', [extendTexts('instance.administrativeNotes[]', `"${text}"`)])

/** An update of the holdings that sets their shelving title. */
export const nameHoldings = (text: string) =>
  action('UPDATE', 'HOLDINGS', [rule('holdings.shelvingTitle', `"${text}"`)])

/** An update of the item that sets its copy number. */
export const numberItem = (text: string) => action('UPDATE', 'ITEM', [rule('item.copyNumber', `"${text}"`)])
