import { Text } from '@mantine/core'
import { profileText } from '#text/import-steps.ts'
import type { Step } from '../../../lib/profile-words.ts'
import styles from './set-up.module.css'

/** The steps of a profile as a small tree: what is looked for, and what happens when it is found and when not. */
export function StepTree({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return <Text size="sm">{profileText.noSteps}</Text>
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.id}>
          <Text span fw={step.kind === 'match' ? 600 : 400} title={step.name}>
            {step.words}
          </Text>
          {step.found.length > 0 && <Branch word={profileText.found} steps={step.found} />}
          {step.notFound.length > 0 && <Branch word={profileText.notFound} steps={step.notFound} />}
        </li>
      ))}
    </ol>
  )
}

function Branch({ word, steps }: { word: string; steps: readonly Step[] }) {
  return (
    <div className={styles.branch}>
      <Text span size="sm" c="dimmed">
        {word} <span aria-hidden>→</span>
      </Text>
      <StepTree steps={steps} />
    </div>
  )
}
