import { Button, Checkbox, Group, Stack, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { importText } from '#text/import.ts'
import { Failure } from '../../../ui/failure.tsx'
import { uploadCalls, uploadKeys } from '../uploads/upload-calls.ts'
import type { UploadDefinition } from '../uploads/upload-calls.ts'
import { useUploads } from '../uploads/upload-queue.ts'
import type { Upload } from '../uploads/upload-queue.ts'
import { LocalFile } from './local-file.tsx'
import { StoredFile } from './stored-file.tsx'
import styles from './home.module.css'

/** Files on their way, and those that are there and wait for the person to say what to do with them. */
export function WaitingFiles() {
  const uploads = useUploads()
  const { data, error, refetch } = useWaitingUploads(uploads)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const local = uploads.filter(({ state }) => state !== 'done')
  const localIds = new Set(local.map(({ definitionId }) => definitionId))
  const stored = (data ?? []).filter(({ id }) => !localIds.has(id))
  const ready = stored.filter(({ status }) => status === 'LOADED')
  const chosen = ready.filter(({ id }) => selected.has(id))
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />
  if (local.length + stored.length === 0) return null

  const toggle = (id: string, isOn: boolean): void => {
    const next = new Set(selected)
    if (isOn) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  return (
    <Stack gap="xs" component="section" aria-labelledby="waiting">
      <Group justify="space-between">
        <Title order={2} size="h4" id="waiting">
          {importText.waiting}
        </Title>
        {chosen.length > 1 && <SetUpTogether chosen={chosen} />}
      </Group>
      <ul className={styles.files} tabIndex={0} aria-labelledby="waiting">
        {local.map((upload) => (
          <li key={upload.key} className={styles.file}>
            <LocalFile upload={upload} />
          </li>
        ))}
        {stored.map((definition) => (
          <li key={definition.id} className={styles.file}>
            <StoredFile
              definition={definition}
              fileKind={uploads.find(({ definitionId }) => definitionId === definition.id)?.fileKind}
              box={
                ready.length > 1 &&
                definition.status === 'LOADED' && (
                  <Checkbox
                    size="xs"
                    aria-label={importText.selectFile(definition.fileDefinitions[0]?.name ?? '')}
                    checked={selected.has(definition.id)}
                    onChange={(event) => toggle(definition.id, event.currentTarget.checked)}
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function SetUpTogether({ chosen }: { chosen: readonly UploadDefinition[] }) {
  const navigate = useNavigate()
  const [first, ...others] = chosen
  return (
    <Button
      size="compact-sm"
      onClick={() =>
        void navigate({
          to: '/import/new/$uploadDefinitionId',
          params: { uploadDefinitionId: first!.id },
          search: { also: others.map(({ id }) => id).join(',') },
        } as never)
      }
    >
      {importText.setUpSelected(chosen.length)}
    </Button>
  )
}

/** The person's uploads that were not handed over; asked for again whenever one of this page is through. */
function useWaitingUploads(uploads: readonly Upload[]) {
  const client = useQueryClient()
  const done = uploads.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (done > 0) void client.invalidateQueries({ queryKey: uploadKeys.list })
  }, [client, done])
  return useQuery({
    queryKey: uploadKeys.list,
    queryFn: async ({ signal }) => (await uploadCalls.listWaiting(signal)).uploadDefinitions,
    staleTime: 0,
  })
}
