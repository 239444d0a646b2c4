import { changesItems, setEffectiveValues } from '../../inventory/pure.ts'
import type { Holdings, Item } from '../../inventory/pure.ts'
import { applyMapping } from '../mapping-language/index.ts'
import type { RecordFault } from '../record-fault.ts'
import { checkHoldings } from './check-documents.ts'
import type { CompiledAction, CompiledJob } from './compiled-job.ts'
import { failRecord } from './fail-record.ts'
import { theHoldings, workOn } from './find-context.ts'
import { foresee, load } from './questions.ts'
import type { Steps } from './questions.ts'
import { touch } from './record-work.ts'
import type { Document, EntityWork, RecordWork } from './record-work.ts'

const NO_HOLDINGS: RecordFault = {
  kind: 'no-instance',
  entity: 'HOLDINGS',
  text: 'There are no holdings to update: no match of the job profile has found any for this record.',
  folio: null,
}

/** Step UPDATE HOLDINGS of a bibliographic record; the items of the holdings get their new effective values. */
export function* updateHoldings(job: CompiledJob, action: CompiledAction, record: RecordWork): Steps {
  if (record.holdings.length === 0) {
    yield* foresee(record.isRehearsal, ['holdings', 'itemsOf'], record.found.holdings)
  }
  const holdings = yield* theHoldings(record)
  if (holdings === null) {
    failRecord(record, NO_HOLDINGS, 'UPDATE')
    return
  }
  if (record.isRehearsal) {
    yield* load('itemsOf', holdings.id)
    return
  }
  const after = {
    ...applyMapping(action.mapping, record.marc!, holdings.document),
    hrid: holdings.document.hrid,
  }
  yield* changeHoldings(job, record, holdings, after)
  if (record.fault === null) {
    record.told.push({ entity: 'HOLDINGS', action: 'UPDATE', of: holdings, error: null })
  }
}

/** Puts a new document in the place of that of holdings, with what follows from it for their items. */
export function* changeHoldings(
  job: CompiledJob,
  record: RecordWork,
  holdings: EntityWork,
  after: Document,
): Steps {
  const fault = missingRequired(after) ?? checkHoldings(job, after)
  if (fault !== null) {
    failRecord(record, fault, 'UPDATE')
    return
  }
  const before = holdings.document
  holdings.document = after
  touch(record, holdings)
  if (!changesItems(before as Holdings, after as Holdings)) return
  const rows = yield* load('itemsOf', holdings.id)
  for (const row of rows) {
    const item = workOn(record, 'ITEM', row)
    const text = effectiveText(item.document)
    setEffectiveValues(item.document as Item, after as Holdings)
    item.parent = holdings
    if (effectiveText(item.document) !== text) touch(record, item)
  }
}

function effectiveText(item: Document): string {
  return JSON.stringify([
    item.effectiveLocationId,
    item.effectiveShelvingOrder,
    item.effectiveCallNumberComponents,
  ])
}

function missingRequired(holdings: Document): RecordFault | null {
  const missing = ['hrid', 'permanentLocationId', 'instanceId'].filter((name) => !holdings[name])
  if (missing.length === 0) return null
  return {
    kind: 'missing-value',
    entity: 'HOLDINGS',
    text: `The holdings would be left without ${missing.join(' and ')}.`,
    folio:
      'Can`t update Holding entity: one of required fields(hrid, permanentLocationId, instanceId) are empty!',
  }
}
