import { Badge, Group, Text, UnstyledButton } from '@mantine/core'
import { versionText } from '#text/versions.ts'
import { formatDateTime } from '../../../lib/format.ts'
import styles from './versions.module.css'
import type { Version } from './wire.ts'

/** A version with its number, counted from the first. */
export type NumberedVersion = { n: number; version: Version }

type Props = {
  versions: readonly NumberedVersion[]
  /** Number of the newest version. */
  current: number
  open: number
  onOpen: (n: number) => void
}

/** The versions of a record: when, what, who, and what did it. */
export function VersionList({ versions, current, open, onOpen }: Props) {
  return (
    <ul className={styles.list} aria-label={versionText.list}>
      {versions.map(({ n, version }) => (
        <li key={n}>
          <UnstyledButton
            className={styles.version}
            data-open={n === open}
            aria-current={n === open}
            onClick={() => onOpen(n)}
          >
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm" fw={600}>
                {formatDateTime(version.at)}
              </Text>
              {n === current && (
                <Badge variant="light" tt="none">
                  {versionText.current}
                </Badge>
              )}
            </Group>
            <Text size="sm">
              {versionText.actions[version.action]} {versionText.by(personOf(version))} · {causeOf(version)}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** Who it was. */
export function personOf({ user }: Version): string {
  if (user === undefined) return versionText.system
  return user.username ?? versionText.gonePerson
}

/** What changed the record. */
export function causeOf({ cause }: Version): string {
  return versionText.causes[cause.kind](cause.number)
}
