import { Checkbox, Group, Stack, Text, TextInput, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { placesText } from '#text/settings-places.ts'
import { settingsText } from '#text/settings.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { fieldId } from '../../../ui/field-spec.ts'
import { notify } from '../../../ui/notices.ts'
import { useRecordForm } from '../../../ui/record-form.ts'
import type { RecordForm } from '../../../ui/record-form.ts'
import { ReferenceMultiSelect, ReferenceSelect } from '../../../ui/reference-select.tsx'
import { PLACES, usePlaceChange } from './place-api.ts'
import type { Level, Place } from './place-api.ts'
import { DeletePlace } from './delete-place.tsx'

type Props = { level: Level; place: Place; onSaved: (id: string) => void; onDeleted: () => void }

/** The form of one place beside the tree. */
export function PlaceForm({ level, place, onSaved, onDeleted }: Props) {
  const isNew = place.id === ''
  const form = useRecordForm<Place>({
    stored: place,
    draft: {
      name: `${level}.${isNew ? `new.${String(place[PLACES[level].parent] ?? '')}` : place.id}`,
      title: isNew ? placesText.titleNew[level] : place.name,
      address: `/settings/locations?at=${level}.${isNew ? 'new' : place.id}`,
    },
    check: (value) => checkPlace(level, value),
  })
  const change = usePlaceChange(level)
  const [isDeleting, setDeleting] = useState(false)
  const save = (): void => {
    const [first] = Object.keys(form.checkAll())
    if (first !== undefined) {
      document.getElementById(fieldId(first))?.focus()
      return
    }
    if (change.isPending) return
    change.mutate(
      { save: [tidy(form.value)] },
      {
        onSuccess: (id) => {
          form.saved(form.value)
          notify({ text: placesText.saved(form.value.name) })
          if (id !== null) onSaved(id)
        },
      },
    )
  }
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {isNew ? placesText.titleNew[level] : place.name}
      </Title>
      {change.error && <Failure error={change.error} />}
      <Names form={form} />
      {level === 'location' && <LocationFields form={form} />}
      <Group>
        <AllowedButton
          permission={`${PLACES[level].permission}.item.${isNew ? 'post' : 'put'}`}
          disabledReason={!isNew && form.changed.length === 0 ? settingsText.unsaved(0) : null}
          onClick={save}
          aria-busy={change.isPending}
        >
          {settingsText.save}
        </AllowedButton>
        {!isNew && (
          <AllowedButton
            permission={`${PLACES[level].permission}.item.delete`}
            variant="subtle"
            color="red"
            onClick={() => setDeleting(true)}
          >
            {settingsText.delete}
          </AllowedButton>
        )}
        <Text size="sm" role="status">
          {settingsText.unsaved(form.changed.length)}
        </Text>
      </Group>
      {isDeleting && (
        <DeletePlace level={level} place={place} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
      )}
    </Stack>
  )
}

function checkPlace(level: Level, { name, code, servicePointIds = [], primaryServicePoint }: Place) {
  const errors: Record<string, string> = {}
  if (name.trim() === '') errors.name = settingsText.needed
  if (code.trim() === '') errors.code = settingsText.needed
  if (level !== 'location') return errors
  if (servicePointIds.length === 0) errors.servicePointIds = placesText.pointNeeded
  else if (!servicePointIds.includes(primaryServicePoint ?? '')) {
    errors.primaryServicePoint = placesText.primaryNeeded
  }
  return errors
}

/** Without the texts that were emptied. */
function tidy(place: Place): Place {
  const { id, ...rest } = place
  const filled = Object.entries(rest).filter(([, value]) => value !== '' && value !== undefined)
  return { id, ...Object.fromEntries(filled) } as Place
}

type FormProps = { form: RecordForm<Place> }

function textProps({ form }: FormProps, path: string, label: string) {
  return {
    id: fieldId(path),
    label,
    value: String(form.get(path) ?? ''),
    error: form.errors[path],
    onBlur: () => form.leave(path),
  }
}

function Names({ form }: FormProps) {
  return (
    <Group align="flex-start" grow>
      <TextInput
        {...textProps({ form }, 'name', placesText.name)}
        required
        onChange={(event) => form.set('name', event.currentTarget.value)}
      />
      <TextInput
        {...textProps({ form }, 'code', placesText.code)}
        required
        onChange={(event) => form.set('code', event.currentTarget.value)}
      />
    </Group>
  )
}

function LocationFields({ form }: FormProps) {
  const { isActive = true, servicePointIds = [], isFloatingCollection = false } = form.value
  return (
    <>
      <TextInput
        {...textProps({ form }, 'discoveryDisplayName', placesText.discovery)}
        onChange={(event) => form.set('discoveryDisplayName', event.currentTarget.value)}
      />
      <Textarea
        {...textProps({ form }, 'description', placesText.description)}
        autosize
        onChange={(event) => form.set('description', event.currentTarget.value)}
      />
      <ReferenceMultiSelect
        id={fieldId('servicePointIds')}
        label={placesText.points}
        list="servicePoints"
        required
        value={servicePointIds}
        error={form.errors.servicePointIds}
        onChange={(ids) => form.set('servicePointIds', ids)}
      />
      <ReferenceSelect
        id={fieldId('primaryServicePoint')}
        label={placesText.primary}
        list="servicePoints"
        required
        value={form.value.primaryServicePoint}
        error={form.errors.primaryServicePoint}
        onChange={(id) => form.set('primaryServicePoint', id)}
      />
      <Checkbox
        label={placesText.active}
        checked={isActive}
        onChange={(event) => form.set('isActive', event.currentTarget.checked)}
      />
      <Checkbox
        label={placesText.floating}
        checked={isFloatingCollection}
        onChange={(event) => form.set('isFloatingCollection', event.currentTarget.checked)}
      />
    </>
  )
}
