import { createServer } from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { decodeRecord, recordToMarcXml } from '../../src/formats/marc/index.ts'
import {
  UNIVERSAL,
  booleanBytes,
  context,
  integerBytes,
  integerOf,
  memberOf,
  oidBytes,
  oidOf,
  readBer,
  textOf,
  universal,
} from '../../src/formats/z3950/ber.ts'
import type { BerValue } from '../../src/formats/z3950/ber.ts'

/** A record with the term under which it is found, whatever the attributes or index. */
export type CatalogueRecord = { term: string; bytes: Buffer }

export type CatalogueOptions = {
  records: CatalogueRecord[]
  /** Without these the server rejects a session. */
  login?: { user: string; password: string }
  /** Use attributes that are refused with diagnostic 114. */
  refusedUse?: number
  /** What goes wrong: no answer at all, no Z39.50 or SRU, a connection that ends, too much of everything. */
  fault?: 'silent' | 'garbage' | 'hang-up' | 'flood' | 'redirect'
  /** The record syntax that is sent whatever is asked for. */
  syntax?: string
}

export type Catalogue = {
  /** `host:port/database` of the Z39.50 side, `http://…` of the SRU side. */
  z3950: string
  sru: string
  /** What was searched for, in order: `use attribute=term`, or the CQL. */
  searches: string[]
  close(): Promise<void>
}

const DATABASE = 'books'
const MARC_21 = '1.2.840.10003.5.10'

/** A catalogue for tests that answers over Z39.50 and SRU, on free ports of this machine. */
export async function startCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  const searches: string[] = []
  const sockets = new Set<net.Socket>()
  const z3950 = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serveSession(socket, options, searches)
  })
  const sru = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const query = url.searchParams.get('query') ?? url.searchParams.get('x-pquery') ?? ''
    searches.push(query)
    if (options.fault === 'silent') return
    if (options.fault === 'redirect') {
      response.writeHead(302, { location: 'http://localhost:1/' }).end()
      return
    }
    if (options.login !== undefined) {
      const { user, password } = options.login
      const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
      if (request.headers.authorization !== wanted) {
        response.writeHead(401).end()
        return
      }
    }
    response.writeHead(200, { 'content-type': 'text/xml' }).end(sruAnswer(query, options))
  })
  const ports = await Promise.all([z3950, sru].map(listen))
  return {
    z3950: `localhost:${ports[0]}/${DATABASE}`,
    sru: `http://localhost:${ports[1]}/${DATABASE}`,
    searches,
    async close() {
      for (const socket of sockets) socket.destroy()
      sru.closeAllConnections()
      await Promise.all([z3950, sru].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

function listen(server: net.Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => resolve((server.address() as AddressInfo).port))
  })
}

function sruAnswer(query: string, { records, fault }: CatalogueOptions): string {
  if (fault === 'garbage') return '<html><body>Under construction</body></html>'
  if (fault === 'flood') return `<x>${'y'.repeat(5_000_000)}</x>`
  const term = /"((?:[^"\\]|\\.)*)"\s*$/.exec(query)?.[1]?.replaceAll(/\\(.)/g, '$1')
  const found = records.filter((record) => record.term === term)
  const items = found.slice(0, 2).map(({ bytes }) => {
    const { record } = decodeRecord(bytes, { mode: 'permissive' })
    return `<record><recordData>${recordToMarcXml(record)}</recordData></record>`
  })
  return `<searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/"><version>1.1</version>
<numberOfRecords>${found.length}</numberOfRecords><records>${items.join('')}</records></searchRetrieveResponse>`
}

type Session = { options: CatalogueOptions; searches: string[]; found: CatalogueRecord[] }

function serveSession(socket: net.Socket, options: CatalogueOptions, searches: string[]): void {
  const session: Session = { options, searches, found: [] }
  let received = Buffer.alloc(0)
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece as Buffer])
    for (let message = readBer(received); message !== null; message = readBer(received)) {
      received = received.subarray(message.end)
      respond(socket, session, message.value)
    }
  })
}

function respond(socket: net.Socket, session: Session, message: BerValue): void {
  switch (session.options.fault) {
    case 'silent':
      return
    case 'hang-up':
      socket.end()
      return
    case 'garbage':
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      return
    case 'flood':
      // An octet string that says it is 16 MiB long.
      socket.write(Buffer.concat([Buffer.from([0xb5, 0x84, 1, 0, 0, 0]), Buffer.alloc(5_000_000)]))
      return
    default:
  }
  if (message.tag === 20) sendInPieces(socket, initResponse(session.options, message))
  else if (message.tag === 22) sendInPieces(socket, searchResponse(session, message))
  else if (message.tag === 24) sendInPieces(socket, presentResponse(session, message))
  else socket.end()
}

/** Two writes, so that clients meet a message that is not whole. */
function sendInPieces(socket: net.Socket, bytes: Buffer): void {
  socket.setNoDelay(true)
  socket.write(bytes.subarray(0, 3))
  socket.write(bytes.subarray(3))
}

function initResponse({ login }: CatalogueOptions, message: BerValue): Buffer {
  const pass = memberOf(message, 7)?.children?.[0]
  const part = (tag: number) => (pass && memberOf(pass, tag) ? textOf(memberOf(pass, tag)!) : undefined)
  const isKnown = login === undefined || (part(1) === login.user && part(2) === login.password)
  return context(21, [
    context(3, Buffer.from([0, 0xe0])),
    context(4, Buffer.from([0, 0xc0])),
    context(5, integerBytes(1_000_000)),
    context(6, integerBytes(1_000_000)),
    context(12, booleanBytes(isKnown)),
  ])
}

function searchResponse(session: Session, message: BerValue): Buffer {
  const operand = memberOf(memberOf(memberOf(memberOf(message, 21)!, 1)!, 0)!, 102)!
  const term = textOf(memberOf(operand, 45)!)
  const use = memberOf(operand, 44)!.children!.find((one) => integerOf(memberOf(one, 120)!) === 1)
  const attribute = use ? integerOf(memberOf(use, 121)!) : 0
  session.searches.push(`${attribute}=${term}`)
  const isRefused = attribute === session.options.refusedUse
  session.found = isRefused ? [] : session.options.records.filter((record) => record.term === term)
  return context(23, [
    context(23, integerBytes(session.found.length)),
    context(24, integerBytes(0)),
    context(25, integerBytes(1)),
    context(22, booleanBytes(!isRefused)),
    ...(isRefused ? [diagnostic(130, 114, String(attribute))] : []),
  ])
}

function diagnostic(tag: number, code: number, addition: string): Buffer {
  return context(tag, [
    universal(UNIVERSAL.oid, oidBytes('1.2.840.10003.4.1')),
    universal(UNIVERSAL.integer, integerBytes(code)),
    universal(UNIVERSAL.visibleString, Buffer.from(addition)),
  ])
}

function presentResponse({ found, options }: Session, message: BerValue): Buffer {
  const asked = oidOf(memberOf(message, 104)!)
  const syntax = options.syntax ?? asked
  const { bytes } = found[0]!
  const content =
    syntax === MARC_21
      ? bytes
      : Buffer.from(recordToMarcXml(decodeRecord(bytes, { mode: 'permissive' }).record))
  const external = universal(UNIVERSAL.external, [
    universal(UNIVERSAL.oid, oidBytes(syntax)),
    context(1, content),
  ])
  return context(25, [
    context(24, integerBytes(1)),
    context(25, integerBytes(2)),
    context(27, integerBytes(0)),
    context(28, [
      universal(UNIVERSAL.sequence, [
        context(0, Buffer.from(DATABASE)),
        context(1, [context(1, [external])]),
      ]),
    ]),
  ])
}
