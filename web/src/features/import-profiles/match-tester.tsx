import { Anchor, Button, Fieldset, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { profileText } from '#text/import-steps.ts'
import { Failure } from '../../ui/failure.tsx'
import { tryTree } from './api.ts'
import type { TriedRecord } from './api.ts'
import { newStep } from './new-steps.ts'
import { newNode } from './types.ts'
import type { ProfileNode } from './types.ts'

/** A profile that holds nothing but the match, and an action that a trial needs to be one. */
function aroundMatch(match: ProfileNode): ProfileNode {
  const job = newNode('JOB_PROFILE', { name: words.tester, dataType: 'MARC' })
  const action = newStep(job, 'action:CREATE:INSTANCE')
  const { reactTo: _, ...bare } = match
  const alone = { ...bare, childSnapshotWrappers: [{ ...action, reactTo: 'NON_MATCH' as const }] }
  return { ...job, childSnapshotWrappers: [alone] }
}

/** Tries a match on a record that is typed in: the value it takes, and what it finds. */
export function MatchTester({ node }: { node: ProfileNode }) {
  const [text, setText] = useState('')
  const trial = useMutation({ mutationFn: () => tryTree(aroundMatch(node), { recordText: text }) })
  const fault = trial.data?.fault ?? null
  const [record] = trial.data?.records ?? []
  return (
    <Fieldset legend={words.tester} p="sm">
      <Stack gap="xs">
        <Textarea
          label={words.testRecord}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
        />
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            disabled={text.trim() === ''}
            onClick={() => trial.mutate()}
            aria-busy={trial.isPending}
          >
            {trial.isPending ? words.tryRunning : words.tryRun}
          </Button>
        </Group>
        <div role="status">
          {fault !== null && <Text size="sm">{fault}</Text>}
          {record !== undefined && <FoundBy record={record} />}
        </div>
        {trial.error && <Failure error={trial.error} />}
      </Stack>
    </Fieldset>
  )
}

/** What the first match of a record took and found. */
function FoundBy({ record }: { record: TriedRecord }) {
  const [match] = record.matches
  if (match === undefined || match.values.length === 0) return <Text size="sm">{words.tookNothing}</Text>
  return (
    <>
      <Text size="sm">
        {words.tookValues(match.values)}. {words.hits(match.hits)}.
      </Text>
      <List size="sm">
        {match.records.map(({ id, entityType, hrid, title }) => (
          <List.Item key={id}>
            {profileText.records[entityType] ?? entityType}{' '}
            {entityType === 'INSTANCE' ? (
              <Anchor component={Link} to={`/inventory/${id}`} fz="sm">
                {hrid}
              </Anchor>
            ) : (
              hrid
            )}{' '}
            {title}
          </List.Item>
        ))}
      </List>
    </>
  )
}
