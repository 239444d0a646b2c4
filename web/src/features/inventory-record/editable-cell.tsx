import { Popover, Text, TextInput, UnstyledButton } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { copiesText, recordText } from '#text/inventory-record.ts'
import { explainError } from '../../ui/failure.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { cleanScan, useBarcodeOwner } from './barcode.ts'
import styles from './copies.module.css'
import type { Item } from './records.ts'
import { FieldTakenError, useSaveItemFields } from './save-item.ts'

/** Fields of an item that are typed in its row. */
export type TextCell = 'barcode' | 'volume' | 'enumeration' | 'chronology' | 'copyNumber'

type Props = {
  item: Item
  field: TextCell
  label: string
  /** How the item is called for screen readers. */
  name: string
  isEditing: boolean
  onEdit: () => void
  /** The cell is left; `isSaved` tells whether the value went in. */
  onDone: (isSaved: boolean) => void
}

/** A value in a row: a click or Enter opens it, Enter saves it, Escape leaves it as it was. */
export function EditableCell(props: Props) {
  const { item, field, label, name, isEditing, onEdit } = props
  const value = item[field] ?? ''
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <CellInput {...props} />
  return (
    <UnstyledButton
      ref={button}
      className={styles.cell}
      onClick={onEdit}
      aria-label={copiesText.editCell(label, name, value)}
    >
      {value === '' ? '–' : value}
    </UnstyledButton>
  )
}

function CellInput({ item, field, label, name, onDone }: Props) {
  const [base, setBase] = useState(item)
  const [text, setText] = useState(item[field] ?? '')
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveItemFields()
  const owner = useBarcodeOwner(field === 'barcode' ? text : '', item.id)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])

  const finish = async (): Promise<void> => {
    if (owner !== null || isSaving) return
    if (text === (item[field] ?? '')) {
      onDone(true)
      return
    }
    setSaving(true)
    try {
      await save(base, { [field]: text === '' ? undefined : text })
      onDone(true)
    } catch (error) {
      if (error instanceof FieldTakenError) {
        setBase(error.newest)
        setProblem(copiesText.changedTo(error.newest[field] ?? ''))
      } else setProblem(explainError(error as Error))
      setSaving(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void finish()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onDone(false)
    }
  }
  const isWrong = owner !== null || problem !== null
  return (
    <Popover
      opened={isWrong}
      position="bottom-start"
      withArrow
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
    >
      <Popover.Target>
        <TextInput
          ref={input}
          size="xs"
          className={styles.input}
          aria-label={copiesText.cellOf(label, name)}
          aria-busy={isSaving}
          autoFocus
          value={text}
          error={isWrong}
          onChange={(event) => {
            setText(field === 'barcode' ? cleanScan(event.currentTarget.value) : event.currentTarget.value)
            setProblem(null)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (!isSaving && !isWrong && text === (item[field] ?? '')) onDone(false)
          }}
        />
      </Popover.Target>
      <Popover.Dropdown maw={360} p="xs">
        <Text size="sm" role="alert" component="div">
          {problem ?? (owner && <Taken owner={owner} />)}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The title that has the barcode, with a way to it. */
export function Taken({ owner }: { owner: Item }) {
  return (
    <>
      {recordText.taken(owner.title ?? owner.hrid ?? '')}{' '}
      <PageLink to="/inventory/items/$itemId" params={{ itemId: owner.id }} target="_blank">
        {recordText.openIt}
      </PageLink>
    </>
  )
}
