import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { copiesText } from '#text/inventory-record.ts'
import { explainError } from '../../ui/failure.tsx'
import { ReferenceSelect } from '../../ui/reference-select.tsx'
import styles from './copies.module.css'
import type { Item } from './records.ts'
import { useSaveItemFields } from './save-item.ts'

type Props = { item: Item; name: string; mayEdit: boolean }

/** Where the item is. Opened, its own permanent location is chosen; cleared, it is where its holdings are. */
export function LocationCell({ item, name, mayEdit }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveItemFields()
  const place = item.effectiveLocation?.name ?? item.effectiveLocation?.id ?? ''
  if (!mayEdit) return <>{place}</>
  if (!isEditing) {
    return (
      <UnstyledButton
        className={styles.cell}
        onClick={() => setEditing(true)}
        aria-label={copiesText.editCell(copiesText.location, name, place)}
      >
        {place === '' ? '–' : place}
      </UnstyledButton>
    )
  }
  const choose = async (id: string | undefined): Promise<void> => {
    try {
      await save(item, { permanentLocation: id === undefined ? undefined : { id } } as Partial<Item>)
      setEditing(false)
    } catch (error) {
      setProblem(explainError(error as Error))
    }
  }
  return (
    <ReferenceSelect
      list="locations"
      size="xs"
      className={styles.input ?? ''}
      aria-label={copiesText.cellOf(copiesText.location, name)}
      placeholder={copiesText.keepsHoldingsLocation}
      autoFocus
      defaultDropdownOpened
      clearable
      value={item.permanentLocation?.id}
      onChange={(id) => void choose(id)}
      error={problem}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      onBlur={() => setEditing(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        setEditing(false)
      }}
    />
  )
}
