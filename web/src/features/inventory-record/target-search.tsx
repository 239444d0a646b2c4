import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { moveText } from '#text/inventory-record.ts'
import { Failure } from '../../ui/failure.tsx'
import { cleanScan } from './barcode.ts'
import { findTarget } from './find-target.ts'
import type { Target } from './find-target.ts'

type Props = { label: string; hint: string; onFound: (target: Target) => void }

/** A field that takes a scan or an HRID and finds the place it belongs to. */
export function TargetSearch({ label, hint, onFound }: Props) {
  const [value, setValue] = useState('')
  const search = useMutation({
    mutationFn: findTarget,
    onSuccess: (target) => target !== null && onFound(target),
  })
  const run = (): void => {
    if (value.trim() !== '' && !search.isPending) search.mutate(value)
  }
  return (
    <>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={label}
          description={hint}
          value={value}
          data-autofocus
          onChange={(event) => setValue(cleanScan(event.currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.select()
            run()
          }}
        />
        <Button variant="default" onClick={run} aria-busy={search.isPending}>
          {moveText.find}
        </Button>
      </Group>
      {search.error && <Failure error={search.error} />}
      {search.data === null && (
        <Alert color="orange" role="alert">
          {moveText.nothing(search.variables)}
        </Alert>
      )}
    </>
  )
}
