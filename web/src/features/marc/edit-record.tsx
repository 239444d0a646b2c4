import { Alert, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { marcText } from '#text/marc.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useMay } from '../../lib/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { Page } from '../../ui/page.tsx'
import { marcPermissions } from './api.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import styles from './edit-record.module.css'
import { EditorFooter } from './editor-footer.tsx'
import { EditorTools } from './editor-tools.tsx'
import { Surface } from './editor/surface.tsx'
import type { Place, SurfaceHandle } from './editor/surface.tsx'
import { HelperColumn } from './helper-column.tsx'
import type { HelperHandle } from './helper-column.tsx'
import type { Lock } from './line-locks.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { nameOfLines } from './subject.ts'
import { useEditing } from './use-editing.ts'
import type { Editing, EditingStart } from './use-editing.ts'
import { useSaving } from './use-saving.ts'
import type { MarcFormat, RecordView } from './wire.ts'

type Props = {
  start: EditingStart
  format: MarcFormat
  /** Where Cancel and Save lead. */
  back: string
  /** Below the heading. */
  lead?: ReactNode
  /** Where to go on after a new record was stored. */
  onCreated?: (record: RecordView) => void
}

/** The editor with everything around the text: helper, problems, review, conflict, footer. */
export function EditRecord({ start, format, back, lead, onCreated }: Props) {
  const editing = useEditing(start)
  const navigate = useNavigate()
  const surface = useRef<SurfaceHandle>(null)
  const helper = useRef<HelperHandle>(null)
  const [place, setPlace] = useState<Place>({ line: 0, column: 0 })
  const [isReviewed, setReviewed] = useState(false)
  const [said, setSaid] = useState('')
  const [areCharactersOpen, setCharactersOpen] = useState(false)
  // On a small screen the page scrolls as a whole.
  const isRoomy = useMediaQuery('(min-width: 40em) and (min-height: 36em)', true)
  const permission = start.isNew ? marcPermissions.create : marcPermissions.edit
  const mayWrite = useMay(permission)
  const saving = useSaving(editing, {
    onSaved: (record, lines, isStaying) => {
      setReviewed(false)
      surface.current?.setLines(lines)
      if (onCreated !== undefined && start.isNew) onCreated(record)
      else if (!isStaying) void navigate({ to: back })
    },
    onRefused: () => {
      setReviewed(false)
      goToProblem(editing, surface.current, { line: -1, column: 0 })
    },
  })
  const name = nameOfLines(editing.lines, format)
  const save = (isStaying: boolean): void => {
    if (mayWrite) void saving.save(isStaying)
  }
  const context = useEditorContext(editing, format, setSaid)
  const keys = [
    { key: 'Mod-s', run: () => save(true) },
    { key: 'Mod-Shift-s', run: () => setCharactersOpen(true) },
    { key: 'F2', run: () => helper.current?.focusBoxes() },
    { key: 'F8', run: () => goToProblem(editing, surface.current, place) },
    { key: 'Alt-F1', run: () => setSaid(helper.current?.describe() ?? '') },
  ]
  return (
    <Page
      title={start.isNew ? marcText.newRecord : `${marcText.edit}: ${name || marcText.kinds[format]}`}
      isFull={isRoomy}
      lead={lead}
      actions={
        <EditorTools
          areCharactersOpen={areCharactersOpen}
          onCharacters={setCharactersOpen}
          onInsert={(text) => surface.current?.insert(text)}
        />
      }
    >
      <DraftNotice editing={editing} start={start} onDropped={(lines) => surface.current?.setLines(lines)} />
      {!mayWrite && <Alert>{marcText.readOnly(permission)}</Alert>}
      {saving.error !== null && <Failure error={saving.error} retry={() => save(true)} />}
      {saving.conflict !== null && (
        <ConflictPanel
          editing={editing}
          saving={saving}
          onLines={(lines) => surface.current?.setLines(lines)}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.text}>
          <Surface
            ref={surface}
            label={marcText.surface(name || marcText.kinds[format])}
            initial={editing.lines}
            context={context}
            isReadOnly={!mayWrite}
            problems={editing.problems}
            onChange={editing.setLines}
            onMove={setPlace}
            onPasted={(n) => setSaid(marcText.pasted(n))}
            keys={keys}
          />
          <Text size="sm" role="status" className={styles.status}>
            {said}
          </Text>
        </div>
        <HelperColumn ref={helper} editing={editing} place={place} surface={surface} />
      </div>
      <EditorFooter
        editing={editing}
        permission={permission}
        isSaving={saving.isSaving}
        onCancel={() => void navigate({ to: back })}
        onReview={() => setReviewed(true)}
        onSave={() => save(true)}
        onProblem={() => goToProblem(editing, surface.current, place)}
      />
      <ReviewDialog
        isOpen={isReviewed}
        editing={editing}
        isNew={start.isNew}
        isSaving={saving.isSaving}
        onSave={save}
        onClose={() => setReviewed(false)}
      />
    </Page>
  )
}

function useEditorContext(editing: Editing, format: MarcFormat, say: (text: string) => void) {
  const { rules, base } = editing
  const onRefused = useCallback((lock: Lock) => say(lock.reason), [say])
  return useMemo(
    () => ({ format, rules, stored: new Set(base), onRefused }),
    [format, rules, base, onRefused],
  )
}

/** Selects the next error behind the cursor, after the last the first; warnings when there are no errors. */
function goToProblem({ problems }: Editing, surface: SurfaceHandle | null, { line, column }: Place): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const placed = (errors.length > 0 ? errors : problems).flatMap((one) =>
    one.line === null ? [] : [{ ...one, line: one.line }],
  )
  const next = placed.find((one) => one.line > line || (one.line === line && one.from > column)) ?? placed[0]
  if (next === undefined) notify({ text: marcText.noProblems, kind: 'news' })
  else surface?.goTo(next.line, next.from, next.to)
}

type DraftProps = { editing: Editing; start: EditingStart; onDropped: (lines: readonly string[]) => void }

function DraftNotice({ editing, start, onDropped }: DraftProps) {
  if (editing.draftOf === null) return null
  return (
    <Alert color="blue" role="status">
      <Group justify="space-between">
        <Text size="sm">{marcText.draftFound(formatDateTime(editing.draftOf))}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            editing.forgetDraft()
            onDropped(start.lines)
          }}
        >
          {marcText.dropDraft}
        </Button>
      </Group>
    </Alert>
  )
}
