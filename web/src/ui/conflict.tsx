import { Alert, Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formText } from '#text/form.ts'
import { formatDateTime } from '../lib/format.ts'
import { compareThreeWay } from '../lib/record-compare.ts'
import type { Overlap } from '../lib/record-compare.ts'
import { fieldLabel } from './field-spec.ts'
import type { FieldSection, FieldSpec } from './field-spec.ts'
import { FieldValue } from './field-value.tsx'

type Props<T> = {
  /** What I started from, what I made of it, and what is stored now. */
  base: T
  mine: T
  theirs: T
  sections: readonly FieldSection[]
  /** Who saved in between, and when, where that is known. */
  savedBy?: string | undefined
  savedAt?: string | undefined
  /** Saves a record put together from both; its version is theirs. */
  onResolve: (record: T) => void
  /** Gives my changes up and shows theirs. */
  onTakeTheirs: () => void
  isSaving?: boolean
}

type Choice = 'mine' | 'theirs'

/**
 * Somebody saved the record in between. What only one side changed is put together by one click; where both changed
 * the same field, the person chooses field by field.
 */
export function Conflict<T extends object>(props: Props<T>) {
  const {
    base,
    mine,
    theirs,
    sections,
    savedBy = formText.somebody,
    savedAt,
    onResolve,
    onTakeTheirs,
  } = props
  const comparison = useMemo(() => compareThreeWay(base, mine, theirs), [base, mine, theirs])
  const { overlaps, merged } = comparison
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const isDecided = overlaps.every(({ field }) => choices[field] !== undefined)
  const resolve = (): void => {
    const chosen = overlaps.filter(({ field }) => choices[field] === 'mine')
    onResolve({ ...merged, ...Object.fromEntries(chosen.map(({ field, mine: value }) => [field, value])) })
  }
  const when = savedAt === undefined ? '' : formatDateTime(savedAt)
  const title =
    overlaps.length === 0
      ? formText.conflictApart(savedBy, when)
      : formText.conflictSame(savedBy, when, overlaps.length)
  return (
    <Alert color="orange" role="alert" title={title}>
      <Stack gap="sm">
        <Text size="sm">{formText.nothingWritten}</Text>
        <Changed label={formText.youChanged} fields={comparison.mine} sections={sections} />
        <Changed label={formText.theyChanged(savedBy)} fields={comparison.theirs} sections={sections} />
        {overlaps.length > 0 && (
          <Choices
            overlaps={overlaps}
            sections={sections}
            savedBy={savedBy}
            choices={choices}
            onChoose={(field, choice) => setChoices((old) => ({ ...old, [field]: choice }))}
          />
        )}
        <Group>
          <Button onClick={resolve} disabled={!isDecided} aria-busy={props.isSaving}>
            {overlaps.length === 0 ? formText.putOnTop : formText.saveChosen}
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            {formText.takeTheirs}
          </Button>
          {!isDecided && <Text size="sm">{formText.chooseEach}</Text>}
        </Group>
      </Stack>
    </Alert>
  )
}

type ChangedProps = { label: string; fields: readonly string[]; sections: readonly FieldSection[] }

function Changed({ label, fields, sections }: ChangedProps) {
  if (fields.length === 0) return null
  return (
    <Text size="sm">
      {label}: {fields.map((field) => fieldLabel(sections, field)).join(', ')}
    </Text>
  )
}

type ChoicesProps = {
  overlaps: readonly Overlap[]
  sections: readonly FieldSection[]
  savedBy: string
  choices: Readonly<Record<string, Choice>>
  onChoose: (field: string, choice: Choice) => void
}

function Choices({ overlaps, sections, savedBy, choices, onChoose }: ChoicesProps) {
  return (
    <Table aria-label={formText.bothChanged} withTableBorder bg="var(--mantine-color-body)">
      <Table.Thead>
        <Table.Tr>
          {[formText.field, formText.before, formText.yours, formText.theirs(savedBy)].map((header) => (
            <Table.Th key={header} scope="col">
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {overlaps.map(({ field, base, mine, theirs }) => {
          const label = fieldLabel(sections, field)
          const choose = (choice: Choice, value: unknown) => (
            <Radio
              name={`choice-${field}`}
              checked={choices[field] === choice}
              onChange={() => onChoose(field, choice)}
              aria-label={choice === 'mine' ? formText.chooseMine(label) : formText.chooseTheirs(label)}
              label={<Value sections={sections} field={field} value={value} />}
            />
          )
          return (
            <Table.Tr key={field}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>
                <Value sections={sections} field={field} value={base} />
              </Table.Td>
              <Table.Td>{choose('mine', mine)}</Table.Td>
              <Table.Td>{choose('theirs', theirs)}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

function Value({
  sections,
  field,
  value,
}: {
  sections: readonly FieldSection[]
  field: string
  value: unknown
}) {
  const spec: FieldSpec = sections.flatMap(({ fields }) => fields).find(({ path }) => path === field) ?? {
    kind: 'text',
    path: field,
    label: field,
  }
  return <FieldValue field={spec} value={value} />
}
