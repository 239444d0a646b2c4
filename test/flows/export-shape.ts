import { dataField, encodeIso2709, recordFromJson } from '../../src/formats/marc/index.ts'
import type { MarcRecord } from '../../src/formats/marc/index.ts'
import { answer } from './import-client.ts'
import type { Api, LogEntry } from './import-client.ts'

/** The ids of what an import made of one record. */
export type MadeIds = {
  instance: string
  instanceHrid: string
  holdings: string
  holdingsHrid: string
  item: string
  itemHrid: string
}

/** What the log of a create import names, of a record with one copy. */
export function madeIds(entry: LogEntry): MadeIds {
  const [holdings] = entry.relatedHoldingsInfo
  const [item] = entry.relatedItemInfo
  return {
    instance: entry.relatedInstanceInfo.idList[0]!,
    instanceHrid: entry.relatedInstanceInfo.hridList[0]!,
    holdings: holdings!.id,
    holdingsHrid: holdings!.hrid,
    item: item!.id,
    itemHrid: item!.hrid,
  }
}

/**
 * A stored record as the export "MARC Bib with Holdings and Item HRIDs" of the performance workload writes it: 001 and
 * 999 ff as stored, the HRIDs of holdings and item in 901 $a and 902 $a. `change` may edit it before it is written.
 */
export async function exportedRecord(
  api: Api,
  ids: MadeIds,
  change: (record: MarcRecord) => void = () => undefined,
): Promise<Buffer> {
  const stored = answer(await api.get(`/source-storage/source-records/${ids.instance}?idType=INSTANCE`))
  const record = recordFromJson(stored.parsedRecord.content)
  record.fields.push(
    dataField('901', ' ', ' ', [{ code: 'a', value: ids.holdingsHrid }]),
    dataField('902', ' ', ' ', [{ code: 'a', value: ids.itemHrid }]),
  )
  change(record)
  return encodeIso2709(record)
}
