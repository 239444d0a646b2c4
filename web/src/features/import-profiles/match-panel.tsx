import { Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { profileText } from '#text/import-steps.ts'
import { useReferenceList } from '../../lib/reference-lists.ts'
import {
  PROPERTIES,
  STORED_RECORDS,
  isMarcRecord,
  newMatchDetail,
  readField,
  withField,
} from './match-fields.ts'
import { withProperty } from './match-fields.ts'
import type { FieldParts, StoredRecord } from './match-fields.ts'
import { MatchTester } from './match-tester.tsx'
import type { MatchDetail, MatchExpression, ProfileNode } from './types.ts'

type Props = {
  node: ProfileNode
  isReadOnly: boolean
  onChange: (change: (node: ProfileNode) => ProfileNode) => void
}

/** A match as one sentence: what is taken of the incoming record, and where it is looked for. */
export function MatchPanel({ node, isReadOnly, onChange }: Props) {
  const record = (node.content.existingRecordType ?? 'MARC_BIBLIOGRAPHIC') as StoredRecord
  const detail = node.content.matchDetails?.[0] ?? newMatchDetail(record)
  const change = (next: Partial<MatchDetail>) =>
    onChange((old) => {
      const matchDetails = [{ ...detail, ...next }]
      const { incomingRecordType, existingRecordType } = matchDetails[0]!
      return { ...old, content: { ...old.content, incomingRecordType, existingRecordType, matchDetails } }
    })
  const chooseRecord = (next: StoredRecord) => {
    const fresh = newMatchDetail(next)
    change({
      incomingRecordType: fresh.incomingRecordType,
      existingRecordType: next,
      existingMatchExpression: fresh.existingMatchExpression,
    })
  }
  return (
    <Stack gap="sm">
      <Fieldset legend={words.matchSentence} disabled={isReadOnly} p="sm">
        <Stack gap="sm">
          <Incoming detail={detail} onChange={change} />
          <Group gap="xs" align="flex-end">
            <NativeSelect
              label={words.lookIn}
              value={record}
              data={STORED_RECORDS.map((one) => ({ value: one, label: profileText.records[one] ?? one }))}
              onChange={(event) => chooseRecord(event.currentTarget.value as StoredRecord)}
            />
            <Existing record={record} detail={detail} onChange={change} />
          </Group>
          <NativeSelect
            label={words.criterion}
            value={detail.matchCriterion}
            data={Object.entries(words.criteria).map(([value, label]) => ({ value, label }))}
            onChange={(event) =>
              change({ matchCriterion: event.currentTarget.value as MatchDetail['matchCriterion'] })
            }
            maw={320}
          />
        </Stack>
      </Fieldset>
      <MatchTester node={node} />
    </Stack>
  )
}

type SideProps = { detail: MatchDetail; onChange: (next: Partial<MatchDetail>) => void }

function Incoming({ detail, onChange }: SideProps) {
  const incoming = detail.incomingMatchExpression
  const isFixed = incoming.dataValueType === 'STATIC_VALUE'
  const set = (incomingMatchExpression: MatchExpression) => onChange({ incomingMatchExpression })
  const fixed = (text: string): MatchExpression => ({
    dataValueType: 'STATIC_VALUE',
    fields: [],
    staticValueDetails: { staticValueType: 'TEXT', text },
  })
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={words.incoming}
        value={isFixed ? 'fixed' : 'field'}
        data={[
          { value: 'field', label: words.fromField },
          { value: 'fixed', label: words.fixedText },
        ]}
        onChange={(event) =>
          event.currentTarget.value === 'fixed'
            ? onChange({ incomingRecordType: 'STATIC_VALUE', incomingMatchExpression: fixed('') })
            : onChange({
                ...newMatchDetail(detail.existingRecordType as StoredRecord),
                existingMatchExpression: detail.existingMatchExpression,
              })
        }
      />
      {isFixed ? (
        <TextInput
          label={words.text}
          value={incoming.staticValueDetails?.text ?? ''}
          onChange={(event) => set(fixed(event.currentTarget.value))}
        />
      ) : (
        <>
          <MarcFieldInputs
            value={readField(incoming)}
            onChange={(parts) => set(withField(incoming, parts))}
          />
          <Qualifier value={incoming} onChange={set} />
        </>
      )}
    </Group>
  )
}

/** Tag, indicators and subfield, each in a box of its own. */
function MarcFieldInputs({ value, onChange }: { value: FieldParts; onChange: (next: FieldParts) => void }) {
  const input = (name: keyof FieldParts, label: string, length: number, width: number) => (
    <TextInput
      label={label}
      value={value[name]}
      maxLength={length}
      w={width}
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {input('tag', words.tag, 3, 70)}
      {input('ind1', words.ind1, 1, 60)}
      {input('ind2', words.ind2, 1, 60)}
      {input('code', words.code, 1, 80)}
    </>
  )
}

function Qualifier({
  value,
  onChange,
}: {
  value: MatchExpression
  onChange: (next: MatchExpression) => void
}) {
  const qualifier = value.qualifier ?? {}
  const set = (next: NonNullable<MatchExpression['qualifier']>) => {
    const kept = Object.fromEntries(Object.entries(next).filter(([, text]) => text !== undefined))
    const { qualifier: _, ...rest } = value
    onChange(Object.keys(kept).length === 0 ? rest : { ...rest, qualifier: kept })
  }
  type Type = NonNullable<typeof qualifier.qualifierType>
  type Part = NonNullable<typeof qualifier.comparisonPart>
  const without = <K extends keyof typeof qualifier>(...names: K[]) =>
    Object.fromEntries(Object.entries(qualifier).filter(([name]) => !names.includes(name as K)))
  return (
    <>
      <NativeSelect
        label={words.keep}
        value={qualifier.comparisonPart ?? ''}
        data={Object.entries(words.parts).map(([part, label]) => ({ value: part, label }))}
        onChange={(event) => {
          const part = event.currentTarget.value
          set({ ...without('comparisonPart'), ...(part !== '' && { comparisonPart: part as Part }) })
        }}
      />
      <NativeSelect
        label={words.onlyIf}
        value={qualifier.qualifierType ?? ''}
        data={Object.entries(words.qualifiers).map(([type, label]) => ({ value: type, label }))}
        onChange={(event) => {
          const type = event.currentTarget.value
          set(
            type === ''
              ? without('qualifierType', 'qualifierValue')
              : { ...qualifier, qualifierType: type as Type },
          )
        }}
      />
      {qualifier.qualifierType !== undefined && (
        <TextInput
          label={words.qualifierValue}
          value={qualifier.qualifierValue ?? ''}
          onChange={(event) => set({ ...qualifier, qualifierValue: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function Existing({ record, detail, onChange }: SideProps & { record: StoredRecord }) {
  const existing = detail.existingMatchExpression
  const { entries } = useReferenceList('identifierTypes')
  if (isMarcRecord(record))
    return (
      <MarcFieldInputs
        value={readField(existing)}
        onChange={(parts) => onChange({ existingMatchExpression: withField(existing, parts) })}
      />
    )
  const { tag: path } = readField(existing)
  const type = existing.fields?.find(({ label }) => label === 'identifierTypeId')?.value ?? ''
  const known = PROPERTIES[record] ?? []
  const paths = path === '' || known.includes(path) ? known : [path, ...known]
  const set = (next: string, identifierType: string) =>
    onChange({ existingMatchExpression: withProperty(next, identifierType) })
  return (
    <>
      <NativeSelect
        label={words.storedField}
        value={path}
        data={paths.map((one) => ({ value: one, label: profileText.property(one) }))}
        onChange={(event) => set(event.currentTarget.value, '')}
      />
      {path.startsWith('instance.identifiers') && (
        <NativeSelect
          label={words.identifierType}
          value={type}
          data={[
            { value: '', label: words.anyType },
            ...entries.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => set(path, event.currentTarget.value)}
        />
      )}
      {paths.length === 0 && <Text size="sm">{record}</Text>}
    </>
  )
}
