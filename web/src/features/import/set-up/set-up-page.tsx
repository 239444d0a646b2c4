import { Alert, Anchor, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { importText } from '#text/import.ts'
import { setUpText } from '#text/import-set-up.ts'
import { formatBytes } from '../../../lib/format.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { FileFacts } from './file-facts.tsx'
import { FirstRecords } from './first-records.tsx'
import type { Inspection } from './inspection.ts'
import { ProfilePicker } from './profile-picker.tsx'
import { SetUpActions } from './set-up-actions.tsx'
import { SetUpSection } from './set-up-section.tsx'
import { useSetUp } from './use-set-up.ts'
import type { SetUp } from './use-set-up.ts'
import { WhatHappens } from './what-happens.tsx'

/** Search parameters of the page: the chosen profile, and further uploads to run with it. */
export type SetUpSearch = { profile?: string; also?: string }

/** Says what a file is and what to do with it: what is in it, a profile in words, preview and run. */
export function SetUpPage() {
  const { uploadDefinitionId } = useParams({ strict: false }) as { uploadDefinitionId: string }
  const search = useSearch({ strict: false }) as SetUpSearch
  const setUp = useSetUp(uploadDefinitionId, search)
  const navigate = useNavigate()
  const { definition, file, inspection, error } = setUp
  const name = file?.name ?? ''
  const title = setUpText.title(name)
  if (error !== null) return <Gone error={error} />
  if (definition?.status === 'COMPLETED' && file !== undefined) return <HandedOver setUp={setUp} />
  return (
    <Page title={title} lead={inspection ? factsOf(inspection, setUp.also.length) : undefined}>
      {inspection?.reason ? (
        <Alert color="red" title={setUpText.unreadable(name, inspection.reason)}>
          {setUpText.unreadableFix}{' '}
          <Anchor component={Link} to="/import">
            {setUpText.back}
          </Anchor>
        </Alert>
      ) : (
        <>
          {setUp.isChoosable ? (
            <ProfilePicker
              profiles={setUp.profiles}
              suggestion={setUp.suggestion}
              value={setUp.profileId}
              dataType={setUp.dataType}
              onChange={(id) =>
                void navigate({
                  to: '.',
                  search: { ...search, profile: id ?? undefined },
                  replace: true,
                } as never)
              }
            />
          ) : (
            <Skeleton h={84} />
          )}
          <SetUpActions setUp={setUp} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <WhatHappens profileId={setUp.profileId} />
            <SetUpSection title={setUpText.theFile}>
              {inspection === undefined ? (
                <Text size="sm">{setUpText.looking}</Text>
              ) : (
                <FileFacts inspection={inspection} />
              )}
            </SetUpSection>
          </SimpleGrid>
          {inspection !== undefined && inspection.firstRecords.length > 0 && (
            <SetUpSection title={setUpText.records}>
              <FirstRecords records={inspection.firstRecords} />
            </SetUpSection>
          )}
        </>
      )}
    </Page>
  )
}

function factsOf({ recordTypes, recordCount, format, byteSize }: Inspection, also: number) {
  const kinds =
    recordTypes.length > 0
      ? recordTypes.map(({ name, records }) =>
          setUpText.type(name, recordTypes.length === 1 ? (recordCount ?? records) : records),
        )
      : [importText.holds(recordCount ?? 0)]
  const words = [
    setUpText.facts(kinds, importText.formats[format ?? ''] ?? ''),
    byteSize !== null && formatBytes(byteSize),
    also > 0 && setUpText.alsoFiles(also),
  ].filter((text) => text !== false)
  return <Text c="dimmed">{words.join(' · ')}</Text>
}

function Gone({ error }: { error: Error }) {
  return (
    <Page title={importText.title}>
      <Stack>
        <Text>{setUpText.gone}</Text>
        <Failure error={error} />
        <Anchor component={Link} to="/import">
          {setUpText.back}
        </Anchor>
      </Stack>
    </Page>
  )
}

function HandedOver({ setUp }: { setUp: SetUp }) {
  return (
    <Page title={setUp.file!.name}>
      <Stack>
        <Text>{setUpText.handedOver}</Text>
        <Anchor
          component={Link}
          to="/import/job/$jobId"
          params={{ jobId: setUp.file!.jobExecutionId } as never}
        >
          {setUpText.toJob}
        </Anchor>
      </Stack>
    </Page>
  )
}
