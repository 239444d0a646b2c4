import { ActionIcon, Button, Chip, Group, Select, Text, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useState } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { SCOPES, readText } from './read-text.ts'
import type { Scope } from './read-text.ts'
import { scopeOf } from './search-state.ts'
import type { SearchState } from './search-state.ts'
import styles from './search.module.css'

type Props = {
  state: SearchState
  inputRef: RefObject<HTMLInputElement | null>
  onSearch: (q: string, as: Scope | undefined) => void
  onLeaveDown: () => void
}

const OPTIONS = [
  { value: '', label: searchText.anything },
  ...SCOPES.map((scope) => ({ value: scope as string, label: searchText.scopes[scope] })),
]

/** The one box: the text decides what is searched, and what it was taken for can be changed below it. */
export function SearchBox({ state, inputRef, onSearch, onLeaveDown }: Props) {
  const [text, setText] = useState(state.q ?? '')
  useEffect(() => setText(state.q ?? ''), [state.q])

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(text, state.as)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      onLeaveDown()
    }
    if (event.key === 'Escape') event.currentTarget.select()
  }
  return (
    <form role="search" aria-label={searchText.title} onSubmit={submit}>
      <Group gap="xs" wrap="nowrap" className={styles.box}>
        <TextInput
          ref={inputRef}
          className={styles.input}
          aria-label={searchText.box}
          placeholder={searchText.boxHint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={handleKey}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            text !== '' && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={searchText.clear}
                onClick={() => {
                  setText('')
                  onSearch('', undefined)
                  inputRef.current?.focus()
                }}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )
          }
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
        <Select
          className={styles.scope}
          aria-label={searchText.scope}
          data={OPTIONS}
          value={state.as ?? ''}
          onChange={(value) => onSearch(text, (value || undefined) as Scope | undefined)}
          allowDeselect={false}
          maxDropdownHeight={420}
        />
        <Button type="submit">{searchText.search}</Button>
      </Group>
      <Readings state={state} onSearch={onSearch} />
    </form>
  )
}

/** What the text was taken for, with the other things it could be. */
function Readings({ state, onSearch }: Pick<Props, 'state' | 'onSearch'>) {
  const text = state.q ?? ''
  if (text.trim() === '') return null
  const searched = scopeOf(state)
  const readings = [...new Set([searched, ...readText(text), 'everything' as const])]
  return (
    <Group gap={6} mt={6} role="group" aria-label={searchText.lookingFor}>
      <Text size="sm" c="dimmed">
        {searchText.lookingFor}
      </Text>
      <Chip.Group value={searched} onChange={(scope) => onSearch(text, scope as Scope)}>
        {readings.map((scope) => (
          <Chip
            key={scope}
            size="xs"
            value={scope}
            aria-label={
              scope === searched
                ? searchText.searchedAs(searchText.scopes[scope])
                : searchText.readAs(searchText.scopes[scope])
            }
          >
            {searchText.scopes[scope]}
          </Chip>
        ))}
      </Chip.Group>
    </Group>
  )
}
