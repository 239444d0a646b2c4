import { Grid, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { placesText } from '#text/settings-places.ts'
import { settingsText } from '#text/settings.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { SettingsLead } from '../settings-lead.tsx'
import { PastePlaces } from './paste-places.tsx'
import { LEVELS, PLACES, newPlace, usePlaces } from './place-api.ts'
import type { Level, Places } from './place-api.ts'
import { PlaceForm } from './place-form.tsx'
import { PlaceTree } from './place-tree.tsx'

type Search = { find?: string | undefined; at?: string | undefined; below?: string | undefined }

/** Institutions, campuses, libraries and locations as a tree, with the form of the chosen one beside it. */
export function LocationsPage() {
  const { find = '', at, below } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { places, error, refetch } = usePlaces()
  const go = (part: Search): void => {
    void navigate({
      to: '.',
      search: (old: Search) => ({ ...old, below: undefined, ...part }),
      replace: true,
    })
  }
  return (
    <Page
      title={settingsText.pageTitles.locations}
      lead={<SettingsLead text={settingsText.pageAbouts.locations} />}
      actions={
        <AllowedButton
          permission={`${PLACES.institution.permission}.item.post`}
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => go({ at: 'institution.new' })}
        >
          {placesText.addBelow.institution}
        </AllowedButton>
      }
    >
      {error && <Failure error={error} retry={refetch} />}
      {places && (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="xs">
              <TextInput
                aria-label={placesText.find}
                placeholder={placesText.find}
                leftSection={<IconSearch size={16} aria-hidden />}
                value={find}
                onChange={(event) => go({ find: event.currentTarget.value || undefined })}
              />
              <Text size="xs" c="dimmed">
                {placesText.treeHint}
              </Text>
              {places.institution.length === 0 ? (
                <Text>{placesText.none}</Text>
              ) : (
                <PlaceTree
                  places={places}
                  find={find}
                  current={at ?? null}
                  onChoose={(value) => go({ at: value })}
                />
              )}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Chosen places={places} at={at ?? ''} below={below ?? null} onGo={go} />
          </Grid.Col>
        </Grid>
      )}
    </Page>
  )
}

type ChosenProps = { places: Places; at: string; below: string | null; onGo: (part: Search) => void }

function Chosen({ places, at, below, onGo }: ChosenProps) {
  const [levelText, id] = at.split('.')
  const level = LEVELS.find((one) => one === levelText)
  const place =
    level && (id === 'new' ? newPlace(level, below, places) : places[level].find((one) => one.id === id))
  if (!level || !place) return <Text>{placesText.chooseOne}</Text>
  return (
    <Stack>
      <PlaceForm
        key={`${at} ${below}`}
        level={level}
        place={place}
        onSaved={(saved) => onGo({ at: `${level}.${saved}` })}
        onDeleted={() => onGo({ at: undefined })}
      />
      {place.id !== '' && <Below level={level} parentId={place.id} places={places} onGo={onGo} />}
    </Stack>
  )
}

type BelowProps = { level: Level; parentId: string; places: Places; onGo: (part: Search) => void }

/** What can be added below a place. */
function Below({ level, parentId, places, onGo }: BelowProps) {
  const next = LEVELS[LEVELS.indexOf(level) + 1]
  if (next === undefined) return null
  return (
    <Group>
      <AllowedButton
        permission={`${PLACES[next].permission}.item.post`}
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => onGo({ at: `${next}.new`, below: parentId })}
      >
        {placesText.addBelow[next]}
      </AllowedButton>
      {next === 'location' && places.location.some(({ libraryId }) => libraryId === parentId) && (
        <PastePlaces pattern={newPlace('location', parentId, places)} />
      )}
    </Group>
  )
}
