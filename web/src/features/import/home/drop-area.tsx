import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { importText } from '#text/import.ts'
import { usePageAction } from '../use-page-action.ts'
import { addFiles } from '../uploads/upload-queue.ts'
import styles from './home.module.css'

/** Takes files: dropped anywhere on the page, pasted, or chosen (`u`). */
export function DropArea() {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDropAnywhere()
  usePageAction({
    id: 'import.choose-files',
    label: importText.chooseFiles,
    keys: ['u'],
    run: () => input.current?.click(),
  })
  return (
    <>
      <UnstyledButton
        className={styles.drop}
        onClick={() => input.current?.click()}
        data-over={isOver || undefined}
      >
        <Group justify="center" wrap="nowrap">
          <IconFileImport size={32} aria-hidden />
          <Stack gap={0}>
            <Text fw={600}>{importText.drop}</Text>
            <Text size="sm" c="dimmed">
              {importText.dropKinds}
            </Text>
          </Stack>
        </Group>
      </UnstyledButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={importText.chooseFiles}
        onChange={(event) => {
          void addFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {isOver && (
        <Box className={styles.veil} aria-hidden>
          {importText.dropNow}
        </Box>
      )}
    </>
  )
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Makes the whole window take files. @returns whether files hover over it */
function useDropAnywhere(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    addEventListener(
      'dragover',
      (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    addEventListener(
      'dragleave',
      (event) => {
        if (event.relatedTarget === null) setOver(false)
      },
      { signal },
    )
    addEventListener(
      'drop',
      (event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(false)
        void addFiles([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        void addFiles(files)
      },
      { signal },
    )
    return () => over.abort()
  }, [])
  return isOver
}
