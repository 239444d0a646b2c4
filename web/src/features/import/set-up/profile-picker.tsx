import { Alert, Anchor, Select, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { setUpText } from '#text/import-set-up.ts'
import type { JobProfile, Suggestion } from './profiles.ts'

type Props = {
  profiles: readonly JobProfile[]
  suggestion: Suggestion | null
  value: string | null
  onChange: (id: string | null) => void
  /** What the file is; profiles for other files can't be chosen. */
  dataType: string | null
}

/** Which profile to take: the suggested one is chosen beforehand and stands first. */
export function ProfilePicker({ profiles, suggestion, value, onChange, dataType }: Props) {
  const suggested = profiles.find(({ id }) => id === suggestion?.profileId)
  const others = profiles.filter((profile) => profile !== suggested)
  const ordered = suggested === undefined ? others : [suggested, ...others]
  const isGone = value !== null && !profiles.some(({ id }) => id === value)
  if (profiles.length === 0)
    return (
      <Alert color="orange">
        {setUpText.noProfiles}{' '}
        <Anchor component={Link} to="/settings/import/profiles">
          {setUpText.makeProfile}
        </Anchor>
      </Alert>
    )
  return (
    <Stack gap={4}>
      <Select
        label={setUpText.profile}
        description={setUpText.profileHint}
        placeholder={setUpText.choose}
        searchable
        openOnFocus={false}
        autoFocus
        maxDropdownHeight={360}
        value={isGone ? null : value}
        onChange={onChange}
        error={isGone && setUpText.profileGone}
        data={ordered.map(({ id, name, dataType: type }) => ({
          value: id,
          label: name,
          disabled: dataType !== null && type !== dataType,
        }))}
        renderOption={({ option }) => (
          <Option profile={profiles.find(({ id }) => id === option.value)!} dataType={dataType} />
        )}
      />
      {suggestion !== null && suggestion.profileId === value && (
        <Text size="sm" c="dimmed">
          {suggestion.uses === null || suggestion.pattern === null
            ? setUpText.usedLast
            : setUpText.used(suggestion.uses, suggestion.pattern)}
        </Text>
      )}
    </Stack>
  )
}

function Option({ profile, dataType }: { profile: JobProfile; dataType: string | null }) {
  const fits = dataType === null || profile.dataType === dataType
  return (
    <div>
      <Text size="sm">{profile.name}</Text>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {fits ? profile.description : setUpText.otherType(profile.dataType)}
      </Text>
    </div>
  )
}
