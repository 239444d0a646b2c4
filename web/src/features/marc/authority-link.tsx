import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { RefObject } from 'react'
import { marcText } from '#text/marc.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { marcPermissions, suggestLinks } from './api.ts'
import type { SurfaceHandle } from './editor/surface.tsx'
import { lockOf } from './line-locks.ts'
import { lineOfView, recordOfLines, unlinkedLine } from './record-lines.ts'
import { nameOfLines } from './subject.ts'
import type { Editing } from './use-editing.ts'

type Props = { editing: Editing; line: number; surface: RefObject<SurfaceHandle | null> }

/** At a field that an authority may rule: the link to it, made or cut. */
export function AuthorityLink({ editing, line, surface }: Props) {
  const { lines, rules, stored, links, setLinks } = editing
  const [error, setError] = useState<Error | null>(null)
  const text = lines[line] ?? ''
  const isLinkable = stored.marcFormat === 'BIBLIOGRAPHIC' && rules.ruledCodes.has(text.slice(0, 3))
  if (!isLinkable) return null
  const find = async (): Promise<void> => {
    setError(null)
    try {
      const asked = recordOfLines([...lines.filter((one) => one.startsWith('LDR')), text], stored, links)
      const [field] = (await suggestLinks(asked)).fields
      const link = field?.linkDetails
      if (field === undefined || link?.authorityId === undefined || link.linkingRuleId === undefined) {
        notify({ text: marcText.noAuthority, kind: 'news' })
        return
      }
      setLinks(new Map([...links, [link.authorityId.toLowerCase(), link]]))
      const linked = lineOfView(field, stored.marcFormat, stored.leader)
      surface.current?.setLine(line, linked)
      notify({ text: marcText.authorityFound(nameOfLines([linked.replace(/^.../, '100')], 'AUTHORITY')) })
    } catch (failure) {
      setError(failure as Error)
    }
  }
  return (
    <Group mt="xs">
      {lockOf(text, rules)?.kind === 'linked' ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => surface.current?.setLine(line, unlinkedLine(text))}
        >
          {marcText.unlink}
        </Button>
      ) : (
        <AllowedButton
          size="compact-sm"
          variant="default"
          permission={marcPermissions.suggest}
          onClick={() => void find()}
        >
          {marcText.findAuthority}
        </AllowedButton>
      )}
      {error !== null && <Failure error={error} />}
    </Group>
  )
}
