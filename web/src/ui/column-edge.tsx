import type { PointerEvent } from 'react'
import { tableText } from '#text/table.ts'
import styles from './data-table.module.css'

const STEP = 16

type Props = { name: string; onWidth: (pixels: number) => void }

/** The edge of a column's head, which is dragged, or moved by the arrow keys, to make the column wider or narrower. */
export function ColumnEdge({ name, onWidth }: Props) {
  const begin = (event: PointerEvent<HTMLSpanElement>): void => {
    const head = event.currentTarget.closest('th')
    if (head === null) return
    event.preventDefault()
    const edge = event.currentTarget
    const { clientX, pointerId } = event
    const width = head.offsetWidth
    edge.setPointerCapture(pointerId)
    const drag = (move: globalThis.PointerEvent): void => onWidth(Math.round(width + move.clientX - clientX))
    edge.addEventListener('pointermove', drag)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', drag), {
      once: true,
    })
  }
  return (
    <span
      role="slider"
      aria-label={tableText.columnWidth(name)}
      aria-orientation="horizontal"
      aria-valuenow={0}
      aria-valuetext={tableText.columnWidthKeys}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={begin}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
        const head = event.currentTarget.closest('th')
        if (step === undefined || head === null) return
        event.preventDefault()
        event.stopPropagation()
        onWidth(head.offsetWidth + step)
      }}
    />
  )
}
