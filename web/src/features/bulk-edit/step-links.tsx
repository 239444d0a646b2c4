import { Link } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import type { Operation } from './api.ts'
import { STEPS, barrierOf } from './operation-state.ts'
import type { PageStep } from './operation-state.ts'
import styles from './step-links.module.css'

type Props = { operation: Operation; current: PageStep }

/** The four steps as links; a step that can't be opened yet says why. */
export function StepLinks({ operation, current }: Props) {
  return (
    <nav aria-label={bulkEditText.operation.steps}>
      <ol className={styles.steps}>
        {STEPS.map((step, at) => {
          const barrier = barrierOf(operation, step)
          const name = `${at + 1} ${bulkEditText.operation.step[step]}`
          return (
            <li key={step} className={styles.step} data-current={step === current}>
              {barrier === null ? (
                <Link
                  to={`/bulk-edit/${operation.id}/${step}`}
                  aria-current={step === current ? 'step' : undefined}
                >
                  {name}
                </Link>
              ) : (
                <span title={barrier}>{name}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
