import { Anchor, Group, Loader, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { versionText } from '#text/versions.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { FieldDiff, LineDiff } from '../../../ui/diff.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { useDocument, useMarcLines } from './api.ts'
import { diffDocuments } from '../changes/diff-documents.ts'
import { changesOfDiff } from '../changes/field-changes.ts'
import { useIdNames } from '../changes/reference-ids.ts'
import { RestoreButton } from './restore-button.tsx'
import { causeOf, personOf } from './version-list.tsx'
import type { NumberedVersion } from './version-list.tsx'
import type { Diff, RecordKind, Version } from './wire.ts'

type Props = {
  kind: RecordKind
  id: string
  versions: readonly NumberedVersion[]
  /** Number of the version that is shown, and of the one that it is compared with; null for the one before. */
  open: number
  other: number | null
  onCompare: (n: number | null) => void
  onRestored: () => void
}

/** One version: what it changed, field by field and in MARC, beside the one before it or any other. */
export function VersionView({ kind, id, versions, open, other, onCompare, onRestored }: Props) {
  const { version } = versions.find(({ n }) => n === open)!
  const before = versions.find(({ n }) => n === (other ?? open - 1))?.version
  const compared = other === null ? undefined : before
  return (
    <Stack gap="md" component="section" aria-labelledby="version-heading">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h4" id="version-heading">
            {versionText.version(open)}: {formatDateTime(version.at)}
          </Title>
          <Text size="sm">
            {versionText.actions[version.action]} {versionText.by(personOf(version))} ·{' '}
            <CauseLink version={version} />
          </Text>
        </div>
        <RestoreButton
          kind={kind}
          id={id}
          n={open}
          version={version}
          newest={versions[0]!}
          onRestored={onRestored}
        />
      </Group>
      <NativeSelect
        size="xs"
        w={320}
        maw="100%"
        label={versionText.compare}
        value={other ?? ''}
        data={[
          { value: '', label: versionText.previous },
          ...versions
            .filter(({ n, version: one }) => n !== open && one.action !== 'DELETE')
            .map(({ n, version: one }) => ({
              value: String(n),
              label: `${versionText.version(n)}, ${formatDateTime(one.at)}`,
            })),
        ]}
        onChange={(event) =>
          onCompare(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
        }
      />
      <Fields kind={kind} id={id} version={version} compared={compared} name={versionText.version(open)} />
      <Marc id={id} version={version} before={before} name={versionText.version(open)} />
    </Stack>
  )
}

function CauseLink({ version }: { version: Version }) {
  const { kind, id } = version.cause
  const text = causeOf(version)
  if (id === undefined) return text
  if (kind === 'import') {
    return (
      <Anchor size="sm" component={Link} to={`/import/job/${id}`}>
        {text}
      </Anchor>
    )
  }
  if (kind !== 'bulk-edit') return text
  return (
    <Anchor size="sm" component={Link} to={`/bulk-edit/${id}/result`}>
      {text}
    </Anchor>
  )
}

type FieldsProps = {
  kind: RecordKind
  id: string
  version: Version
  /** Another version than the one before, when one was chosen. */
  compared: Version | undefined
  name: string
}

function Fields({ kind, id, version, compared, name }: FieldsProps) {
  const isCompared = compared !== undefined
  const before = useDocument(kind, id, isCompared ? compared.version : null)
  const after = useDocument(kind, id, isCompared && version.action !== 'DELETE' ? version.version : null)
  const diff: Diff | undefined =
    isCompared && before.data !== undefined && after.data !== undefined
      ? diffDocuments(before.data, after.data)
      : isCompared
        ? undefined
        : version.diff
  const nameOf = useIdNames(diff === undefined ? '' : JSON.stringify(diff))
  const error = before.error ?? after.error
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {versionText.fields}
      </Title>
      {error !== null && <Failure error={error} />}
      {isCompared && diff === undefined && error === null && (
        <Loader size="sm" aria-label={versionText.fields} />
      )}
      {!isCompared && version.action === 'CREATE' && <Text size="sm">{versionText.made}</Text>}
      {!isCompared && version.action === 'DELETE' && <Text size="sm">{versionText.deleted}</Text>}
      {!isCompared && version.action === 'UPDATE' && diff === undefined && (
        <Text size="sm">{version.cause.kind === 'marc' ? versionText.onlyMarc : versionText.noFields}</Text>
      )}
      {diff !== undefined && (
        <FieldDiff label={versionText.fieldsOf(name)} changes={changesOfDiff(diff, nameOf)} />
      )}
    </section>
  )
}

type MarcProps = { id: string; version: Version; before: Version | undefined; name: string }

function Marc({ id, version, before, name }: MarcProps) {
  const to = version.marcGeneration ?? null
  const from = before?.marcGeneration ?? null
  const isChanged = to !== null && from !== null && to !== from
  const older = useMarcLines(id, isChanged ? from : null)
  const newer = useMarcLines(id, isChanged ? to : null)
  if (!isChanged) return null
  const error = older.error ?? newer.error
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {versionText.marc}
      </Title>
      {error !== null && <Failure error={error} />}
      {older.data !== undefined && newer.data !== undefined && (
        <LineDiff
          label={versionText.marcOf(name)}
          before={comparable(older.data)}
          after={comparable(newer.data)}
        />
      )}
    </section>
  )
}

/** MARC without what every save changes: the time, and the lengths in the leader. */
function comparable(lines: readonly string[]): string[] {
  return lines
    .filter((line) => !line.startsWith('005'))
    .map((line) => line.replace(/^(?<tag>LDR )\d{5}(?<codes>.{7})\d{5}/, '$<tag>00000$<codes>00000'))
}
