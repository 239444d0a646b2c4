import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { findItemByBarcode } from './api.ts'
import type { Item } from './records.ts'

const PAUSE_MS = 250

/** What a scanner sends without its control characters; blanks are data. */
export function cleanScan(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '')
}

/** The item that has the barcode already, asked for after a pause in typing; null when it is free or still typed. */
export function useBarcodeOwner(barcode: string, ownId: string | null): Item | null {
  const [settled] = useDebouncedValue(barcode, PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['inventory', 'barcode', settled],
    queryFn: async ({ signal }) => findItemByBarcode(settled, signal),
    enabled: settled !== '',
    staleTime: 2000,
  })
  return settled === barcode && data && data.id !== ownId ? data : null
}

/** False for a barcode of the usual fourteen digits whose last one does not fit (modulus 10). */
export function isCheckDigitRight(barcode: string): boolean {
  if (!/^\d{14}$/.test(barcode)) return true
  const sum = [...barcode].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
