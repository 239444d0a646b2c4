import { useParams } from '@tanstack/react-router'
import type { Subject } from './subject.ts'

/** Whose MARC the page is about, as its address says. */
export function useSubject(): Subject {
  const params: { instanceId?: string; holdingsId?: string; authorityId?: string } = useParams({
    strict: false,
  })
  const { instanceId = '', holdingsId, authorityId } = params
  if (authorityId !== undefined)
    return subjectAt('AUTHORITY', authorityId, `/authorities/${authorityId}`, true)
  const instance = `/inventory/${instanceId}`
  if (holdingsId === undefined) return subjectAt('BIBLIOGRAPHIC', instanceId, instance)
  return subjectAt('HOLDINGS', holdingsId, `${instance}/holdings/${holdingsId}`)
}

/** Authorities have no page but that of their MARC. */
function subjectAt(format: Subject['format'], id: string, address: string, isMarcOnly = false): Subject {
  const sourceAddress = `${address}/source`
  return {
    format,
    id,
    address: isMarcOnly ? sourceAddress : address,
    editAddress: `${address}/marc`,
    sourceAddress,
  }
}
