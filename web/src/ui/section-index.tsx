import { NavLink, Select, Stack } from '@mantine/core'
import { formText } from '#text/form.ts'
import { isFieldEmpty } from './field-spec.ts'
import type { FieldSection } from './field-spec.ts'
import styles from './form-page.module.css'
import type { FieldErrors } from './record-form.ts'

type Props = {
  sections: readonly FieldSection[]
  record: object
  errors: FieldErrors
  places: { toField: (path: string) => void; toSection: (id: string) => void }
}

/** The list of a form's sections, which says where values and errors are, with a search over all fields. */
export function SectionIndex({ sections, record, errors, places }: Props) {
  const options = sections.map(({ label, fields }) => ({
    group: label,
    items: fields.map((field) => ({ value: field.path, label: field.label })),
  }))
  return (
    <Stack gap={2} className={styles.index} component="nav" aria-label={formText.sections}>
      <Select
        searchable
        size="xs"
        aria-label={formText.addField}
        placeholder={formText.addField}
        data={options}
        value={null}
        nothingFoundMessage={formText.noSuchValue}
        onChange={(path) => path !== null && places.toField(path)}
        mb="xs"
      />
      {sections.map(({ id, label, fields }) => {
        const wrong = Object.keys(errors).filter((path) =>
          fields.some((field) => path === field.path || path.startsWith(`${field.path}.`)),
        ).length
        const isFilled = fields.some((field) => !isFieldEmpty(record, field))
        const state =
          wrong > 0 ? formText.sectionHasErrors(wrong) : isFilled ? formText.sectionHasValues : undefined
        return (
          <NavLink
            key={id}
            component="button"
            type="button"
            label={label}
            description={state}
            className={wrong > 0 ? styles.wrong : undefined}
            onClick={() => places.toSection(id)}
            py={4}
          />
        )
      })}
    </Stack>
  )
}
