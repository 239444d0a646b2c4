import { Select, Stack, Text } from '@mantine/core'
import { bulkEditText } from '#text/bulk-edit.ts'
import type { EntityType, IdentifierType } from '../types.ts'
import { IDENTIFIERS } from './identifier-kinds.ts'
import type { ListState } from './use-list.ts'

const words = bulkEditText.start
/** From here on finding the records takes so long that one should know. */
const MANY = 100_000

type Props = {
  state: ListState
  entity: EntityType
  kind: IdentifierType | null
  onKind: (kind: IdentifierType | null) => void
}

/** What was read of the list: counts, its kind as guessed or chosen, the column that counts. */
export function ListSummary({ state, entity, kind, onKind }: Props) {
  const { list, table, column } = state
  const choices = IDENTIFIERS[entity].map((value) => ({ value, label: bulkEditText.identifier[value] }))
  return (
    <Stack gap="xs">
      <div role="status">
        <Text fw={600}>{words.lines(list.values.length)}</Text>
        {list.blank > 0 && <Text size="sm">{words.blank(list.blank)}</Text>}
        {list.twice > 0 && <Text size="sm">{words.twice(list.twice)}</Text>}
        {table.header !== null && <Text size="sm">{words.header(table.header.join(', '))}</Text>}
        {list.values.length > MANY && <Text size="sm">{words.large(list.values.length)}</Text>}
      </div>
      {table.width > 1 && (
        <Select
          label={words.column}
          allowDeselect={false}
          data={Array.from({ length: table.width }, (_, at) => ({
            value: String(at),
            label: table.header?.[at] || words.columnName(at + 1),
          }))}
          value={String(column)}
          onChange={(value) => state.setColumn(Number(value))}
        />
      )}
      <Select
        label={kind === null && list.values.length > 0 ? words.looksLike : words.areThese}
        description={list.values[0] === undefined ? undefined : words.example(list.values[0])}
        allowDeselect={false}
        data={choices}
        value={kind ?? state.guessed}
        onChange={(value) => onKind(value as IdentifierType)}
      />
    </Stack>
  )
}
