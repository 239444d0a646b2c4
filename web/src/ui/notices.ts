import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { shellText } from '#text/shell.ts'
import { NoticeBody } from './notice-body.tsx'

/** What one notice says. `done`: something went as asked; `news`: something happened; `problem`: something did not go. */
export type Notice = {
  text: string
  kind?: 'done' | 'news' | 'problem'
  /** One thing to do about it, such as "Undo" or "Open". */
  action?: { label: string; run: () => void }
  /** A notice with the same id takes the place of the one before. */
  id?: string
}

const COLOURS = { done: 'green', news: 'blue', problem: 'red' } as const
const SHOWN_MS = 6000
/** Long enough to read it and to reach its button. */
const SHOWN_WITH_ACTION_MS = 12_000

/** Tells something in the corner of the window, for eyes and screen readers; a problem stays until it is closed. */
export function notify({ text, kind = 'done', action, id = `${kind}:${text}` }: Notice): void {
  notifications.hide(id)
  const message = createElement(NoticeBody, {
    text,
    kind,
    action: action && {
      label: action.label,
      run: () => {
        notifications.hide(id)
        action.run()
      },
    },
  })
  notifications.show({
    id,
    message,
    color: COLOURS[kind],
    closeButtonProps: { 'aria-label': shellText.close },
    autoClose: kind === 'problem' ? false : action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS,
  })
}
