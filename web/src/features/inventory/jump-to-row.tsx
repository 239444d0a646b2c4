import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { searchText } from '#text/inventory-search.ts'

type Props = { count: number; onJump: (index: number) => void }

/** Goes to a row of a long result by its number. */
export function JumpToRow({ count, onJump }: Props) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const row = Number(text)
    if (row > 0) onJump(Math.min(row, count) - 1)
  }
  return (
    <form onSubmit={submit}>
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          w={110}
          aria-label={searchText.jumpTo}
          placeholder={searchText.jumpTo}
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.currentTarget.value.replace(/\D/g, ''))}
        />
        <Button size="xs" variant="default" type="submit">
          {searchText.goTo}
        </Button>
      </Group>
    </form>
  )
}
