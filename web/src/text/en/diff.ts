import { count } from '../../lib/format.ts'

export const diffText = {
  removed: 'removed',
  added: 'added',
  before: 'before',
  after: 'after',
  moved: 'moved',
  unchanged: (n: number) => count(n, 'unchanged line', 'unchanged lines'),
  showAll: 'Show all lines',
  showChanges: 'Show only changes',
  none: 'Nothing differs.',
  field: 'Field',
  from: 'From',
  to: 'To',
  nothing: 'empty',
}
