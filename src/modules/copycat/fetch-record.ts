import { MarcReadError, decodeRecord, recordFromMarcXml, unimarcReason } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import { PrefixQueryError, USMARC, XML, parsePrefixQuery, syntaxName } from '../../formats/z3950/index.ts'
import type { PrefixQuery, TargetRecord } from '../../formats/z3950/index.ts'
import { fillCql } from './fill-cql.ts'
import type { CopycatProfile } from './profiles.ts'
import { searchSru } from './sru-target.ts'
import { parseTargetAddress } from './target-address.ts'
import { TargetError } from './target-error.ts'
import { readTargetOptions } from './target-options.ts'
import type { TargetOptions } from './target-options.ts'
import { searchZ3950 } from './z3950-target.ts'

const PLACEHOLDER = '$identifier'

/**
 * Fetches the record with an external identifier (an OCLC number, an LCCN) from the profile's target. FOLIO takes
 * the first of several records; here that is refused, because it may be any of them.
 * @throws TargetError in words, FOLIO's where it has them (folio-org/mod-copycat: RecordRetriever).
 */
export async function fetchRecord(profile: CopycatProfile, identifier: string): Promise<MarcRecord> {
  const { url, externalIdQueryMap } = profile
  if (!url) throw new TargetError('url missing in target profile')
  if (!externalIdQueryMap) throw new TargetError('externalIdQueryMap missing in target profile')
  const address = parseTargetAddress(url)
  if (address === null) {
    throw new TargetError(
      `The url "${url}" in the target profile is neither host:port/database (Z39.50) nor http(s)://… (SRU).`,
    )
  }
  const options = readTargetOptions(profile)
  const found =
    address.protocol === 'sru'
      ? await searchSru(address.url, fillQuery(externalIdQueryMap, identifier), options, url)
      : await viaZ3950(address, prefixQuery(externalIdQueryMap, identifier), options, url)
  if (found.hits === 0) {
    throw new TargetError(`No record found when searching ${url} for identifier ${identifier}`)
  }
  if (found.hits > 1) {
    throw new TargetError(
      `${found.hits} records found when searching ${url} for identifier ${identifier}; it must be one. Use an identifier that only one record has.`,
    )
  }
  const [record] = found.records
  if (!record) throw new TargetError(`The server ${url} found a record but did not send it.`)
  const fault = unimarcReason(record)
  if (fault !== null) throw new TargetError(`The record of ${url} is UNIMARC, not MARC 21. ${fault}`)
  return record
}

async function viaZ3950(
  address: Parameters<typeof searchZ3950>[0]['address'],
  query: PrefixQuery,
  options: TargetOptions,
  name: string,
): Promise<{ hits: number; records: MarcRecord[] }> {
  const { hits, record } = await searchZ3950({ address, query, options, name })
  return { hits, records: record === null ? [] : [decodeTargetRecord(record, options, name)] }
}

function prefixQuery(map: string, identifier: string): PrefixQuery {
  try {
    return parsePrefixQuery(map, { [PLACEHOLDER]: identifier })
  } catch (error) {
    if (!(error instanceof PrefixQueryError)) throw error
    throw new TargetError(
      `The externalIdQueryMap "${map}" in the target profile cannot be used: ${error.message}`,
    )
  }
}

/** For SRU: CQL, or a prefix query where the map begins with `@`. */
function fillQuery(map: string, identifier: string): string {
  const query = map.trim()
  if (!query.startsWith('@')) return fillCql(query, PLACEHOLDER, identifier)
  prefixQuery(query, identifier)
  return query.replaceAll(PLACEHOLDER, () => `"${identifier.replaceAll(/["\\]/g, String.raw`\$&`)}"`)
}

function decodeTargetRecord(
  { syntax, bytes }: TargetRecord,
  options: TargetOptions,
  name: string,
): MarcRecord {
  try {
    if (syntax === XML) return recordFromMarcXml(bytes.toString('utf8'))
    if (syntax === USMARC) return decodeIso2709(bytes, options)
  } catch (error) {
    if (!(error instanceof MarcReadError)) throw error
    throw new TargetError(`The record that ${name} sent cannot be read: ${error.message}`)
  }
  throw new TargetError(
    `The server ${name} sent the record as ${syntaxName(syntax)}, which is not MARC 21. Change preferredRecordSyntax in the targetOptions of the copycat profile.`,
  )
}

function decodeIso2709(bytes: Buffer, { encoding }: TargetOptions): MarcRecord {
  if (encoding === 'latin1') {
    // The lengths in the record count bytes of Latin-1; the reader goes by the separators where they are wrong.
    return decodeRecord(Buffer.from(bytes.toString('latin1'), 'utf8'), {
      mode: 'permissive',
      encoding: 'utf8',
    }).record
  }
  return decodeRecord(bytes, { mode: 'permissive', encoding }).record
}
