import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { versionText } from '#text/versions.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notices.ts'
import { restoreMarc, restorePermissions, restoreVersion } from './api.ts'
import type { NumberedVersion } from './version-list.tsx'
import type { RecordKind, Version } from './wire.ts'

type Props = {
  kind: RecordKind
  id: string
  n: number
  version: Version
  newest: NumberedVersion
  onRestored: () => void
}

/** The way back to a version: of a record that MARC rules its MARC is restored, and the record follows. */
export function RestoreButton({ kind, id, n, version, newest, onRestored }: Props) {
  const [isAsked, setAsked] = useState(false)
  const client = useQueryClient()
  const last = newest.version
  const generation = last.action === 'DELETE' ? undefined : version.marcGeneration
  const restore = async (): Promise<void> => {
    if (generation !== undefined) await restoreMarc(id, generation, last.marcGeneration ?? generation)
    else await restoreVersion(kind, id, version.version, last.action === 'DELETE' ? null : last.version)
    void client.invalidateQueries()
    notify({ text: versionText.restored(n) })
    onRestored()
  }
  const reason = (): string | null => {
    if (version.action === 'DELETE') return versionText.wasDeletion
    if (n === newest.n) return versionText.isCurrent
    return generation !== undefined && generation === last.marcGeneration ? versionText.sameMarc : null
  }
  return (
    <>
      <AllowedButton
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        permission={restorePermissions[generation === undefined ? kind : 'marc']}
        disabledReason={reason()}
        onClick={() => setAsked(true)}
      >
        {versionText.restore}
      </AllowedButton>
      <Confirm
        isOpen={isAsked}
        title={versionText.restoreQuestion(n)}
        text={generation === undefined ? versionText.restoreWill : versionText.restoreMarcWill}
        confirm={versionText.restore}
        onConfirm={restore}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
