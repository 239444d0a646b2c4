import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { isBinary } from './is-binary.ts'
import styles from './list-input.module.css'
import { scannedAgain } from './scanned-again.ts'
import type { ListState } from './use-list.ts'

const words = bulkEditText.start

type Props = { state: ListState; onFind: () => void }

/** The box that a list is pasted, scanned or typed into, or a file is dropped on. */
export function ListInput({ state, onFind }: Props) {
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [repeated, setRepeated] = useState('')
  const take = async (file: File | null | undefined): Promise<void> => {
    if (!file) return
    const isText = !isBinary(new Uint8Array(await file.slice(0, 4096).arrayBuffer()))
    setProblem(isText ? null : words.notText(file.name))
    if (isText) state.setFile(file.name, await file.text())
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter') return
    if (event.ctrlKey || event.metaKey) onFind()
    else {
      const again = scannedAgain(event.currentTarget.value, event.currentTarget.selectionStart)
      setRepeated(again === null ? '' : words.scannedAgain(again))
    }
  }
  return (
    <Stack
      gap="xs"
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {state.file === null ? (
        <Textarea
          label={words.list}
          description={words.listHint}
          value={state.text}
          onChange={(event) => state.setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          error={problem}
          rows={9}
          classNames={{ input: styles.list! }}
          spellCheck={false}
          autoCapitalize="none"
          data-scan
        />
      ) : (
        <FileContent state={state} />
      )}
      <Group gap="xs">
        <FileButton onChange={(file) => void take(file)} accept=".csv,.tsv,.txt,text/*">
          {(button) => (
            <Button {...button} variant="default" size="compact-sm" leftSection={<IconUpload size={16} />}>
              {words.chooseFile}
            </Button>
          )}
        </FileButton>
        {state.text !== '' && (
          <Button variant="subtle" size="compact-sm" onClick={state.clear}>
            {words.clear}
          </Button>
        )}
        <Text size="sm" role="status" c="orange">
          {repeated}
        </Text>
      </Group>
    </Stack>
  )
}

/** The beginning of a file that was dropped; a long one would make a text field slow. */
function FileContent({ state }: { state: ListState }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {words.fileRead(state.file ?? '')}
      </Text>
      <Paper withBorder p="xs" className={styles.list}>
        {state.list.values.slice(0, 8).map((value, at) => (
          <div key={at}>{value}</div>
        ))}
        {state.list.values.length > 8 && <div>…</div>}
      </Paper>
    </div>
  )
}
