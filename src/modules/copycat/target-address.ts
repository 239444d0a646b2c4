/** Where a target is and what it speaks. */
export type TargetAddress =
  | { protocol: 'z3950'; host: string; port: number; isTls: boolean; databases: string[] }
  | { protocol: 'sru'; url: URL }

const Z3950_PORT = 210
const DEFAULT_DATABASE = 'Default'

/**
 * Reads a profile's `url`: `http(s)://…` is a server of SRU, anything else Z39.50 as YAZ writes it,
 * `[tcp:|ssl:]host[:port][/database[+database…]]` (software.indexdata.com/yaz/doc/comstack.addresses.html).
 * @returns null when it is neither.
 */
export function parseTargetAddress(text: string): TargetAddress | null {
  const trimmed = text.trim()
  if (/^https?:/i.test(trimmed)) {
    if (!URL.canParse(trimmed)) return null
    const url = new URL(trimmed)
    // A name and password belong into `authentication`, which logs and messages do not show.
    return url.username === '' && url.password === '' ? { protocol: 'sru', url } : null
  }
  const match =
    /^(?:(tcp|ssl|z3950):(?:\/\/)?)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?(?:\/([^\s?#]*))?$/i.exec(
      trimmed,
    )
  if (!match) return null
  const [, scheme, host, portText, path] = match
  const port = portText === undefined ? Z3950_PORT : Number(portText)
  if (port < 1 || port > 65_535) return null
  const databases = (path ?? '').split('+').filter((name) => name !== '')
  return {
    protocol: 'z3950',
    host: host!.replace(/^\[|\]$/g, ''),
    port,
    isTls: scheme?.toLowerCase() === 'ssl',
    databases: databases.length === 0 ? [DEFAULT_DATABASE] : databases,
  }
}
