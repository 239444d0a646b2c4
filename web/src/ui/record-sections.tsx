import { Box, Stack, Title } from '@mantine/core'
import { Fragment } from 'react'
import { isFieldEmpty } from './field-spec.ts'
import type { FieldSection, FieldSpec } from './field-spec.ts'
import { FieldValue } from './field-value.tsx'
import { valueAt } from '../lib/paths.ts'
import styles from './record-sections.module.css'

type Props = { sections: readonly FieldSection[]; record: object }

/** A record as text: every section that has something, every field that is filled. */
export function RecordSections({ sections, record }: Props) {
  return (
    <Stack gap="md">
      {sections.map(({ id, label, fields }) => {
        const filled = fields.filter((field) => !isFieldEmpty(record, field))
        return filled.length === 0 ? null : (
          <Box key={id} component="section" aria-labelledby={`view-${id}`}>
            <Title order={3} size="h6" id={`view-${id}`} mb={4}>
              {label}
            </Title>
            <FieldList fields={filled} record={record} sectionLabel={label} />
          </Box>
        )
      })}
    </Stack>
  )
}

/** A field that is the whole section needs no label beside its value. */
function FieldList({
  fields,
  record,
  sectionLabel,
}: {
  fields: readonly FieldSpec[]
  record: object
  sectionLabel: string
}) {
  const [only] = fields
  if (fields.length === 1 && only !== undefined && only.label === sectionLabel) {
    return <FieldValue field={only} value={valueAt(record, only.path)} />
  }
  return (
    <dl className={styles.list}>
      {fields.map((field) => (
        <Fragment key={field.path}>
          <dt>{field.label}</dt>
          <dd>
            <FieldValue field={field} value={valueAt(record, field.path)} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
