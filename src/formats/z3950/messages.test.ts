import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { memberOf, readBer } from './ber.ts'
import type { BerValue } from './ber.ts'
import { diagnosticText, initRequest, parsePrefixQuery, presentRequest, readResponse } from './index.ts'
import { searchRequest, USMARC } from './index.ts'

type Recorded = { requests: Record<string, string>; responses: Record<string, string> }

const recorded = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'yaz-messages.json'), 'utf8'),
) as Recorded

function read(bytes: Buffer): BerValue {
  const message = readBer(bytes)
  expect(message?.end).toBe(bytes.length)
  return message!.value
}

const request = (name: string) => read(Buffer.from(recorded.requests[name]!, 'hex'))
const response = (name: string) => readResponse(read(Buffer.from(recorded.responses[name]!, 'hex')))

describe('requests are those of YAZ', () => {
  const credentials = { user: 'me', group: null, password: null }
  const init = read(initRequest({ credentials, wantsUtf8: true, maxBytes: 0x4000000 }))

  it('init: versions, sizes and the user', () => {
    for (const tag of [3, 5, 6, 7]) {
      expect(memberOf(init, tag)?.bytes).toEqual(memberOf(request('initWithUtf8AndUser'), tag)?.bytes)
    }
  })

  it('init: the proposal to use UTF-8', () => {
    // YAZ writes TRUE as 01, any other byte but 00 means the same.
    const proposal = memberOf(init, 201)!.bytes.toString('hex').replace(/ff$/, '01')
    expect(proposal).toBe(memberOf(request('initWithUtf8AndUser'), 201)!.bytes.toString('hex'))
  })

  it('search: databases and the query with operators, attribute sets and quoted terms', () => {
    const query = parsePrefixQuery(
      String.raw`@and @attr 1=4 @attr 4=1 "a \"b" @or @attr bib-1 1=1003 x @attr 5=abc 1`,
    )
    const search = read(searchRequest(['Default'], query))
    for (const tag of [13, 14, 15, 18, 21]) {
      expect(memberOf(search, tag)?.bytes.toString('hex'), String(tag)).toBe(
        memberOf(request('search'), tag)?.bytes.toString('hex'),
      )
    }
  })

  it('present: the first record as MARC 21', () => {
    const present = read(presentRequest(USMARC, null))
    for (const tag of [29, 30, 104]) {
      expect(memberOf(present, tag)?.bytes).toEqual(memberOf(request('present'), tag)?.bytes)
    }
  })
})

describe('responses of YAZ are read', () => {
  it('init', () => {
    expect(response('init')).toEqual({ type: 'init', isAccepted: true, implementation: 'GFS/YAZ' })
  })

  it('search with one hit', () => {
    expect(response('search')).toEqual({ type: 'search', hits: 1, isDone: true, diagnostics: [] })
  })

  it('search that is refused with a diagnostic', () => {
    const diagnostics = [{ code: 109, addition: 'Nope' }]
    expect(response('searchInUnknownDatabase')).toEqual({
      type: 'search',
      hits: 0,
      isDone: false,
      diagnostics,
    })
    expect(diagnosticText(diagnostics[0]!)).toBe('109 (database unavailable): Nope')
  })

  it('a record in octets, with lengths that only the end tells', () => {
    const answer = response('presentMarc')
    expect(answer).toMatchObject({ type: 'present', diagnostics: [] })
    const [record] = answer.type === 'present' ? answer.records : []
    expect(record?.syntax).toBe('1.2.840.10003.5.10')
    // The length in the record's own leader is 00366.
    expect(record?.bytes.length).toBe(366)
    expect(record?.bytes.toString()).toContain('How to program a computer')
  })

  it('a record in plain text, sent as a value instead of octets', () => {
    const answer = response('presentPlainText')
    expect(answer.type === 'present' && answer.records[0]?.syntax).toBe('1.2.840.10003.5.101')
  })

  it('close', () => {
    expect(response('close')).toEqual({
      type: 'close',
      reason: 0,
      text: 'Association terminated by client',
    })
  })

  it('in pieces: nothing is read before the last byte is there', () => {
    for (const text of Object.values(recorded.responses)) {
      const bytes = Buffer.from(text, 'hex')
      for (let length = 0; length < bytes.length; length += 1) {
        expect(readBer(bytes.subarray(0, length))).toBeNull()
      }
    }
  })
})
