import { isLoopback } from '../../config.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'

type Origin = Pick<ApiRequest, 'remoteAddress' | 'headers'>

function isLocalAddress(address: string): boolean {
  return isLoopback(address.replace(/^::ffff:/i, ''))
}

function headerText(headers: Origin['headers'], name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

/** True when the request began on this machine, and not at a proxy that passes on others' requests. */
export function fromThisMachine({ remoteAddress, headers }: Origin): boolean {
  if (!isLocalAddress(remoteAddress) || headerText(headers, 'forwarded') !== '') return false
  return headerText(headers, 'x-forwarded-for')
    .split(',')
    .every((address) => address.trim() === '' || isLocalAddress(address.trim()))
}

/** True when the request came over plain HTTP from this machine, with no TLS in front. */
export function isPlainLocal(request: Origin): boolean {
  const protocol = headerText(request.headers, 'x-forwarded-proto').split(',')[0]!.trim().toLowerCase()
  return fromThisMachine(request) && protocol !== 'https'
}
