import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { bulkEditRulesText as words } from '#text/bulk-edit-rules.ts'
import { formatNumber } from '../../../lib/format.ts'
import { explainError } from '../../../ui/failure.tsx'
import type { Operation } from '../api.ts'
import { usePresentValues } from './api.ts'
import type { PresentValues as Values } from './api.ts'
import { changedBy, keptByStatus } from './rule-effect.ts'
import type { RuleDraft } from './rule-draft.ts'
import { optionOf } from './rule-catalogue.ts'

/** As many values as are told in the line. */
const TOLD = 6

/** The question about present values that a rule brings up; null while it names no property. */
export function useValuesOfRule(operation: Operation, rule: RuleDraft) {
  const option = optionOf(operation.entityType, rule.option)
  const [find] = useDebouncedValue(rule.initial, 300)
  const isAsked = option !== undefined && (option.noteTypes === undefined || rule.noteTypeId !== '')
  return usePresentValues(
    operation.id,
    {
      option: rule.option,
      noteTypeId: rule.noteTypeId || undefined,
      find: find || undefined,
      chosen: rule.action === 'REPLACE_WITH' && rule.updated !== '' ? rule.updated.slice(0, 200) : undefined,
    },
    isAsked,
  )
}

type Props = { rule: RuleDraft; query: ReturnType<typeof useValuesOfRule> }

/** What the records say now, and what the rule would do to how many: the best guard against a wrong list. */
export function PresentValues({ rule, query: { data, error, isLoading } }: Props) {
  if (error) return <Text size="sm">{explainError(error)}</Text>
  if (isLoading) return <Text size="sm">{`${words.now}: ${words.counting}`}</Text>
  if (data === undefined) return null
  const changed = changedBy(rule, data)
  const kept = rule.option === 'STATUS' && rule.updated !== '' ? keptByStatus(data, rule.updated) : []
  return (
    <div>
      <Text size="sm" component="p" m={0} data-testid="now">
        <Text span fw={600} size="sm">
          {words.now}:
        </Text>{' '}
        {summaryOf(data)}
        {changed !== null && (
          <Text span size="sm" fw={600}>
            {` → ${changed === 0 ? words.changesNothing : words.changes(changed)}`}
          </Text>
        )}
      </Text>
      {rule.initial !== '' && data.found && (
        <Text size="sm">
          {data.found.records === 0 ? words.notFound : words.found(data.found.records, data.found.places)}
        </Text>
      )}
      {kept.map(({ value, count }) => (
        <Text key={value} size="sm" role="note" fw={600} c="var(--mantine-color-error)">
          {words.statusRule(count, value, rule.updated)}
        </Text>
      ))}
    </div>
  )
}

/** "Main 1,150 · none 34" */
function summaryOf({ values, none, otherValues }: Values): string {
  const told = values.slice(0, TOLD)
  const others = otherValues + values.length - told.length
  return [
    ...told.map(({ name, count }) => `${wordOf(name)} ${formatNumber(count)}`),
    ...(others > 0 ? [words.others(others)] : []),
    ...(none > 0 ? [`${words.none} ${formatNumber(none)}`] : []),
  ].join(' · ')
}

function wordOf(name: string): string {
  if (name === 'true') return words.yes
  if (name === 'false') return words.no
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
