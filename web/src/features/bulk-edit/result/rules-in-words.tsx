import { Button, Group, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { bulkEditReviewText } from '#text/bulk-edit-review.ts'
import type { Operation } from '../api.ts'
import { useStoredRules } from '../rules/api.ts'
import { marcDraftsOf } from '../rules/marc-draft.ts'
import { draftsOf } from '../rules/rule-draft.ts'
import { marcWords, useRuleWords } from '../rules/use-rule-words.ts'

const words = bulkEditReviewText.result

/** What the rules of an operation were, as sentences, and the way to use them on another list. */
export function RulesInWords({ operation }: { operation: Operation }) {
  const { id, entityType } = operation
  const { data } = useStoredRules(id)
  const tell = useRuleWords(entityType)
  if (data === undefined) return null
  const rules = draftsOf(
    entityType,
    data.bulkOperationRules.map(({ rule_details: details }) => details),
  )
  const marcRules = marcDraftsOf(data.bulkOperationMarcRules)
  if (rules.length + marcRules.length === 0) return null
  const type = entityType === 'INSTANCE_MARC' ? 'INSTANCE' : entityType
  return (
    <div>
      <Text fw={600} size="sm">
        {words.rules}
      </Text>
      <List size="sm" type="ordered">
        {rules.map((rule) => (
          <List.Item key={rule.key}>{tell(rule)}</List.Item>
        ))}
        {marcRules.map((rule) => (
          <List.Item key={rule.key}>{marcWords(rule)}</List.Item>
        ))}
      </List>
      <Group mt={4}>
        <Button
          component={Link}
          to="/bulk-edit"
          search={{ type, again: id } as never}
          variant="default"
          size="compact-sm"
        >
          {words.onAnotherList}
        </Button>
      </Group>
    </div>
  )
}
