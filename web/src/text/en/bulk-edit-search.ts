import { count } from '../../lib/format.ts'

/** Choosing records of a bulk edit by a search. */
export const bulkEditSearchText = {
  conditions: 'Records for which all of this is true',
  condition: (n: number) => `Condition ${n}`,
  field: 'Field',
  operator: 'Compares',
  value: 'Value',
  add: 'Add a condition',
  remove: (n: number) => `Remove condition ${n}`,
  operators: {
    $eq: 'is',
    $ne: 'is not',
    $contains: 'contains',
    $starts_with: 'begins with',
    $gte: 'is at least',
    $lte: 'is at most',
    empty: 'is empty',
    filled: 'is not empty',
  },
  yes: 'yes',
  no: 'no',
  searching: 'Running the search',
  incomplete: 'Fill in each condition first.',
  handedOver: (n: number) => `${count(n, 'title', 'titles')} of the search in inventory:`,
  handedOverUnknown: 'The titles of a search in inventory:',
  which: {
    INSTANCE: 'These instances are edited.',
    HOLDINGS_RECORD: 'All holdings of these titles are edited.',
    ITEM: 'All items of these titles are edited.',
    USER: 'A search in inventory finds no users. Choose other records.',
  },
  another: 'Make another search',
  nothing: 'This search finds nothing to edit.',
  failed: 'The search did not come to its end. Try again.',
}
