import { useEffect, useMemo, useRef } from 'react'
import { copiesText } from '#text/inventory-record.ts'
import { useActions } from '../../lib/actions.ts'
import type { Action } from '../../lib/actions.ts'
import { useBarrier } from '../../ui/allowed.tsx'

/** What the keyboard and the palette offer on the page of holdings. */
export function useHoldingsKeys(run: { edit: () => void; addItem: () => void }): void {
  const edit = useBarrier({ permission: 'inventory.holdings.item.put' }) ?? undefined
  const add = useBarrier({ permission: 'inventory.items.item.post' }) ?? undefined
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const actions = useMemo<Action[]>(
    () => [
      {
        id: 'holdings.edit',
        label: copiesText.editHoldings,
        keys: ['e', 'mod+alt+e'],
        group: 'page',
        disabledReason: edit,
        run: () => latest.current.edit(),
      },
      {
        id: 'holdings.item',
        label: copiesText.fullForm,
        keys: ['i'],
        group: 'page',
        disabledReason: add,
        run: () => latest.current.addItem(),
      },
    ],
    [edit, add],
  )
  useActions(actions)
}
