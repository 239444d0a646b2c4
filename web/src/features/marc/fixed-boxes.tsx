import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { LEADER } from '../../lib/marc-text.ts'
import { fixedElements, leaderElements } from './fixed-fields.ts'
import type { FixedElement } from './fixed-fields.ts'
import { leaderOf } from './record-lines.ts'
import type { MarcFormat } from './wire.ts'

type Props = {
  line: string
  lines: readonly string[]
  format: MarcFormat
  onChange: (line: string) => void
  /** Escape leads back into the text. */
  onLeave: () => void
}

/** The leader or a fixed field as boxes with names; they and the text are always the same. */
export function FixedBoxes({ line, lines, format, onChange, onLeave }: Props) {
  const tag = line.slice(0, 3)
  const text = line.slice(4)
  const elements = tag === LEADER ? leaderElements(format) : fixedElements(tag, text, format, leaderOf(lines))
  const write = ({ at, length }: FixedElement, value: string): void => {
    const whole = text.padEnd(at + length)
    onChange(
      `${tag} ${whole.slice(0, at)}${value.slice(0, length).padEnd(length)}${whole.slice(at + length)}`,
    )
  }
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && event.key !== 'F2') return
    event.preventDefault()
    event.stopPropagation()
    onLeave()
  }
  return (
    <SimpleGrid cols={{ base: 2, lg: 1 }} spacing="xs" verticalSpacing={6} mt="xs" onKeyDown={leave}>
      {elements.map((element) => (
        <Box
          key={`${element.name} ${element.at}`}
          element={element}
          value={text.slice(element.at, element.at + element.length).padEnd(element.length)}
          onChange={(value) => write(element, value)}
        />
      ))}
    </SimpleGrid>
  )
}

type BoxProps = { element: FixedElement; value: string; onChange: (value: string) => void }

function Box({ element, value, onChange }: BoxProps) {
  const { label, at, length, values, isList, isSystem } = element
  const place = length === 1 ? at : `${at}–${at + length - 1}`
  const name = `${label} (${String(place)})`
  if (values === null || isList || length > 1) {
    return (
      <TextInput
        size="xs"
        label={name}
        value={value}
        maxLength={length}
        readOnly={isSystem}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        description={isList && values !== null ? meanings(value, values) : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const options = Object.entries(values).map(([code, meaning]) => ({
    value: code,
    label: `${code === ' ' ? '_' : code} ${meaning}`,
  }))
  const known =
    values[value] === undefined ? [{ value, label: value === ' ' ? '_' : value }, ...options] : options
  return (
    <NativeSelect
      size="xs"
      label={name}
      data={known}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** What each code of a list means. */
function meanings(text: string, values: Readonly<Record<string, string>>): string {
  return Array.from(text)
    .flatMap((code) => (code === ' ' ? [] : [`${code} ${values[code] ?? '?'}`]))
    .join(', ')
}
