import { recordText } from '#text/inventory-record.ts'
import { notify } from '../../ui/notices.ts'

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  notify({ text: recordText.copied(text), kind: 'news' })
}
