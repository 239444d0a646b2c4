import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { SCOPES } from './read-text.ts'
import type { Scope } from './read-text.ts'
import { ROW_WORDS, writeQuestion } from './search-state.ts'
import type { SearchRow, SearchState } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'

const WORDS = ROW_WORDS.map((value) => ({ value, label: searchText.words[value] }))
const FIELDS = SCOPES.map((value) => ({ value, label: searchText.scopes[value] }))
const emptyRow: SearchRow = { word: 'and', scope: 'title', text: '' }

/** Conditions that are joined to the text of the box. */
export function AdvancedSearch({ state, onChange }: { state: SearchState; onChange: ChangeSearch }) {
  const [rows, setRows] = useState<SearchRow[]>(state.rows ?? [emptyRow])
  useEffect(() => setRows(state.rows ?? [emptyRow]), [state.rows])
  const change = (at: number, part: Partial<SearchRow>): void =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const filled = rows.filter(({ text }) => text.trim() !== '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onChange({ rows: filled.length === 0 ? undefined : filled })
  }
  return (
    <form onSubmit={submit} aria-label={searchText.advancedTitle}>
      <Stack gap={6}>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} gap={6} wrap="nowrap" maw="60rem">
            <Select
              w={110}
              size="xs"
              aria-label={searchText.rowWord(at + 1)}
              data={WORDS}
              value={row.word}
              allowDeselect={false}
              onChange={(word) => change(at, { word: word as SearchRow['word'] })}
            />
            <Select
              w={220}
              size="xs"
              aria-label={searchText.rowScope(at + 1)}
              data={FIELDS}
              value={row.scope}
              allowDeselect={false}
              onChange={(scope) => change(at, { scope: scope as Scope })}
            />
            <TextInput
              size="xs"
              flex={1}
              miw={80}
              aria-label={searchText.rowText(at + 1)}
              value={row.text}
              onChange={(event) => change(at, { text: event.currentTarget.value })}
            />
            <ActionIcon
              size={30}
              variant="subtle"
              color="gray"
              aria-label={searchText.removeRow(at + 1)}
              onClick={() => setRows(rows.length === 1 ? [emptyRow] : rows.toSpliced(at, 1))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setRows([...rows, emptyRow])}
          >
            {searchText.addRow}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            onClick={() => {
              const query = writeQuestion({ ...state, rows: filled })
              onChange({ q: query ?? undefined, as: 'cql', rows: undefined })
            }}
          >
            {searchText.asQuery}
          </Button>
          <Button size="xs" type="submit">
            {searchText.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
