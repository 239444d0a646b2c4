import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { setUpText } from '#text/import-set-up.ts'
import { useMay } from '../../../lib/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import { sentenceOf, stepsOf } from '../../../lib/profile-words.ts'
import { useProfileTree } from './profiles.ts'
import { SetUpSection } from './set-up-section.tsx'
import { StepTree } from './step-tree.tsx'

/** The chosen profile: its steps as a tree and as a sentence. */
export function WhatHappens({ profileId }: { profileId: string | null }) {
  const { data, error, refetch } = useProfileTree(profileId)
  const mayOpen = useMay('converter-storage.jobprofile.item.get')
  const steps = useMemo(() => (data === undefined ? null : stepsOf(data)), [data])
  return (
    <SetUpSection title={setUpText.whatHappens}>
      <Stack gap="sm">
        {profileId === null && <Text size="sm">{setUpText.choseNone}</Text>}
        {error !== null && <Failure error={error} retry={() => void refetch()} />}
        {steps !== null && (
          <>
            {data?.content.description && <Text size="sm">{data.content.description}</Text>}
            <StepTree steps={steps} />
            <Text size="sm" c="dimmed">
              {sentenceOf(steps)}
            </Text>
            {mayOpen && (
              <Anchor size="sm" component={Link} to={`/settings/import/profiles/job/${profileId}`}>
                {setUpText.openProfile}
              </Anchor>
            )}
          </>
        )}
      </Stack>
    </SetUpSection>
  )
}
