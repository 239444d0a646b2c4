import { Alert, Anchor, Box, Button, Grid, Group, List, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formText } from '#text/form.ts'
import { useActions } from '../lib/actions.ts'
import type { Action } from '../lib/actions.ts'
import { formatDateTime } from '../lib/format.ts'
import { AllowedButton, useBarrier } from './allowed.tsx'
import { Failure } from './failure.tsx'
import { fieldId, fieldLabel, isFieldEmpty } from './field-spec.ts'
import type { FieldSection, FieldSpec } from './field-spec.ts'
import { FormSection } from './form-section.tsx'
import styles from './form-page.module.css'
import { Page } from './page.tsx'
import type { FieldErrors, RecordForm } from './record-form.ts'
import { SectionIndex } from './section-index.tsx'

type Props<T> = {
  title: string
  windowTitle?: string
  lead?: ReactNode
  form: RecordForm<T>
  sections: readonly FieldSection[]
  /** The permission of the route that saves. */
  permission: string
  /** Why a field can't be typed in, or undefined. */
  readOnlyReason?: (path: string) => ReactNode
  /** A field drawn by the page itself; undefined leaves it to the form. */
  renderField?: (field: FieldSpec) => ReactNode | undefined
  /** Above the sections: what a save will mean, banners. */
  notice?: ReactNode
  /** Shown in place of the plain failure when somebody else saved in between. */
  conflict?: ReactNode
  failure?: Error | null
  isSaving: boolean
  /** Called when nothing is wrong with what was typed. */
  onSave: (stays: boolean) => void
  onCancel: () => void
  /** True for a new record, which may be saved without a change. */
  isNew?: boolean
}

/**
 * The page of a record's form: an index of its sections, the fields, what is wrong with links to it, and a bar that
 * is always in sight with Cancel, Save, Save and stay and the number of changes.
 */
export function FormPage<T extends object>(props: Props<T>) {
  const { title, windowTitle, lead, form, sections, notice, conflict, failure, readOnlyReason, renderField } =
    props
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({})
  const [tried, setTried] = useState<FieldErrors>({})
  const isOpen = (section: FieldSection): boolean => opened[section.id] ?? isOpenAtStart(section, props)
  const places = usePlaces(sections, (id) => setOpened((old) => ({ ...old, [id]: true })))
  const save = useSave(props, setTried, places.toField)
  useFormActions(props, save)
  useBlocker({
    shouldBlockFn: () => !window.confirm(formText.leaveAnyway),
    enableBeforeUnload: true,
    disabled: form.isDraftKept || form.changed.length === 0,
  })
  const summary = Object.fromEntries(Object.entries(form.errors).filter(([path]) => path in tried))
  return (
    <Page title={title} {...(windowTitle === undefined ? {} : { windowTitle })} lead={lead}>
      <Grid gap="lg" onKeyDownCapture={keepEscapeInDropdown}>
        <Grid.Col span={3} visibleFrom="md">
          <SectionIndex sections={sections} record={form.value} errors={form.errors} places={places} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          <Stack className={styles.fields}>
            {form.restoredAt !== null && form.changed.length > 0 && (
              <DraftRestored at={form.restoredAt} onDiscard={form.discard} />
            )}
            {notice}
            {conflict ?? (failure && <Failure error={failure} />)}
            <ErrorSummary errors={summary} sections={sections} onGo={places.toField} />
            {sections.map((section) => (
              <FormSection
                key={section.id}
                section={section}
                form={form}
                isOpen={isOpen(section)}
                onToggle={() => setOpened((old) => ({ ...old, [section.id]: !isOpen(section) }))}
                {...(readOnlyReason === undefined ? {} : { readOnlyReason })}
                {...(renderField === undefined ? {} : { renderField })}
              />
            ))}
          </Stack>
        </Grid.Col>
      </Grid>
      <FooterBar {...props} onSave={save} />
    </Page>
  )
}

/** Sections open by themselves when they have something to fill in, or something filled that can be changed. */
function isOpenAtStart<T extends object>(
  { fields }: FieldSection,
  { form, readOnlyReason }: Pick<Props<T>, 'form' | 'readOnlyReason'>,
): boolean {
  const open = fields.filter(({ path }) => !readOnlyReason?.(path))
  return open.some(
    (field) => field.isRequired || !isFieldEmpty(form.base, field) || hasError(form.errors, field),
  )
}

/** Escape closes an open list first; only the next one leaves the form. */
function keepEscapeInDropdown(event: KeyboardEvent): void {
  if (event.key === 'Escape' && (event.target as HTMLElement).ariaExpanded === 'true') event.preventDefault()
}

function hasError(errors: FieldErrors, field: FieldSpec): boolean {
  return Object.keys(errors).some((path) => path === field.path || path.startsWith(`${field.path}.`))
}

/** Saves when nothing is wrong; else the errors are listed and the first one takes the focus. */
function useSave<T>(
  { form, onSave, isSaving, isNew = false, permission }: Props<T>,
  setTried: (errors: FieldErrors) => void,
  go: (path: string) => void,
): (stays: boolean) => void {
  const barrier = useBarrier({ permission })
  return (stays) => {
    if (isSaving || barrier !== null || (form.changed.length === 0 && !isNew)) return
    const errors = form.checkAll()
    setTried(errors)
    const first = Object.keys(errors)[0]
    if (first === undefined) onSave(stays)
    else go(first)
  }
}

function useFormActions<T>({ onCancel, permission }: Props<T>, save: (stays: boolean) => void): void {
  const barrier = useBarrier({ permission })
  const latest = useRef({ save, onCancel })
  useEffect(() => {
    latest.current = { save, onCancel }
  })
  const actions = useMemo<Action[]>(() => {
    const disabledReason = barrier ?? undefined
    return [
      {
        id: 'form.save',
        label: formText.save,
        keys: ['mod+s'],
        group: 'page',
        disabledReason,
        run: () => latest.current.save(false),
      },
      {
        id: 'form.stay',
        label: formText.saveAndStay,
        keys: ['mod+shift+s'],
        group: 'page',
        disabledReason,
        run: () => latest.current.save(true),
      },
      {
        id: 'form.cancel',
        label: formText.cancel,
        keys: ['esc'],
        group: 'page',
        run: () => latest.current.onCancel(),
      },
    ]
  }, [barrier])
  useActions(actions)
}

type Places = { toField: (path: string) => void; toSection: (id: string) => void }

/** Leads to a field or a section: opens the section, and puts the focus there once it is drawn. */
function usePlaces(sections: readonly FieldSection[], open: (id: string) => void): Places {
  return {
    toField: (path) => {
      const isIn = ({ fields }: FieldSection): boolean =>
        fields.some((field) => path === field.path || path.startsWith(`${field.path}.`))
      const section = sections.find(isIn)
      if (section !== undefined) open(section.id)
      focusWhenDrawn(fieldId(path))
    },
    toSection: (id) => {
      open(id)
      focusWhenDrawn(`section-${id}`)
    },
  }
}

function focusWhenDrawn(id: string, tries = 30): void {
  const element = document.getElementById(id)
  if (element !== null) element.focus()
  else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(id, tries - 1))
}

type SummaryProps = { errors: FieldErrors; sections: readonly FieldSection[]; onGo: (path: string) => void }

function ErrorSummary({ errors, sections, onGo }: SummaryProps) {
  const paths = Object.keys(errors)
  if (paths.length === 0) return null
  return (
    <Alert color="red" role="alert" title={formText.errorsTitle(paths.length)}>
      <Text size="sm">{formText.errorsHint}</Text>
      <List size="sm">
        {paths.map((path) => (
          <List.Item key={path}>
            <Anchor
              href={`#${fieldId(path)}`}
              fz="sm"
              onClick={(event) => {
                event.preventDefault()
                onGo(path)
              }}
            >
              {fieldLabel(sections, path)}
            </Anchor>
            : {errors[path]}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function DraftRestored({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  return (
    <Alert color="blue" role="status">
      <Group gap="sm">
        <Text size="sm">{formText.draftRestored(formatDateTime(at))}</Text>
        <Button variant="default" size="compact-sm" onClick={onDiscard}>
          {formText.draftDiscard}
        </Button>
      </Group>
    </Alert>
  )
}

function FooterBar<T>({ form, permission, isSaving, isNew = false, onSave, onCancel }: Props<T>) {
  const count = form.changed.length
  const nothing = count === 0 && !isNew ? formText.noChanges : null
  return (
    <Box className={styles.footer} role="group" aria-label={formText.save}>
      <Button variant="default" onClick={onCancel}>
        {formText.cancel}
      </Button>
      <AllowedButton
        permission={permission}
        disabledReason={nothing}
        onClick={() => onSave(false)}
        aria-busy={isSaving}
      >
        {isSaving ? formText.saving : formText.save}
      </AllowedButton>
      <AllowedButton
        variant="default"
        permission={permission}
        disabledReason={nothing}
        onClick={() => onSave(true)}
      >
        {formText.saveAndStay}
      </AllowedButton>
      <Text size="sm" role="status">
        {count === 0 ? formText.noChanges : formText.changes(count)}
        {!form.isDraftKept && ` · ${formText.draftNotKept}`}
      </Text>
    </Box>
  )
}
