import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shellText } from '#text/shell.ts'
import { tryAgain, useConnection } from '../lib/connection.ts'
import styles from './frame.module.css'

/** A line over the page while the server does not answer, or takes long to. */
export function ConnectionBanner() {
  const connection = useConnection()
  const seconds = useSecondsUntil(connection.works ? null : connection.retryAt)
  if (connection.works) {
    return connection.isSlow ? (
      <div className={styles.banner} role="status">
        <Text size="sm">{shellText.slow}</Text>
      </div>
    ) : null
  }
  return (
    <div className={styles.banner} data-kind="offline">
      {/* The count-down is for the eyes; screen readers are told once. */}
      <Text size="sm" role="alert" aria-label={shellText.offline(3)}>
        <span aria-hidden>{shellText.offline(seconds)}</span>
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void tryAgain()}>
        {shellText.retryNow}
      </Button>
    </div>
  )
}

function useSecondsUntil(instant: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (instant === null) return undefined
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [instant])
  return instant === null ? 0 : Math.max(0, Math.ceil((instant - now) / 1000))
}

const ASK_EVERY_MS = 5 * 60_000

/** The script that this page was loaded with. */
const ownScript = (): string =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? ''

async function servesOther(): Promise<boolean> {
  const response = await fetch('/app/', { headers: { accept: 'text/html' }, cache: 'no-cache' })
  const served = /<script type="module"[^>]* src="([^"]+)"/.exec(await response.text())?.[1]
  return response.ok && served !== undefined && served !== ownScript()
}

/** Tells that the server has a newer app than this page; it is never loaded by itself. */
export function NewVersionBanner() {
  const { data: isNew } = useQuery({
    queryKey: ['new version'],
    queryFn: servesOther,
    staleTime: ASK_EVERY_MS,
    refetchInterval: (query) => (query.state.data === true ? false : ASK_EVERY_MS),
    refetchOnWindowFocus: true,
    retry: false,
  })
  if (isNew !== true) return null
  return (
    <Group className={styles.banner ?? ''} role="status">
      <Text size="sm">{shellText.newVersion}</Text>
      <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
        {shellText.reload}
      </Button>
    </Group>
  )
}
