/** What one tab tells the others of this browser about the log-in, which all of them share. */
export type TabMessage =
  | { kind: 'signed-in'; tenant: string; userId: string }
  | { kind: 'signed-out'; userId: string }

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('octavo') : null

/** Tells the other tabs. */
export function tellTabs(message: TabMessage): void {
  // A channel reaches pages of this server only and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message)
}

/** Listens to the other tabs. @returns how to stop it */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const receive = (event: MessageEvent): void => listener(event.data as TabMessage)
  channel?.addEventListener('message', receive)
  return () => channel?.removeEventListener('message', receive)
}
