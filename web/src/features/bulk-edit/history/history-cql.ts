/** The states of operations as people ask for them. */
export const STATUS_GROUPS = {
  running: [
    'NEW',
    'EXECUTING_QUERY',
    'RETRIEVING_RECORDS',
    'DATA_MODIFICATION_IN_PROGRESS',
    'APPLY_CHANGES',
    'APPLY_MARC_CHANGES',
    'DELETING_RECORDS',
  ],
  waiting: ['DATA_MODIFICATION', 'REVIEW_CHANGES', 'REVIEWED_NO_MARC_RECORDS'],
  done: ['COMPLETED', 'COMPLETED_WITH_ERRORS'],
  failed: ['FAILED', 'CANCELLED'],
} as const

type Filters = {
  type?: string | undefined
  status?: string | undefined
  by?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const quoted = (text: string): string => `"${text.replaceAll(/(["\\*?^])/g, '\\$1')}"`
const oneOf = (values: readonly string[]): string => values.map(quoted).join(' or ')

/** The filters of the history as CQL, the newest first. A day is that of the person's own zone. */
export function historyCql({ type, status, by, from, to }: Filters): string {
  const conditions = [
    ...(type === undefined
      ? []
      : [`entityType==(${oneOf(type === 'INSTANCE' ? ['INSTANCE', 'INSTANCE_MARC'] : [type])})`]),
    ...(status !== undefined && Object.hasOwn(STATUS_GROUPS, status)
      ? [`status==(${oneOf(STATUS_GROUPS[status as keyof typeof STATUS_GROUPS])})`]
      : []),
    ...(by === undefined ? [] : [`userId==${quoted(by)}`]),
    ...(from === undefined ? [] : [`startTime>=${quoted(new Date(`${from}T00:00:00`).toISOString())}`]),
    ...(to === undefined ? [] : [`startTime<=${quoted(new Date(`${to}T23:59:59.999`).toISOString())}`]),
  ]
  return `${conditions.length === 0 ? 'cql.allRecords=1' : conditions.join(' and ')} sortby startTime/sort.descending`
}
