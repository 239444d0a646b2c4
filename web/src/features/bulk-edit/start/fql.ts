/** A field of a kind of records that can be queried. */
export type QueryField = {
  name: string
  label: string
  kind: 'text' | 'choice' | 'yes-no' | 'number' | 'date'
  /** Of a choice. */
  values: readonly { value: string; label: string }[]
}

export const OPERATORS = [
  '$eq',
  '$ne',
  '$contains',
  '$starts_with',
  '$gte',
  '$lte',
  'empty',
  'filled',
] as const
export type Operator = (typeof OPERATORS)[number]

/** A condition as it stands in the form. */
export type ConditionDraft = { key: string; field: string; operator: Operator; value: string }

/** The operators that go with a field. */
export function operatorsOf(kind: QueryField['kind']): readonly Operator[] {
  switch (kind) {
    case 'text':
      return ['$contains', '$eq', '$ne', '$starts_with', 'empty', 'filled']
    case 'choice':
      return ['$eq', '$ne', 'empty', 'filled']
    case 'yes-no':
      return ['$eq']
    case 'number':
    case 'date':
      return ['$eq', '$gte', '$lte', 'empty', 'filled']
  }
}

export function newCondition(): ConditionDraft {
  return { key: crypto.randomUUID(), field: '', operator: '$eq', value: '' }
}

/** True for a condition that says something. */
export function isWhole({ field, operator, value }: ConditionDraft): boolean {
  return field !== '' && (operator === 'empty' || operator === 'filled' || value.trim() !== '')
}

/** The query of conditions that must all hold, as `/query` takes it. */
export function writeFql(conditions: readonly ConditionDraft[], fields: readonly QueryField[]): string {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]))
  return JSON.stringify({
    $and: conditions.map(({ field, operator, value }) => ({
      [field]:
        operator === 'empty' || operator === 'filled'
          ? { $empty: operator === 'empty' }
          : { [operator]: kinds.get(field) === 'number' ? Number(value) : value.trim() },
    })),
  })
}

/** A column of an entity type as the server describes it. */
export type EntityColumn = {
  name: string
  labelAlias: string
  queryable?: boolean
  hidden?: boolean
  dataType: { dataType: string }
  values?: readonly { value: string; label: string }[]
}

const KINDS: Readonly<Record<string, QueryField['kind']>> = {
  booleanType: 'yes-no',
  integerType: 'number',
  numberType: 'number',
  dateType: 'date',
  dateTimeType: 'date',
}

/** The fields that conditions can be about; what is made of other fields or hidden is left out. */
export function fieldsOf(columns: readonly EntityColumn[]): QueryField[] {
  return columns
    .filter(({ queryable, hidden }) => queryable === true && hidden !== true)
    .map(({ name, labelAlias: label, dataType, values = [] }) => {
      const kind = KINDS[dataType.dataType] ?? (values.length > 0 ? 'choice' : 'text')
      return { name, label, kind, values }
    })
}
