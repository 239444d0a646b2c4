import { Checkbox, Input, MultiSelect, Select, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { formText } from '#text/form.ts'
import { languageOptions } from '../lib/languages.ts'
import { valueAt, withValueAt } from '../lib/paths.ts'
import { fieldId } from './field-spec.ts'
import type { FieldSpec, PlainField } from './field-spec.ts'
import { FieldValue } from './field-value.tsx'
import { ReferenceMultiSelect, ReferenceSelect } from './reference-select.tsx'
import { RepeatableRows } from './repeatable-rows.tsx'
import type { FormFields } from './record-form.ts'

type PlainProps = {
  field: PlainField
  /** The path from the record, which gives the element its id. */
  path: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  error: string | undefined
  /** The name for screen readers where the visible label is that of a column. */
  ariaLabel?: string
}

/** The input of a plain value. */
export function PlainInput(props: PlainProps) {
  const { field, path, value, onChange, onBlur, error, ariaLabel } = props
  const shared = {
    id: fieldId(path),
    label: field.label,
    description: field.hint,
    required: field.isRequired ?? false,
    error,
    onBlur,
    ...(ariaLabel === undefined ? {} : { 'aria-label': ariaLabel }),
  }
  const text = typeof value === 'string' ? value : ''
  switch (field.kind) {
    case 'flag':
      return (
        <Checkbox
          {...shared}
          checked={value === true}
          mt={4}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'reference':
      return <ReferenceSelect {...shared} list={field.list} value={text} onChange={onChange} />
    case 'choice':
      return (
        <Select
          {...shared}
          data={[...field.options]}
          value={text === '' ? null : text}
          clearable={!field.isRequired}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    case 'long':
      return (
        <Textarea
          {...shared}
          value={text}
          autosize
          minRows={2}
          maxRows={12}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'text':
      return (
        <TextInput
          {...shared}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
        />
      )
  }
}

type FieldProps = {
  field: FieldSpec
  form: FormFields
}

/** A field that can't be typed in: its value as text, with the reason. */
export function FixedField({ field, form, reason }: FieldProps & { reason: ReactNode }) {
  return (
    <Input.Wrapper label={field.label} labelElement="div" description={reason}>
      <Text size="sm" component="div">
        <FieldValue field={field} value={form.get(field.path)} />
      </Text>
    </Input.Wrapper>
  )
}

/** The input of any field of a record form. */
export function FieldInput({ field, form }: FieldProps) {
  const { path, label, hint } = field
  const shared = {
    id: fieldId(path),
    label,
    description: hint,
    error: form.errors[path],
    onBlur: () => form.leave(path),
  }
  switch (field.kind) {
    case 'texts':
    case 'rows':
      return <RowsInput field={field} form={form} />
    case 'references':
      return (
        <ReferenceMultiSelect
          {...shared}
          list={field.list}
          value={form.get(path) as string[] | undefined}
          onChange={(ids) => form.set(path, ids)}
        />
      )
    case 'languages':
      return (
        <MultiSelect
          {...shared}
          searchable
          limit={50}
          data={languageOptions((form.get(path) as string[] | undefined) ?? [])}
          value={(form.get(path) as string[] | undefined) ?? []}
          nothingFoundMessage={formText.noSuchValue}
          onChange={(codes) => form.set(path, codes)}
        />
      )
    default:
      return (
        <PlainInput
          field={field}
          path={path}
          value={form.get(path)}
          onChange={(value) => form.set(path, value)}
          onBlur={() => form.leave(path)}
          error={form.errors[path]}
        />
      )
  }
}

type RowsField = Extract<FieldSpec, { kind: 'rows' | 'texts' }>

function RowsInput({ field, form }: FieldProps & { field: RowsField }) {
  const { path, label, hint } = field
  const rows = (form.get(path) as unknown[] | undefined) ?? []
  const change = (index: number, value: unknown): void => {
    form.set(
      path,
      rows.map((row, at) => (at === index ? value : row)),
    )
  }
  const plain = (
    column: PlainField,
    index: number,
    inner: string,
    value: unknown,
    set: (value: unknown) => void,
  ) => {
    const full = `${path}.${index}${inner}`
    return (
      <div
        key={column.path}
        style={{
          flex: column.kind === 'long' ? '1 1 22rem' : column.kind === 'flag' ? '0 0 auto' : '1 1 11rem',
        }}
      >
        <PlainInput
          field={column}
          path={full}
          value={value}
          onChange={set}
          onBlur={() => form.leave(full)}
          error={form.errors[full]}
          ariaLabel={formText.inRow(label, index + 1, column.label)}
        />
      </div>
    )
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={hint} error={form.errors[path]}>
      <RepeatableRows
        id={fieldId(path)}
        label={label}
        rows={rows}
        fresh={field.kind === 'texts' ? '' : (field.fresh ?? {})}
        onChange={(next) => form.set(path, next)}
        renderRow={(row, index) =>
          field.kind === 'texts'
            ? plain({ kind: field.isLong ? 'long' : 'text', path: '', label: '' }, index, '', row, (value) =>
                change(index, value),
              )
            : field.columns.map((column) =>
                plain(column, index, `.${column.path}`, valueAt(row as object, column.path), (value) =>
                  change(index, withValueAt(row as object, column.path, value)),
                ),
              )
        }
      />
    </Input.Wrapper>
  )
}
