import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { findFirst } from './api.ts'
import { cleanText, readText } from './read-text.ts'
import { quote } from './write-cql.ts'

/** Opens the title of the one item that has a scanned barcode, with that copy in view; else the list stays. */
export function useOpenScanned(): (text: string) => Promise<void> {
  const navigate = useNavigate()
  const last = useRef(0)
  return useCallback(
    async (text) => {
      const asked = ++last.current
      const readings = readText(text)
      if (!readings.includes('barcode')) return
      const answer = await findFirst('items', `items.barcode == ${quote(cleanText(text), true)}`).catch(
        () => null,
      )
      const row = answer?.rows[0]
      if (asked !== last.current || answer?.total !== 1 || row?.kind !== 'items') return
      await navigate({
        to: '/inventory/$instanceId',
        params: { instanceId: row.instanceId },
        search: { item: row.id },
      } as never)
    },
    [navigate],
  )
}
