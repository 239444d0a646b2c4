import { Alert, Button, FileInput, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listsText } from '#text/settings-lists.ts'
import { settingsText } from '#text/settings.ts'
import { notify } from '../../../ui/notices.ts'
import { listKey, saveValue } from './list-api.ts'
import { planImport } from './list-csv.ts'
import type { ImportPlan } from './list-csv.ts'
import type { ReferenceList } from './list-declarations.ts'
import type { ListValue, OtherLists } from './list-values.ts'

type Props = { list: ReferenceList; values: readonly ListValue[]; others: OtherLists; onClose: () => void }

/** Reads values from a CSV file, says what would change, and writes them after that. */
export function ImportValues({ list, values, others, onClose }: Props) {
  const client = useQueryClient()
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const read = async (file: File | null): Promise<void> => {
    setPlan(null)
    setFault(null)
    setRefused([])
    if (file === null) return
    try {
      setPlan(planImport(list, values, others, await file.text()))
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  const run = async (): Promise<void> => {
    if (plan === null || isBusy) return
    setBusy(true)
    const failures: string[] = []
    for (const write of plan.writes) {
      await saveValue(list, write).catch((error: Error) => failures.push(`${write.name}: ${error.message}`))
    }
    await client.invalidateQueries({ queryKey: listKey(list) })
    setBusy(false)
    setPlan(null)
    setRefused(failures)
    notify({ text: listsText.csv.done(plan.writes.length - failures.length) })
    if (failures.length === 0) onClose()
  }
  const columns = list.fields.map(({ label }) => label).join(', ')
  return (
    <Modal
      opened
      onClose={onClose}
      title={listsText.csv.title(list.title)}
      size="lg"
      closeButtonProps={{ 'aria-label': settingsText.close }}
    >
      <Stack>
        <FileInput
          label={listsText.csv.choose}
          description={listsText.csv.hint(columns)}
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(file) => void read(file)}
          data-autofocus
        />
        {fault !== null && <Alert color="red">{fault}</Alert>}
        {plan && <Plan plan={plan} />}
        {refused.length > 0 && <Problems title={listsText.csv.failed(refused.length)} texts={refused} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {settingsText.cancel}
          </Button>
          {plan !== null && plan.writes.length > 0 && (
            <Button onClick={() => void run()} aria-busy={isBusy}>
              {listsText.csv.run(plan.writes.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Plan({ plan }: { plan: ImportPlan }) {
  const { added, changed, same, problems } = plan
  return (
    <Stack gap="xs" role="status">
      <Text>{listsText.csv.plan(added, changed, same)}</Text>
      {problems.length > 0 && (
        <Problems
          title={listsText.csv.problems(problems.length)}
          texts={problems.map(({ line, text }) => listsText.csv.problem(line, text))}
        />
      )}
    </Stack>
  )
}

/** More lines than this help nobody. */
const MOST_LINES = 50

function Problems({ title, texts }: { title: string; texts: readonly string[] }) {
  return (
    <Alert color="yellow" title={title}>
      <List size="sm">
        {texts.slice(0, MOST_LINES).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
