import { VisuallyHidden } from '@mantine/core'
import { bulkEditReviewText as words } from '#text/bulk-edit-review.ts'
import styles from './review.module.css'
import type { Change } from './api.ts'

/** A value that changes: what it is, an arrow, what it becomes; the words "from" and "to" for those who hear it. */
export function ChangeCell({ change }: { change: Change | undefined }) {
  if (change === undefined) return <span aria-label={words.unchanged}>–</span>
  const { from, to } = change
  return (
    <span className={styles.change} title={`${from || words.none} → ${to || words.none}`}>
      <VisuallyHidden>{words.from} </VisuallyHidden>
      <del className={styles.from}>{from || words.none}</del>
      <span aria-hidden> → </span>
      <VisuallyHidden> {words.to} </VisuallyHidden>
      <ins className={styles.to}>{to || words.none}</ins>
    </span>
  )
}
