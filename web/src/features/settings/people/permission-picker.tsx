import { Select, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { peopleText } from '#text/settings-people.ts'
import type { Permission } from './permission-matrix.ts'

type Props = {
  label: string
  permissions: readonly Permission[]
  /** Names that are not offered. */
  without: readonly string[]
  /** True when single permissions are offered beside sets. */
  withSingles?: boolean
  disabled?: boolean
  onPick: (name: string) => void
}

const SHOWN = 60

/** A set or permission found by a part of its name; roles of the library come first, single permissions last. */
export function PermissionPicker({
  label,
  permissions,
  without,
  withSingles = false,
  disabled,
  onPick,
}: Props) {
  const [text, setText] = useState('')
  const data = useMemo(() => {
    const taken = new Set(without)
    const rank = (one: Permission): number => (one.mutable ? 0 : one.subPermissions.length > 0 ? 1 : 2)
    return permissions
      .filter((one) => !taken.has(one.permissionName) && (withSingles || rank(one) < 2))
      .toSorted((a, b) => rank(a) - rank(b) || nameOf(a).localeCompare(nameOf(b)))
      .map((one) => ({ value: one.permissionName, label: nameOf(one) }))
  }, [permissions, without, withSingles])
  return (
    <Select
      label={label}
      placeholder={peopleText.rolePlaceholder}
      data={data}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      limit={SHOWN}
      maw={480}
      disabled={disabled ?? false}
      nothingFoundMessage={peopleText.nothingFound}
      selectFirstOptionOnChange
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {option.value}
          </Text>
        </div>
      )}
      filter={({ options, search, limit }) => {
        const words = search.toLowerCase().trim().split(/\s+/)
        return (options as { value: string; label: string }[])
          .filter((one) => words.every((word) => `${one.label} ${one.value}`.toLowerCase().includes(word)))
          .slice(0, limit)
      }}
      onChange={(name) => {
        if (name === null) return
        onPick(name)
        setText('')
      }}
    />
  )
}

/** How a permission is called on screen. */
export function nameOf({ displayName, permissionName }: Permission): string {
  return displayName ?? permissionName
}
