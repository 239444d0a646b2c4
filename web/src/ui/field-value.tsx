import { Anchor, Badge, List, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formText } from '#text/form.ts'
import { languageName } from '../lib/languages.ts'
import { valueAt } from '../lib/paths.ts'
import { isSameValue } from '../lib/record-compare.ts'
import { useReferenceName } from '../lib/reference-lists.ts'
import type { ReferenceListName } from '../lib/reference-lists.ts'
import type { FieldSpec, PlainField } from './field-spec.ts'
import styles from './record-sections.module.css'

/** The name of a reference value; an id that leads to nothing is shown as it is. */
export function ReferenceName({ list, id }: { list: ReferenceListName; id: string | null | undefined }) {
  return <>{useReferenceName(list)(id)}</>
}

function PlainValue({ field, value }: { field: PlainField; value: unknown }): ReactNode {
  if (field.kind === 'flag') return value === true ? formText.yes : formText.no
  if (isSameValue(value, undefined)) return null
  if (field.kind === 'reference') return <ReferenceName list={field.list} id={String(value)} />
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? text
  if (/^https?:\/\//.test(text)) {
    return (
      <Anchor href={text} target="_blank" rel="noreferrer" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Anchor>
    )
  }
  return <span className={styles.text}>{text}</span>
}

/** The value of a field as text on a page. */
export function FieldValue({ field, value }: { field: FieldSpec; value: unknown }): ReactNode {
  if (field.kind !== 'flag' && isSameValue(value, undefined))
    return (
      <Text span inherit c="dimmed">
        {formText.empty}
      </Text>
    )
  const list = Array.isArray(value) ? (value as unknown[]) : []
  switch (field.kind) {
    case 'texts':
      return list.length === 1 ? String(list[0]) : <Lines lines={list.map(String)} />
    case 'languages':
      return list.map((code) => languageName(String(code))).join(', ')
    case 'references':
      return list.map((id) => (
        <Badge key={String(id)} variant="default" radius="sm" tt="none" mr={4} fw="normal">
          <ReferenceName list={field.list} id={String(id)} />
        </Badge>
      ))
    case 'rows':
      return <Rows field={field} rows={list as object[]} />
    default:
      return <PlainValue field={field} value={value} />
  }
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <List size="sm" listStyleType="none" spacing={2}>
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  )
}

/** Rows as a small table; columns in which no row has anything are left out. */
function Rows({ field, rows }: { field: FieldSpec & { kind: 'rows' }; rows: readonly object[] }) {
  const columns = field.columns.filter(({ path }) =>
    rows.some((row) => !isSameValue(valueAt(row, path), undefined)),
  )
  return (
    <Table
      aria-label={field.label}
      verticalSpacing={4}
      horizontalSpacing="xs"
      withRowBorders={rows.length > 1}
      fz="sm"
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ path, label }) => (
            <Table.Th key={path} scope="col" fz="xs">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr key={index}>
            {columns.map((column) => (
              <Table.Td key={column.path} valign="top">
                <PlainValue field={column} value={valueAt(row, column.path)} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
