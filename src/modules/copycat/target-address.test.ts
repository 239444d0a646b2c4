import { describe, expect, it } from 'vitest'
import { fillCql } from './fill-cql.ts'
import { parseTargetAddress } from './target-address.ts'

const target = (host: string, port: number, databases: string[], isTls = false) => ({
  protocol: 'z3950',
  host,
  port,
  isTls,
  databases,
})

describe('the url of a copycat profile', () => {
  it.each([
    ['zcat.oclc.org/OLUCWorldCat', target('zcat.oclc.org', 210, ['OLUCWorldCat'])],
    ['lx2.loc.gov:210/LCDB', target('lx2.loc.gov', 210, ['LCDB'])],
    ['tcp:localhost:9999', target('localhost', 9999, ['Default'])],
    ['ssl:z.example.org:7090/a+b', target('z.example.org', 7090, ['a', 'b'], true)],
    ['[::1]:210/x', target('::1', 210, ['x'])],
    [' 192.0.2.1/IR-Explain-1 ', target('192.0.2.1', 210, ['IR-Explain-1'])],
  ])('%s is a target of Z39.50', (url, address) => {
    expect(parseTargetAddress(url)).toEqual(address)
  })

  it('is one of SRU with http or https', () => {
    const address = parseTargetAddress('https://services.example.org:8443/sru/catalog?x=1')
    expect(address?.protocol === 'sru' && address.url.href).toBe(
      'https://services.example.org:8443/sru/catalog?x=1',
    )
  })

  it.each([
    '',
    'host:99999/db',
    'host:0/db',
    'unix:/var/run/socket',
    'file:///etc/passwd',
    'http://',
    'a b/c',
  ])('"%s" is neither', (url) => expect(parseTargetAddress(url)).toBeNull())

  it('must not carry a password, which messages would show', () => {
    expect(parseTargetAddress('http://me:secret@localhost/x')).toBeNull()
  })
})

describe('a value in CQL', () => {
  it.each([
    ['bath.lccn=$identifier', '2004 1', 'bath.lccn="2004 1"'],
    ['title="$identifier" and date=$identifier', 'x', 'title="x" and date="x"'],
    ['id=$identifier', '1" or id="2', String.raw`id="1\" or id=\"2"`],
    ['id="a\\"$identifier"', 'b', String.raw`id="a\"b"`],
    ['id=$identifier', '$& \\', String.raw`id="$& \\"`],
  ])('%s stays a term', (query, value, filled) => {
    expect(fillCql(query, '$identifier', value)).toBe(filled)
  })
})
