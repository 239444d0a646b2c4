import { nameOf, objectsOf, textOf } from './cells.ts'
import type { CellOf } from './cells.ts'

/**
 * `Title. Publisher, date` with the first publication of the instance, in FOLIO's form
 * (folio-org/mod-bulk-operations: HoldingsReferenceService).
 */
export const instanceCell: CellOf = ({ context }) => {
  if (!context.instance) return ''
  const title = textOf(context.instance.title)
  const { publisher, dateOfPublication } = objectsOf(context.instance.publication)[0] ?? {}
  if (textOf(dateOfPublication) !== '') {
    return `${title}. ${textOf(publisher)}, ${textOf(dateOfPublication)}`
  }
  return textOf(publisher) === '' ? title : `${title}. ${textOf(publisher)}`
}

/** `Location > prefix number suffix` of the holdings of an item; a location out of use says so. */
export const holdingsCell: CellOf = (row) => {
  const { holdings } = row.context
  if (!holdings) return ''
  const { permanentLocationId, callNumberPrefix, callNumber, callNumberSuffix } = holdings
  const isInactive = row.labels.inactiveLocationIds.has(permanentLocationId as string)
  const location = `${isInactive ? 'Inactive ' : ''}${nameOf(row, 'locations', permanentLocationId)}`
  const number = [callNumberPrefix, callNumber, callNumberSuffix].map(textOf).filter((part) => part !== '')
  return `${location} > ${number.join(' ')}`
}
