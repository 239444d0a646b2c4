import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconFileCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { importText } from '#text/import.ts'
import { formatBytes } from '../../../lib/format.ts'
import { notify } from '../../../ui/notices.ts'
import { useInspection } from '../set-up/inspection.ts'
import type { FileKind } from '../uploads/sniff-file.ts'
import { uploadCalls, uploadKeys } from '../uploads/upload-calls.ts'
import type { UploadDefinition } from '../uploads/upload-calls.ts'
import { forgetProgress } from '../uploads/upload-file.ts'
import { FileButton } from './local-file.tsx'
import styles from './home.module.css'
import { usePreviewOf } from './use-preview-of.ts'

type Props = { definition: UploadDefinition; fileKind: FileKind | undefined; box: ReactNode }

/** A file that the server has and that nobody said yet what to do with. */
export function StoredFile({ definition, fileKind, box }: Props) {
  const client = useQueryClient()
  const [file] = definition.fileDefinitions
  const isLoaded = definition.status === 'LOADED'
  const { data: inspection } = useInspection(isLoaded ? file?.id : undefined)
  if (file === undefined) return null
  const isReadable = inspection === undefined || inspection.reason === null
  const remove = async (): Promise<void> => {
    await uploadCalls.remove(definition.id)
    forgetProgress(definition.id)
    await client.invalidateQueries({ queryKey: uploadKeys.list })
    notify({ text: importText.removed(file.name) })
  }
  const Icon = isLoaded && isReadable ? IconFileCheck : IconAlertTriangle
  return (
    <Group gap="sm">
      {box}
      <Icon size={18} aria-hidden />
      <Text className={styles.name}>
        {file.name}{' '}
        <Text span size="sm" c="dimmed">
          {file.size !== undefined && formatBytes(file.size * 1024)}
        </Text>
      </Text>
      <div className={styles.state}>
        {isLoaded ? (
          <Contents name={file.name} inspection={inspection} fileKind={fileKind} />
        ) : (
          <Text size="sm">{importText.brokenBefore(file.name)}</Text>
        )}
      </div>
      <Group gap="xs">
        {isLoaded && isReadable && <NextStep id={definition.id} name={file.name} />}
        <FileButton verb={importText.removeFile} name={file.name} run={() => void remove()} />
      </Group>
    </Group>
  )
}

/** What is in the file, as far as it has been looked at. */
function Contents({
  name,
  inspection,
  fileKind,
}: {
  name: string
  inspection: ReturnType<typeof useInspection>['data']
  fileKind: FileKind | undefined
}) {
  if (inspection === undefined) return <Text size="sm">{importText.looking}</Text>
  if (inspection.reason !== null)
    return <Text size="sm">{importText.refused.unreadable(name, inspection.reason)}</Text>
  const isExpected = /\.(mrc|marc|xml|json|edi|edifact|inv)$/i.test(name) || typeof fileKind !== 'string'
  return (
    <>
      <Text size="sm">{importText.holds(inspection.recordCount ?? 0)}</Text>
      {!isExpected && (
        <Text size="sm" c="dimmed">
          {importText.otherEnding(name, importText.formats[inspection.format ?? ''] ?? '')}
        </Text>
      )}
    </>
  )
}

function NextStep({ id, name }: { id: string; name: string }) {
  const preview = usePreviewOf(id)
  if (preview !== null) {
    const words = preview.status === 'RUNNING' ? importText.previewRuns : importText.previewReady
    return (
      <>
        <Text size="sm">{words}</Text>
        <Button
          size="compact-sm"
          component={Link}
          to="/import/preview/$jobId"
          params={{ jobId: preview.id } as never}
          aria-label={importText.buttonOf(importText.openPreview, name)}
        >
          {importText.open}
        </Button>
      </>
    )
  }
  return (
    <Button
      size="compact-sm"
      component={Link}
      to="/import/new/$uploadDefinitionId"
      params={{ uploadDefinitionId: id } as never}
      aria-label={importText.buttonOf(importText.setUp, name)}
    >
      {importText.setUp}
    </Button>
  )
}
