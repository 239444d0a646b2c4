import { Button, Popover, Stack, TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { notify } from '../../ui/notices.ts'
import { describeSearch, useSavedSearches } from './searches.ts'
import type { SearchState } from './search-state.ts'

/** Keeps a search under a name. */
export function SaveSearch({ state }: { state: SearchState }) {
  const { save } = useSavedSearches()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wanted = name.trim() || describeSearch(state)
    save(wanted, state)
    setOpen(false)
    notify({ text: searchText.saved(wanted), kind: 'done' })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-end">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => {
            setName(describeSearch(state))
            setOpen(!isOpen)
          }}
        >
          {searchText.save}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Stack gap="xs">
            <TextInput
              label={searchText.saveName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit" size="xs">
              {searchText.save}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
