import { useEffectEvent, useMemo } from 'react'
import { useActions } from '../../lib/actions.ts'
import type { Action } from '../../lib/actions.ts'

/** Offers one action of the page to the keyboard and the palette; `run` may be another function each time. */
export function usePageAction({ id, label, keys, run, disabledReason }: Omit<Action, 'group'>): void {
  const act = useEffectEvent(run)
  const key = keys?.join('|') ?? ''
  const actions = useMemo(
    (): Action[] => [
      {
        id,
        label,
        ...(key !== '' && { keys: key.split('|') }),
        group: 'page',
        run: () => act(),
        disabledReason,
      },
    ],
    [id, label, key, disabledReason],
  )
  useActions(actions)
}
