import { Box, SimpleGrid, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FieldInput, FixedField } from './field-input.tsx'
import type { FieldSection, FieldSpec } from './field-spec.ts'
import styles from './form-page.module.css'
import type { FormFields } from './record-form.ts'

type Props = {
  section: FieldSection
  form: FormFields
  isOpen: boolean
  onToggle: () => void
  readOnlyReason?: (path: string) => ReactNode
  renderField?: (field: FieldSpec) => ReactNode | undefined
}

/** One section of a form, which can be folded away. */
export function FormSection({ section, form, isOpen, onToggle, ...fieldProps }: Props) {
  const { id, label, fields } = section
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section aria-labelledby={`section-${id}`} className={styles.section}>
      <Title order={2} size="h5">
        <UnstyledButton
          id={`section-${id}`}
          aria-expanded={isOpen}
          onClick={onToggle}
          className={styles.toggle}
        >
          <Chevron size={16} aria-hidden />
          {label}
        </UnstyledButton>
      </Title>
      {isOpen && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" verticalSpacing="sm">
          {fields.map((field) => (
            <Box key={field.path} className={isWide(field) ? styles.wide : undefined}>
              <Field field={field} form={form} {...fieldProps} />
            </Box>
          ))}
        </SimpleGrid>
      )}
    </section>
  )
}

type FieldProps = Pick<Props, 'form' | 'readOnlyReason' | 'renderField'> & { field: FieldSpec }

function Field({ field, form, readOnlyReason, renderField }: FieldProps) {
  const reason = readOnlyReason?.(field.path)
  if (reason) return <FixedField field={field} form={form} reason={reason} />
  return renderField?.(field) ?? <FieldInput field={field} form={form} />
}

function isWide({ kind, isWide: wanted }: FieldSpec): boolean {
  return wanted ?? (kind === 'rows' || kind === 'texts' || kind === 'long')
}
