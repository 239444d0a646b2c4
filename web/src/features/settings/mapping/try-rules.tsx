import {
  Alert,
  Anchor,
  Button,
  Grid,
  Paper,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { mappingText } from '#text/settings-mapping.ts'
import { fieldsOfJson, lineOf, readPastedFields } from '../../../lib/marc-text.ts'
import type { MarcJson } from '../../../lib/marc-text.ts'
import { LineDiff } from '../../../ui/diff.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { documentLines } from './document-lines.ts'
import type { DocumentLine } from './document-lines.ts'
import { UnknownRecordError, tryRules } from './mapping-api.ts'
import type { TrialAnswer, TrialRecord } from './mapping-api.ts'
import type { MappingRules, RuleType } from './rules.ts'
import { useIdNames } from './use-id-names.ts'

type Props = { type: RuleType; rules: MappingRules; onOpen: (path: string) => void }

/** Builds a record by the stored and the edited rules and shows the difference, with the rule of each value. */
export function TryRules({ type, rules, onOpen }: Props) {
  const [number, setNumber] = useState('')
  const [pasted, setPasted] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const trial = useMutation({ mutationFn: (record: TrialRecord) => tryRules(type, rules, record) })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const record = readTrial(type, number.trim(), pasted)
    setEmpty(record === null)
    if (record !== null) trial.mutate(record)
  }
  const { error } = trial
  const unknown = error instanceof UnknownRecordError ? mappingText.tryUnknown(error.message) : null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="try-title">
      <Title order={2} size="h5" id="try-title" mb="sm">
        {mappingText.tryTitle}
      </Title>
      <form onSubmit={submit}>
        <Grid gap="md" align="flex-end">
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput
              label={mappingText.tryRecord[type]}
              value={number}
              error={unknown ?? (isEmpty ? mappingText.tryNothing : undefined)}
              onChange={(event) => setNumber(event.currentTarget.value)}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <Textarea
              label={mappingText.tryPaste}
              placeholder={mappingText.tryPasteHint}
              autosize
              minRows={1}
              maxRows={8}
              value={pasted}
              onChange={(event) => setPasted(event.currentTarget.value)}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 2 }}>
            <Button type="submit" aria-busy={trial.isPending}>
              {mappingText.tryButton}
            </Button>
          </Grid.Col>
        </Grid>
      </form>
      {error && unknown === null && <Failure error={error} />}
      {trial.data && <Result answer={trial.data} onOpen={onOpen} />}
    </Paper>
  )
}

const LEADERS: Readonly<Record<RuleType, string>> = {
  'marc-bib': '00000nam a2200000 a 4500',
  'marc-holdings': '00000nx  a22000001n 4500',
  'marc-authority': '00000nz  a2200000n  4500',
}

/** Pasted MARC wins; without a leader it gets the usual one of its kind. */
function readTrial(type: RuleType, number: string, pasted: string): TrialRecord | null {
  const fields = pasted.trim() === '' ? null : readPastedFields(pasted)
  if (fields === null) return number === '' ? null : { number }
  const leader = fields.find(({ tag }) => tag === 'LDR')?.value ?? LEADERS[type]
  const marc: MarcJson = {
    leader,
    fields: fields
      .filter(({ tag }) => tag !== 'LDR')
      .map(({ tag, ind1, ind2, value, subfields }) => ({
        [tag]:
          subfields === null
            ? value
            : {
                ind1: ind1 || ' ',
                ind2: ind2 || ' ',
                subfields: subfields.map((one) => ({ [one.code]: one.value })),
              },
      })),
  }
  return { marc }
}

function Result({ answer, onOpen }: { answer: TrialAnswer; onOpen: (path: string) => void }) {
  const nameOf = useIdNames()
  const { marc, stored, edited } = answer
  if (!marc || !stored || !edited) return null
  const before = documentLines(stored, nameOf).map(({ text }) => text)
  const after = documentLines(edited, nameOf)
  const isSame = before.join('\n') === after.map(({ text }) => text).join('\n')
  return (
    <Stack mt="md" gap="sm">
      {isSame ? (
        <Alert role="status">{mappingText.trySame}</Alert>
      ) : (
        <LineDiff label={mappingText.tryDiff} before={before} after={after.map(({ text }) => text)} />
      )}
      <Title order={3} size="h6">
        {mappingText.wroteTitle}
      </Title>
      <Written lines={after} marc={marc} onOpen={onOpen} />
    </Stack>
  )
}

type WrittenProps = { lines: readonly DocumentLine[]; marc: MarcJson; onOpen: (path: string) => void }

function Written({ lines, marc, onOpen }: WrittenProps) {
  // The leader stands before the fields, whose positions the server counts.
  const fields = fieldsOfJson(marc).slice(1)
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table aria-label={mappingText.wroteTitle}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{mappingText.wrote.value}</Table.Th>
            <Table.Th scope="col">{mappingText.wrote.from}</Table.Th>
            <Table.Th scope="col">{mappingText.wrote.rule}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ place, text, writers }) => (
            <Table.Tr key={place}>
              <Table.Td>{text}</Table.Td>
              <Table.Td>
                {[
                  ...new Set(
                    writers.map(({ field, tag }) => (field === null ? tag : lineOf(fields[field]!))),
                  ),
                ].map((line) => (
                  <Text key={line} size="sm" ff="monospace">
                    {line}
                  </Text>
                ))}
              </Table.Td>
              <Table.Td>
                {[...new Set(writers.map(({ rule }) => rule.replace(/\].*/, ']')))].map((rule) => (
                  <Anchor key={rule} component="button" type="button" size="sm" onClick={() => onOpen(rule)}>
                    {rule}
                  </Anchor>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
