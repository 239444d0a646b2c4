import { Alert, Anchor, Button, Group, Loader, Menu, Switch, Text } from '@mantine/core'
import { IconCopy, IconHistory, IconPencil, IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { marcText } from '#text/marc.ts'
import { useActions } from '../../lib/actions.ts'
import { formatDateTime } from '../../lib/format.ts'
import { ApiError } from '../../lib/http.ts'
import { linesOfJson, marcXmlOf } from '../../lib/marc-text.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useMay } from '../../lib/session.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { Page } from '../../ui/page.tsx'
import { fetchIso2709, marcPermissions, useSourceRecord } from './api.ts'
import type { SourceRecord } from './api.ts'
import { MarcTable } from './marc-table.tsx'
import { nameOfLines } from './subject.ts'
import type { Subject } from './subject.ts'
import { useSubject } from './use-subject.ts'

/** The MARC of a record, to read, copy and print. */
export function SourcePage() {
  const subject = useSubject()
  const source = useSourceRecord(subject.format, subject.id)
  if (source.data === undefined) {
    const isAbsent = source.error instanceof ApiError && source.error.status === 404
    return (
      <Page title={marcText.source}>
        {source.error === null && <Loader aria-label={marcText.checking} />}
        {isAbsent && <Alert>{marcText.noRecord}</Alert>}
        {source.error !== null && !isAbsent && (
          <Failure error={source.error} retry={() => void source.refetch()} />
        )}
      </Page>
    )
  }
  return <Source subject={subject} record={source.data} />
}

function Source({ subject, record }: { subject: Subject; record: SourceRecord }) {
  const { content } = record.parsedRecord
  const lines = useMemo(() => linesOfJson(content), [content])
  const name = nameOfLines(lines, subject.format)
  const [hasLabels, setLabels] = usePreference('marc.labels', false)
  const [hasPositions, setPositions] = usePreference('marc.positions', false)
  useSourceActions(subject)
  const changed = record.metadata?.updatedDate
  return (
    <Page
      title={`${marcText.source}: ${name || marcText.kinds[subject.format]}`}
      lead={
        <Group gap="md">
          <Text size="sm">{marcText.kinds[subject.format]}</Text>
          {changed !== undefined && (
            <Text size="sm">{marcText.lastChanged(formatDateTime(changed), '')}</Text>
          )}
          {subject.address !== subject.sourceAddress && (
            <Anchor size="sm" component={Link} to={subject.address}>
              {marcText.toInstance}
            </Anchor>
          )}
        </Group>
      }
      actions={<SourceButtons subject={subject} record={record} lines={lines} />}
    >
      {record.deleted === true && <Alert color="red">{marcText.deleted}</Alert>}
      <Group>
        <Switch
          label={marcText.labels}
          checked={hasLabels}
          onChange={(event) => setLabels(event.currentTarget.checked)}
        />
        <Switch
          label={marcText.positions}
          checked={hasPositions}
          onChange={(event) => setPositions(event.currentTarget.checked)}
        />
      </Group>
      <MarcTable
        record={content}
        format={subject.format}
        name={name}
        hasLabels={hasLabels}
        hasPositions={hasPositions}
      />
    </Page>
  )
}

function useSourceActions({ editAddress, address }: Subject): void {
  const navigate = useNavigate()
  const mayEdit = useMay(marcPermissions.edit)
  useActions(
    useMemo(
      () => [
        {
          id: 'marc.edit',
          label: marcText.edit,
          keys: ['e', 'mod+alt+e', 'ctrl+shift+e'],
          group: 'page' as const,
          run: () => void navigate({ to: editAddress }),
          disabledReason: mayEdit ? undefined : marcText.readOnly(marcPermissions.edit),
        },
        {
          id: 'marc.close',
          label: marcText.toInstance,
          keys: ['m'],
          group: 'page' as const,
          run: () => void navigate({ to: address }),
        },
      ],
      [navigate, editAddress, address, mayEdit],
    ),
  )
}

type ButtonsProps = { subject: Subject; record: SourceRecord; lines: readonly string[] }

function SourceButtons({ subject, record, lines }: ButtonsProps) {
  const navigate = useNavigate()
  const versions = subject.versionsAddress
  return (
    <>
      <AllowedButton
        permission={marcPermissions.edit}
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => void navigate({ to: subject.editAddress })}
      >
        {marcText.edit}
      </AllowedButton>
      {subject.format === 'BIBLIOGRAPHIC' && (
        <AllowedButton
          variant="default"
          permission={marcPermissions.create}
          onClick={() => void navigate({ to: '/marc/new', search: { from: subject.id } })}
        >
          {marcText.derive}
        </AllowedButton>
      )}
      <CopyMenu record={record} lines={lines} />
      {versions !== null && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => void navigate(versions)}
        >
          {marcText.versions}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => globalThis.print()}
      >
        {marcText.print}
      </Button>
    </>
  )
}

function CopyMenu({ record, lines }: { record: SourceRecord; lines: readonly string[] }) {
  const { id, content } = record.parsedRecord
  const copy = async (form: string, text: () => string | Promise<string>): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text())
      notify({ text: marcText.copied(form) })
    } catch {
      notify({ text: marcText.notCopied, kind: 'problem' })
    }
  }
  const forms: readonly [string, () => string | Promise<string>][] = [
    [marcText.asText, () => lines.join('\n')],
    [marcText.asMarc, () => fetchIso2709(id)],
    [marcText.asXml, () => marcXmlOf(content)],
    [marcText.asJson, () => JSON.stringify(content, null, 2)],
  ]
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />}>
          {marcText.copyAs}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map(([form, text]) => (
          <Menu.Item key={form} onClick={() => void copy(form, text)}>
            {form}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
