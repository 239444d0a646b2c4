import { Link } from '@tanstack/react-router'
import styles from './step-links.module.css'

type Props = {
  /** What the tabs are, for screen readers. */
  label: string
  current: string
  tabs: readonly { value: string; label: string }[]
}

/** Counts that filter the table below; the choice is in the address. */
export function FilterTabs({ label, current, tabs }: Props) {
  return (
    <nav aria-label={label}>
      <ul className={styles.steps}>
        {tabs.map(({ value, label: name }) => (
          <li key={value} className={styles.step} data-current={value === current}>
            <Link
              to="."
              search={(old: Record<string, unknown>) => ({ ...old, show: value })}
              replace
              aria-current={value === current ? 'true' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
