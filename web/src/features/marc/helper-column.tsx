import { Stack, Text, Title } from '@mantine/core'
import { useImperativeHandle, useRef } from 'react'
import type { Ref, RefObject } from 'react'
import { marcText } from '#text/marc.ts'
import { LEADER } from '../../lib/marc-text.ts'
import { AuthorityLink } from './authority-link.tsx'
import { factsOf } from './definitions.ts'
import styles from './edit-record.module.css'
import type { Place, SurfaceHandle } from './editor/surface.tsx'
import { FixedBoxes } from './fixed-boxes.tsx'
import { isFixedTag } from './fixed-fields.ts'
import { lockOf } from './line-locks.ts'
import { ProblemList } from './problem-list.tsx'
import type { Editing } from './use-editing.ts'

export type HelperHandle = {
  /** Puts the focus into the first box of a fixed field. */
  focusBoxes: () => void
  /** The field in words. */
  describe: () => string
}

type Props = {
  editing: Editing
  place: Place
  surface: RefObject<SurfaceHandle | null>
  ref: Ref<HelperHandle>
}

/** Beside the text: what the field of the cursor is, its boxes when its positions have meanings, and all problems. */
export function HelperColumn({ editing, place, surface, ref }: Props) {
  const boxes = useRef<HTMLDivElement>(null)
  const { lines, stored, rules } = editing
  const format = stored.marcFormat
  const line = lines[place.line] ?? ''
  const tag = line.slice(0, 3)
  const isTag = tag === LEADER || /^\d{3}$/.test(tag)
  const facts = factsOf(format, tag)
  const title = isTag ? marcText.fieldOf(tag, facts.name) : marcText.noField
  const lock = lockOf(line, rules)
  useImperativeHandle(
    ref,
    () => ({
      focusBoxes: () => boxes.current?.querySelector<HTMLElement>('select, input:not([readonly])')?.focus(),
      describe: () => title,
    }),
    [title],
  )
  return (
    <aside className={styles.helper} aria-label={marcText.helper} tabIndex={0}>
      <Stack gap="md">
        <section>
          <Title order={2} size="h5">
            {title}
          </Title>
          {lock !== null && <Text size="sm">{lock.reason}</Text>}
          {tag === LEADER || isFixedTag(tag) ? (
            <div ref={boxes}>
              <FixedBoxes
                line={line}
                lines={lines}
                format={format}
                onChange={(text) => surface.current?.setLine(place.line, text)}
                onLeave={() => surface.current?.focus()}
              />
            </div>
          ) : (
            isTag && <Facts facts={facts} line={line} />
          )}
          <AuthorityLink editing={editing} line={place.line} surface={surface} />
        </section>
        <ProblemList
          problems={editing.problems}
          isChecking={editing.isChecking}
          onGoTo={(at, from, to) => surface.current?.goTo(at, from, to)}
        />
      </Stack>
    </aside>
  )
}

function Facts({ facts, line }: { facts: ReturnType<typeof factsOf>; line: string }) {
  const used = new Set([...line.matchAll(/\$([a-zA-Z0-9])/g)].map(([, code]) => code!.toLowerCase()))
  const shown = facts.subfields.filter(({ code, name }) => name !== '' || used.has(code))
  return (
    <>
      <dl className={styles.facts}>
        {[facts.first, facts.second].map((text, at) =>
          text === null ? null : (
            <div key={text} style={{ display: 'contents' }}>
              <dt>{marcText.indicator(at + 1)}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
        {shown.map(({ code, name }) => (
          <div key={code} style={{ display: 'contents' }}>
            <dt>${code}</dt>
            <dd>{used.has(code) ? <strong>{name}</strong> : name}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
