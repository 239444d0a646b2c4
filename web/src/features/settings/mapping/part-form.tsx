import {
  Autocomplete,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { mappingText } from '#text/settings-mapping.ts'
import type { RulesView } from './mapping-api.ts'
import { simpleValue, withSimpleValue } from './rules.ts'
import type { MappingRule, SimpleValue } from './rules.ts'

type Props = {
  /** Its number among the parts of an entity; null for a rule that has no parts. */
  number: number | null
  part: MappingRule
  view: RulesView
  onChange: (part: MappingRule) => void
  onRemove: (() => void) | null
}

/** One part of a rule: the field that it fills, from which subfields, by which functions. */
export function PartForm({ number, part, view, onChange, onRemove }: Props) {
  const { target = '', subfield = [] } = part
  const isKnown = target === '' || view.targets.includes(target)
  const content = (
    <Stack gap="xs">
      <Group align="flex-start" grow>
        <Autocomplete
          label={mappingText.target}
          data={[...view.targets]}
          value={target}
          limit={100}
          error={isKnown ? undefined : mappingText.targetUnknown}
          onChange={(next) => onChange({ ...part, target: next })}
        />
        <TextInput
          label={mappingText.subfields}
          description={mappingText.subfieldsHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={subfield.join('')}
          onChange={(event) =>
            onChange({ ...part, subfield: [...new Set(event.currentTarget.value.replaceAll(/[\s$,]/g, ''))] })
          }
        />
      </Group>
      <Functions part={part} view={view} onChange={onChange} />
      <Group justify="space-between">
        <Checkbox
          label={mappingText.joined}
          checked={part.applyRulesOnConcatenatedData === true}
          onChange={(event) => {
            const { applyRulesOnConcatenatedData: _old, ...rest } = part
            onChange(event.currentTarget.checked ? { ...part, applyRulesOnConcatenatedData: true } : rest)
          }}
        />
        {onRemove && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={onRemove}>
            {mappingText.removePart(number ?? 1)}
          </Button>
        )}
      </Group>
    </Stack>
  )
  return number === null ? content : <Fieldset legend={mappingText.part(number)}>{content}</Fieldset>
}

function Functions({ part, view, onChange }: Pick<Props, 'part' | 'view' | 'onChange'>) {
  const value = simpleValue(part)
  if (value === null) return <Text size="sm">{mappingText.tooComplex}</Text>
  const set = (change: Partial<SimpleValue>): void => onChange(withSimpleValue(part, { ...value, ...change }))
  const unknown = value.functions.find((name) => !view.functions.includes(name.toLowerCase()))
  return (
    <>
      <TagsInput
        label={mappingText.functionsLabel}
        data={[...view.functions]}
        value={[...value.functions]}
        error={unknown === undefined ? undefined : mappingText.functionUnknown(unknown)}
        onChange={(functions) => set({ functions })}
      />
      <Group align="flex-start" grow>
        <TextInput
          label={mappingText.name}
          description={mappingText.nameHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value.name}
          disabled={value.functions.length === 0}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={mappingText.constant}
          value={value.constant}
          onChange={(event) => set({ constant: event.currentTarget.value })}
        />
      </Group>
    </>
  )
}
