import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import type { MarcMappingDetail } from './types.ts'

type Props = {
  lines: readonly MarcMappingDetail[]
  /** The lines change the record; else they limit an update to fields. */
  isModify: boolean
  isReadOnly: boolean
  onChange: (lines: MarcMappingDetail[]) => void
}

const BLANK = { field: '', indicator1: '*', indicator2: '*', subfields: [{ subfield: '*' }] }

/** Lines of a mapping for MARC: what is done with which field. */
export function MarcLines({ lines, isModify, isReadOnly, onChange }: Props) {
  const set = (at: number, line: MarcMappingDetail) =>
    onChange(lines.map((old, place) => (place === at ? line : old)))
  const numbered = (list: readonly MarcMappingDetail[]) => list.map((line, order) => ({ ...line, order }))
  const add = () => {
    const line: MarcMappingDetail = {
      order: lines.length,
      action: isModify ? 'DELETE' : 'EDIT',
      field: structuredClone(BLANK),
    }
    onChange([...lines, line])
  }
  return (
    <Fieldset legend={words.mapping} p="sm" disabled={isReadOnly}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {isModify ? words.modifyHint : words.marcHint}
        </Text>
        {lines.map((line, at) => (
          <Line
            // Lines have no ids; they are only added at the end and taken out.
            key={at}
            line={line}
            isModify={isModify}
            onChange={(next) => set(at, next)}
            onRemove={() => onChange(numbered(lines.filter((_, place) => place !== at)))}
          />
        ))}
        <Group>
          <Button size="compact-sm" variant="default" onClick={add}>
            {words.addLine}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

type LineProps = {
  line: MarcMappingDetail
  isModify: boolean
  onChange: (line: MarcMappingDetail) => void
  onRemove: () => void
}

function Line({ line, isModify, onChange, onRemove }: LineProps) {
  const { field, action } = line
  const subfield = field.subfields?.[0] ?? { subfield: '' }
  const setField = (next: Partial<MarcMappingDetail['field']>) =>
    onChange({ ...line, field: { ...field, ...next } })
  const setSubfield = (next: Partial<typeof subfield>) =>
    setField({ subfields: [{ ...subfield, ...next }, ...(field.subfields ?? []).slice(1)] })
  const choose = (next: MarcMappingDetail['action']) => {
    const code = subfield.subfield
    const edits: Record<string, typeof subfield> = {
      ADD: { subfield: code, subaction: 'ADD_SUBFIELD', data: { text: '' } },
      EDIT: { subfield: code, subaction: 'REPLACE', data: { find: '', replaceWith: '' } },
    }
    onChange({ ...line, action: next, field: { ...field, subfields: [edits[next] ?? { subfield: code }] } })
  }
  const text = (label: string, value: string, width: number, set: (value: string) => void) => (
    <TextInput label={label} value={value} w={width} onChange={(event) => set(event.currentTarget.value)} />
  )
  const { data } = subfield
  return (
    <Group gap="xs" align="flex-end">
      {isModify && (
        <NativeSelect
          label={words.marcAction}
          value={action}
          data={Object.entries(words.marcActions)
            .filter(([value]) => value !== 'MOVE' || action === 'MOVE')
            .map(([value, label]) => ({ value, label }))}
          onChange={(event) => choose(event.currentTarget.value as MarcMappingDetail['action'])}
        />
      )}
      {text(words.tag, field.field, 70, (value) => setField({ field: value }))}
      {text(words.ind1, field.indicator1 ?? '', 60, (value) => setField({ indicator1: value }))}
      {text(words.ind2, field.indicator2 ?? '', 60, (value) => setField({ indicator2: value }))}
      {text(words.code, subfield.subfield, 80, (value) => setSubfield({ subfield: value }))}
      {action === 'ADD' &&
        text(words.marcText, data?.text ?? '', 180, (value) => setSubfield({ data: { text: value } }))}
      {action === 'EDIT' && isModify && (
        <>
          {text(words.findText, data?.find ?? '', 140, (find) => setSubfield({ data: { ...data, find } }))}
          {text(words.replaceWith, data?.replaceWith ?? '', 140, (replaceWith) =>
            setSubfield({ data: { ...data, replaceWith } }),
          )}
        </>
      )}
      <ActionIcon variant="subtle" mb={4} aria-label={words.removeLine(field.field)} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
