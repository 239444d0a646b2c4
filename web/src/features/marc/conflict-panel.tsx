import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { marcText } from '#text/marc.ts'
import { formatDateTime } from '../../lib/format.ts'
import { LineDiff } from '../../ui/diff.tsx'
import { decidedLines, mergeLines } from './merge-lines.ts'
import type { LineOverlap } from './merge-lines.ts'
import { linesOfView, linksOf, recordOfLines, tidyLines } from './record-lines.ts'
import type { Editing } from './use-editing.ts'
import type { Saving } from './use-saving.ts'
import type { RecordView } from './wire.ts'

type Props = { editing: Editing; saving: Saving; onLines: (lines: readonly string[]) => void }
type Choice = 'mine' | 'theirs'

/** Somebody saved the record meanwhile: their fields and mine, put together by one click or field by field. */
export function ConflictPanel({ editing, saving, onLines }: Props) {
  const { theirs, mine } = saving.conflict!
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>([])
  const stored = useMemo(() => tidyLines(linesOfView(theirs)), [theirs])
  const merge = useMemo(
    () => mergeLines(withoutSystem(editing.base), withoutSystem(mine), stored),
    [editing.base, mine, stored],
  )
  const isDecided = merge.overlaps.every((_, at) => choices[at] !== undefined)
  const who = nameOf(theirs)
  const when = formatDateTime(theirs.updateInfo?.updateDate)
  const title =
    merge.overlaps.length === 0
      ? marcText.conflictApart(who, when)
      : marcText.conflictSame(who, when, merge.overlaps.length)
  const put = async (): Promise<void> => {
    const lines = decidedLines(merge, choices as readonly Choice[])
    onLines(lines)
    editing.setStored(theirs)
    await saving.save(true, recordOfLines(lines, theirs, new Map([...linksOf(theirs), ...editing.links])))
  }
  const takeTheirs = (): void => {
    editing.setStored(theirs)
    editing.forgetDraft()
    onLines(linesOfView(theirs))
    saving.setConflict(null)
  }
  return (
    <Alert color="orange" role="alert" title={title}>
      <Stack gap="sm">
        <Text size="sm">{marcText.nothingWritten}</Text>
        {merge.overlaps.length === 0 ? (
          <LineDiff label={title} before={withoutSystem(editing.base)} after={stored} />
        ) : (
          merge.overlaps.map((overlap, at) => (
            <Overlap
              key={`${at} ${overlap.base}`}
              overlap={overlap}
              choice={choices[at]}
              onChoose={(choice) =>
                setChoices((old) => merge.overlaps.map((_, i) => (i === at ? choice : old[i])))
              }
            />
          ))
        )}
        <Group>
          <Button onClick={() => void put()} disabled={!isDecided} aria-busy={saving.isSaving}>
            {merge.overlaps.length === 0 ? marcText.putOnTop : marcText.saveChosen}
          </Button>
          <Button variant="default" onClick={takeTheirs}>
            {marcText.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** The lines that people write: the server sets the time and its own ids. */
function withoutSystem(lines: readonly string[]): string[] {
  return tidyLines(lines).filter((line) => !/^(?:005|999 ff)/.test(line))
}

function nameOf({ updateInfo }: RecordView): string {
  const { firstName, lastName, username } = updateInfo?.updatedBy ?? {}
  return [firstName, lastName].filter(Boolean).join(' ') || username || marcText.somebody
}

type OverlapProps = { overlap: LineOverlap; choice: Choice | undefined; onChoose: (choice: Choice) => void }

function Overlap({ overlap, choice, onChoose }: OverlapProps) {
  const tag = overlap.base.slice(0, 3)
  const option = (side: Choice, label: string, line: string | null) => (
    <Radio
      value={side}
      label={
        <Text size="sm" ff="monospace">
          {label}: {line ?? marcText.fieldGone}
        </Text>
      }
    />
  )
  return (
    <Radio.Group
      label={`${marcText.before}: ${overlap.base}`}
      value={choice ?? null}
      onChange={(value) => onChoose(value as Choice)}
      aria-label={marcText.chooseFor(tag, '')}
    >
      {option('mine', marcText.mine, overlap.mine)}
      {option('theirs', marcText.theirs, overlap.theirs)}
    </Radio.Group>
  )
}
