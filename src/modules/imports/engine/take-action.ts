import { createInvoice } from '../edifact/create-invoice.ts'
import type { CompiledAction, CompiledJob } from './compiled-job.ts'
import { createAuthority } from './create-authority.ts'
import { createMarcHoldings } from './create-marc-holdings.ts'
import { createHoldings, createInstance, createItems } from './create-records.ts'
import type { Steps } from './questions.ts'
import type { RecordWork } from './record-work.ts'
import { deleteAuthority, updateAuthority } from './update-authority.ts'
import { modifyBibliographic, overlayBibliographic, updateInstance } from './update-instance.ts'
import { updateHoldings } from './update-holdings.ts'
import { updateItem } from './update-item.ts'
import { updateMarcHoldings } from './update-marc-holdings.ts'

/** Does what an action of the profile says for one record. */
export function* takeAction(job: CompiledJob, action: CompiledAction, record: RecordWork, at: Date): Steps {
  switch (`${action.action} ${action.entity}`) {
    case 'CREATE INSTANCE':
      createInstance(job, action, record, at)
      return
    case 'CREATE HOLDINGS':
      if (record.recordType === 1) yield* createMarcHoldings(job, record, at)
      else yield* createHoldings(job, action, record)
      return
    case 'CREATE ITEM':
      yield* createItems(job, action, record)
      return
    case 'UPDATE INSTANCE':
      yield* updateInstance(job, action, record, at)
      return
    case 'UPDATE MARC_BIBLIOGRAPHIC':
      yield* overlayBibliographic(job, action, record, at)
      return
    case 'MODIFY MARC_BIBLIOGRAPHIC':
      yield* modifyBibliographic(job, action, record, at)
      return
    case 'UPDATE HOLDINGS':
      // Without values of its own the mapping profile leaves it to the MARC to say what changes.
      if (record.recordType === 1 && action.mapping.rules.length === 0)
        yield* updateMarcHoldings(job, action, record, at)
      else yield* updateHoldings(job, action, record)
      return
    case 'UPDATE MARC_HOLDINGS':
      yield* updateMarcHoldings(job, action, record, at)
      return
    case 'UPDATE ITEM':
      yield* updateItem(job, action, record)
      return
    case 'CREATE INVOICE':
      createInvoice(record)
      return
    case 'CREATE AUTHORITY':
    case 'CREATE MARC_AUTHORITY':
      createAuthority(job, record, at)
      return
    case 'UPDATE AUTHORITY':
    case 'UPDATE MARC_AUTHORITY':
      yield* updateAuthority(job, action, record, at)
      return
    default:
      yield* deleteAuthority(record)
  }
}
