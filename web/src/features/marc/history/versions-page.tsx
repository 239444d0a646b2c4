import { Alert, Anchor, Button, Group, Loader, NativeSelect, Text } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { versionText } from '#text/versions.ts'
import { ApiError } from '../../../lib/http.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { useDocument, useVersions } from './api.ts'
import { fieldsOfDiff } from '../changes/field-changes.ts'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'
import type { VersionsSearch } from './versions-search.ts'
import styles from './versions.module.css'
import type { RecordKind, VersionPage } from './wire.ts'

const PAGE = 100

/** Who changed a record, when and how, and the way back. */
export function VersionsPage() {
  const { instanceId = '' } = useParams({ strict: false }) as { instanceId?: string }
  const search = useSearch({ strict: false }) as VersionsSearch
  const { kind = 'instance', id = instanceId } = search
  const [limit, setLimit] = useState(PAGE)
  const versions = useVersions(kind, id, limit)
  const name = useName(kind, id, versions.data)
  const address = addressOf(kind, instanceId, id)
  return (
    <Page
      title={name === '' ? versionText.title : versionText.titleOf(name)}
      lead={
        <Group gap="md">
          <Text size="sm">{versionText.kinds[kind]}</Text>
          {versions.data && <Text size="sm">{versionText.total(versions.data.totalRecords)}</Text>}
          <Anchor size="sm" component={Link} to={address}>
            {versionText.back}
          </Anchor>
        </Group>
      }
    >
      {versions.data === undefined ? (
        <Waiting error={versions.error} retry={() => void versions.refetch()} />
      ) : (
        <Versions
          kind={kind}
          id={id}
          page={versions.data}
          onOlder={
            versions.data.versions.length < versions.data.totalRecords ? () => setLimit(limit + PAGE) : null
          }
        />
      )}
    </Page>
  )
}

function Waiting({ error, retry }: { error: Error | null; retry: () => void }) {
  if (error === null) return <Loader aria-label={versionText.list} />
  if (error instanceof ApiError && error.status === 404) return <Alert>{versionText.none}</Alert>
  return <Failure error={error} retry={retry} />
}

function addressOf(kind: RecordKind, instanceId: string, id: string): string {
  const instance = `/inventory/${instanceId}`
  if (kind === 'instance') return instance
  return kind === 'holdings' ? `${instance}/holdings/${id}` : `${instance}/items/${id}`
}

/** What the record is called, as its last version says. */
function useName(kind: RecordKind, id: string, page: VersionPage | undefined): string {
  const last = page?.versions.find(({ action }) => action !== 'DELETE')?.version ?? null
  const { data = {} } = useDocument(kind, id, last)
  const names = kind === 'instance' ? [data.title] : [data.barcode, data.callNumber, data.hrid]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? ''
}

type Props = { kind: RecordKind; id: string; page: VersionPage; onOlder: (() => void) | null }

function Versions({ kind, id, page, onOlder }: Props) {
  const search = useSearch({ strict: false }) as VersionsSearch
  const navigate = useNavigate()
  const { versions, totalRecords } = page
  const change = (next: { n?: number | undefined; with?: number | undefined; field?: string }): void =>
    void navigate({
      to: '.',
      search: (old: VersionsSearch) => withoutEmpty({ ...old, ...next }),
      replace: true,
    })
  // Versions are counted from the first, so that an address stays right when later ones come.
  const numbered = versions.map((version, at) => ({ n: totalRecords - at, version }))
  const fields = [...new Set(versions.flatMap(({ diff }) => fieldsOfDiff(diff)))].toSorted()
  const { field } = search
  const shown =
    field === undefined
      ? numbered
      : numbered.filter(({ version }) => fieldsOfDiff(version.diff).includes(field))
  const open = numbered.find(({ n }) => n === search.n) ?? shown[0] ?? numbered[0]!
  return (
    <div className={styles.columns}>
      <div>
        <NativeSelect
          label={versionText.onlyField}
          size="xs"
          mb="xs"
          value={field ?? ''}
          data={[
            { value: '', label: versionText.allFields },
            ...fields.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(event) => change({ field: event.currentTarget.value, n: undefined, with: undefined })}
        />
        <VersionList
          versions={shown}
          current={totalRecords}
          open={open.n}
          onOpen={(n) => change({ n, with: undefined })}
        />
        {onOlder !== null && (
          <Button size="compact-sm" variant="default" mt="xs" onClick={onOlder}>
            {versionText.older}
          </Button>
        )}
      </div>
      <VersionView
        key={open.n}
        kind={kind}
        id={id}
        versions={numbered}
        open={open.n}
        other={search.with ?? null}
        onCompare={(n) => change({ n: open.n, with: n ?? undefined })}
        onRestored={() => change({ n: undefined, with: undefined, field: '' })}
      />
    </div>
  )
}

function withoutEmpty(search: Partial<Record<string, unknown>>): VersionsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}
