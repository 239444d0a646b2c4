import { useParams } from '@tanstack/react-router'
import type { Subject } from './subject.ts'

/** Whose MARC the page is about, as its address says. */
export function useSubject(): Subject {
  const params: { instanceId?: string; holdingsId?: string; authorityId?: string } = useParams({
    strict: false,
  })
  const { instanceId = '', holdingsId, authorityId } = params
  if (authorityId !== undefined) {
    // Authorities have no page but that of their MARC.
    const address = `/authorities/${authorityId}`
    return {
      ...subjectAt('AUTHORITY', authorityId, address),
      address: `${address}/source`,
      versionsAddress: null,
    }
  }
  const instance = `/inventory/${instanceId}`
  const to = `${instance}/versions`
  if (holdingsId === undefined) {
    return { ...subjectAt('BIBLIOGRAPHIC', instanceId, instance), versionsAddress: { to, search: {} } }
  }
  return {
    ...subjectAt('HOLDINGS', holdingsId, `${instance}/holdings/${holdingsId}`),
    versionsAddress: { to, search: { kind: 'holdings', id: holdingsId } },
  }
}

function subjectAt(format: Subject['format'], id: string, address: string) {
  return { format, id, address, editAddress: `${address}/marc`, sourceAddress: `${address}/source` }
}
