import { MultiSelect, Select, Text } from '@mantine/core'
import type {
  ComboboxLikeRenderOptionInput,
  ComboboxItem,
  MultiSelectProps,
  SelectProps,
} from '@mantine/core'
import { useMemo } from 'react'
import { formText } from '#text/form.ts'
import { useReferenceList } from '../lib/reference-lists.ts'
import type { ReferenceEntry, ReferenceListName } from '../lib/reference-lists.ts'
import { explainError } from './failure.tsx'

type Option = ComboboxItem & { code: string; isActive: boolean }

/** As many options as are drawn at a time; typing narrows the list. */
const SHOWN = 100

/** The options of a list: active ones by name, then those that are switched off; an unknown id as itself. */
function optionsOf(entries: readonly ReferenceEntry[], chosen: readonly string[]): Option[] {
  const options = entries.map(({ id, name, code = '', isActive = true }) => ({
    value: id,
    label: isActive ? name : formText.inactive(name),
    code,
    isActive,
  }))
  const known = new Set(entries.map(({ id }) => id))
  const lost = chosen.filter((id) => id !== '' && !known.has(id))
  return [
    ...options.filter(({ isActive }) => isActive),
    ...options.filter(({ isActive }) => !isActive),
    ...lost.map((id) => ({ value: id, label: id, code: '', isActive: true })),
  ]
}

/** Every word typed must begin a word of the name or stand in the code; a code that is typed in full comes first. */
function filterOptions(input: { options: unknown[]; search: string; limit: number }): Option[] {
  const words = input.search.toLowerCase().trim().split(/\s+/)
  const matching = (input.options as Option[]).filter(({ label, code }) => {
    const name = label.toLowerCase()
    return words.every((word) => name.includes(word) || code.toLowerCase().includes(word))
  })
  const exact = (option: Option): number => (option.code.toLowerCase() === words.join(' ') ? 0 : 1)
  return matching.toSorted((a, b) => exact(a) - exact(b)).slice(0, input.limit)
}

function renderOption({ option }: ComboboxLikeRenderOptionInput<ComboboxItem>) {
  const { label, code, isActive } = option as Option
  return (
    <Text size="sm" c={isActive ? 'inherit' : 'dimmed'} component="span">
      {label}
      {code !== '' && (
        <Text span size="xs" c="dimmed" ml="xs">
          {code}
        </Text>
      )}
    </Text>
  )
}

type SharedProps = { list: ReferenceListName }
type OneProps = SharedProps &
  Omit<SelectProps, 'data' | 'filter' | 'value' | 'onChange'> & {
    value: string | null | undefined
    onChange: (id: string | undefined) => void
  }

/** One value of a reference list, found by name or code; it can be cleared unless it is required. */
export function ReferenceSelect({ list, value, onChange, error, ...rest }: OneProps) {
  const { entries, error: failure } = useReferenceList(list)
  const data = useMemo(() => optionsOf(entries, [value ?? '']), [entries, value])
  return (
    <Select
      searchable
      clearable={rest.required !== true}
      nothingFoundMessage={formText.noSuchValue}
      limit={SHOWN}
      selectFirstOptionOnChange
      {...rest}
      data={data}
      filter={filterOptions as NonNullable<SelectProps['filter']>}
      renderOption={renderOption as NonNullable<SelectProps['renderOption']>}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      error={error ?? (failure && explainError(failure))}
    />
  )
}

type ManyProps = SharedProps &
  Omit<MultiSelectProps, 'data' | 'filter' | 'value' | 'onChange'> & {
    value: readonly string[] | null | undefined
    onChange: (ids: string[]) => void
  }

/** Any number of values of a reference list. */
export function ReferenceMultiSelect({ list, value, onChange, error, ...rest }: ManyProps) {
  const { entries, error: failure } = useReferenceList(list)
  const chosen = useMemo(() => [...(value ?? [])], [value])
  const data = useMemo(() => optionsOf(entries, chosen), [entries, chosen])
  return (
    <MultiSelect
      searchable
      clearable
      nothingFoundMessage={formText.noSuchValue}
      limit={SHOWN}
      {...rest}
      data={data}
      filter={filterOptions as NonNullable<MultiSelectProps['filter']>}
      renderOption={renderOption as NonNullable<MultiSelectProps['renderOption']>}
      value={chosen}
      onChange={onChange}
      error={error ?? (failure && explainError(failure))}
    />
  )
}
