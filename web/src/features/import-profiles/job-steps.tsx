import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { profileText } from '#text/import-steps.ts'
import { sentenceOf, stepsOf } from '../../lib/profile-words.ts'
import type { Step } from '../../lib/profile-words.ts'
import { Failure } from '../../ui/failure.tsx'
import { useTree } from './api.ts'

/** The steps of a job profile, as a list and in words. */
export function JobSteps({ profileId }: { profileId: string }) {
  const { data, error, refetch } = useTree(profileId)
  const steps = useMemo(() => (data === undefined ? null : stepsOf(data)), [data])
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />
  if (steps === null) return null
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {words.preview}
      </Text>
      {steps.length === 0 ? <Text size="sm">{profileText.noSteps}</Text> : <Steps steps={steps} />}
      <Text size="sm" c="dimmed">
        {sentenceOf(steps)}
      </Text>
    </Stack>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <Stack component="ol" gap={2} m={0} ps="md">
      {steps.map((step) => (
        <li key={step.id}>
          <Text size="sm" span>
            {step.words}
          </Text>
          {step.found.length > 0 && <Branch word={profileText.found} steps={step.found} />}
          {step.notFound.length > 0 && <Branch word={profileText.notFound} steps={step.notFound} />}
        </li>
      ))}
    </Stack>
  )
}

function Branch({ word, steps }: { word: string; steps: readonly Step[] }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {word}
      </Text>
      <Steps steps={steps} />
    </div>
  )
}
