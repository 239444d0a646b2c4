import { Alert, Badge, Fieldset, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { useMay } from '../../lib/session.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { PERMISSIONS, tryTree, useLastFiles } from './api.ts'
import type { TriedRecord } from './api.ts'
import { actionWord } from './new-steps.ts'
import type { ProfileNode } from './types.ts'

/** Tries the profile, as it stands in the editor, on the first records of a file or on one that is typed in. */
export function TryPanel({ tree }: { tree: ProfileNode }) {
  const { data: files = [] } = useLastFiles(useMay(PERMISSIONS.uploads))
  const [chosen, setChosen] = useState('')
  const [text, setText] = useState('')
  const fileId = chosen || files[0]?.id
  const trial = useMutation({
    mutationFn: () => tryTree(tree, text.trim() === '' ? { fileId: fileId ?? '' } : { recordText: text }),
  })
  const isReady = text.trim() !== '' || fileId !== undefined
  return (
    <Fieldset legend={words.tryTitle} p="sm">
      <Stack gap="sm">
        <Text size="sm">{words.tryText}</Text>
        {files.length === 0 ? (
          <Text size="sm">{words.tryNoFiles}</Text>
        ) : (
          <NativeSelect
            label={words.tryFile}
            value={fileId}
            data={files.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={words.tryRecord}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
        />
        <Group>
          <AllowedButton
            permission={PERMISSIONS.try}
            disabledReason={isReady ? null : words.tryNoFiles}
            variant="default"
            aria-busy={trial.isPending}
            onClick={() => trial.mutate()}
          >
            {trial.isPending ? words.tryRunning : words.tryRun}
          </AllowedButton>
        </Group>
        {trial.error && <Failure error={trial.error} />}
        <div role="status">
          {trial.data && (
            <Text size="sm" fw={500}>
              {trial.data.fault ?? words.tryResult(trial.data.records.length)}
            </Text>
          )}
        </div>
        {trial.data && trial.data.records.length > 0 && <Tried records={trial.data.records} />}
      </Stack>
    </Fieldset>
  )
}

function Tried({ records }: { records: readonly TriedRecord[] }) {
  return (
    <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {records.map((record) => (
        <li key={record.order}>
          <Text size="sm" fw={500}>
            {record.order + 1}. {record.title ?? words.untitled}
          </Text>
          <Way record={record} />
          {record.error && (
            <Alert color="red" p="xs" mt={4}>
              <Text size="sm">
                {record.error.text} {record.error.advice}
              </Text>
            </Alert>
          )}
        </li>
      ))}
    </Stack>
  )
}

/** The way of one record: each match with what it looked for and found, each action. */
function Way({ record }: { record: TriedRecord }) {
  if (record.path.length === 0) return <Text size="sm">{words.tryNothing}</Text>
  const matches = [...record.matches]
  return (
    <Stack component="ul" gap={2} m={0} ps="md">
      {record.path.map((step, at) => {
        const match = step.kind === 'match' ? matches.shift() : undefined
        return (
          // A record goes a way once; its steps have no ids.
          <li key={at}>
            <Text size="sm" span>
              {step.kind === 'action'
                ? actionWord(step.action ?? '', step.entityType ?? '')
                : step.name.split(' / ').at(-1)}
              {match &&
                ` · ${words.tryLookedFor(match.values.join(', ') || '–')} · ${words.tryHits(match.hits)} `}
              {match?.records.map(({ hrid, title }) => `${hrid ?? ''} ${title ?? ''}`).join('; ')}
            </Text>{' '}
            {step.kind === 'match' && (
              <Badge size="xs" variant="default">
                {step.isFound ? words.found : words.notFound}
              </Badge>
            )}
          </li>
        )
      })}
    </Stack>
  )
}
