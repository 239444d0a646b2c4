import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCql } from './compile.ts'
import { CqlError } from './error.ts'
import {
  annexLocation,
  instanceSource,
  instances,
  isbnType,
  localType,
  mainLocation,
  uuidOf,
} from './fixtures/library.ts'
import { openLibrary, sources } from './fixtures/open-library.ts'
import type { Library } from './fixtures/open-library.ts'
import { parseCql } from './parse.ts'
import type { CqlSource } from './source.ts'

let library: Library

beforeAll(async () => {
  library = await openLibrary()
})

afterAll(() => library.drop())

const everyInstance = instances.map(({ name }) => name)

describe('the examples of the inventory reference', () => {
  it.each<[table: keyof typeof sources, query: string, expected: string[]]>([
    ['instance', 'cql.allRecords=1 sortby title', ['early', 'peace', 'roots', 'war', 'bare']],
    ['instance', `id==("${uuidOf('a', 0)}" or "${uuidOf('a', 2)}")`, ['war', 'roots']],
    ['instance', 'id="*"', everyInstance],
    ['instance', 'id==not-a-uuid', []],
    ['item', 'barcode=="ABC*"', ['i1', 'i2', 'i5', 'ABC-1']],
    ['item', 'barcode=="ABC\\*"', ['i5']],
    ['item', 'barcode=="abc123"', ['i1']],
    ['instance', 'title all "war peace"', ['war', 'peace', 'roots', 'early']],
    ['instance', 'title = "war peace"', ['roots', 'early']],
    ['instance', 'title adj "war peace" sortBy title/sort.descending', ['roots', 'early']],
    ['instance', 'title=uproot*', ['roots']],
    ['instance', 'subjects="def ghi"', ['peace']],
    ['instance', 'isbn=0-552-16754-1', ['war']],
    ['instance', 'isbn=05-5*', ['war']],
    ['instance', 'isbn=9781*', ['peace']],
    ['instance', 'isbn=552*', []],
    ['instance', `identifiers =/@identifierTypeId=${isbnType} "978-1-4472-9414-6"`, ['peace']],
    ['instance', `identifiers =/@identifierTypeId=${isbnType} 9781447294146`, []],
    ['item', 'status.name=="Available"', ['i1']],
    ['item', 'status.name=="In process*"', ['i3', 'i4']],
    ['item', 'tags.tagList=="*\\"urgent\\"*"', ['i1', 'i3']],
    ['item', 'tags.tagList=urgent', ['i1', 'i3']],
    ['instance', 'discoverySuppress==true', ['peace']],
    ['instance', 'cql.allRecords=1 not discoverySuppress==true', ['war', 'roots', 'early', 'bare']],
    ['instance', 'discoverySuppress==false', ['war']],
    ['instance', `holdingsRecords.permanentLocationId==${mainLocation}`, ['war', 'roots']],
    ['instance', 'item.barcode==123', ['war']],
    ['holding', 'instance.title = "war"', ['h1', 'h2', 'h3']],
    ['holding', 'instance.title = "war and peace"', ['h1', 'h2']],
    [
      'instance',
      'metadata.updatedDate>="2026-01-01T00:00:00.000" and metadata.updatedDate<="2026-02-01T00:00:00.000"',
      ['war', 'peace'],
    ],
    ['item', `holdingsRecordId==${uuidOf('b', 0)} sortBy barcode`, ['i1', 'i2']],
    ['item', `holdingsRecordId==${uuidOf('b', 0)} sortby order/number`, ['i2', 'i1']],
    ['item', 'status.name==("Available" or "Unavailable") or barcode=="456"', ['i1', 'i2', '456']],
    ['holding', 'fullCallNumber=="PREFIX PN2 .A6 SUF"', ['h1']],
    ['instance', 'title=""', ['war', 'peace', 'roots', 'early']],
    ['instance', 'cql.allRecords=1 NOT hrid=""', ['early']],
  ])('%s where %s', async (table, query, expected) => {
    expect(await library.find(table, query)).toEqual(expected)
  })
})

describe('queries that FOLIO clients send', () => {
  it.each<[query: string, expected: string[]]>([
    [
      'cql.allRecords=1 AND (barcode="4*" OR tags.tagList="urg*" OR accessionNumber="q*") sortBy barcode',
      ['i3', '456', '456 7', '456"7', '456*', '456,7', '4567', '456\\7', '45?7', '45^7', 'i1', 'i2'],
    ],
    ['(status.name==("Available" OR "In process" OR "LOADED")) sortBy order/sort.descending', ['i1', 'i3']],
    ['callNumber==("QA 76") AND id<>(a AND b AND c AND d) AND order="" sortBy barcode', ['i3', 'i1', 'i2']],
    ['query=query=(barcode==123)', ['i3']],
    ['status.name=(Unavailable)', ['i2']],
    ['(barcode=="123" OR accessionNumber=="123"  OR  formerIds=="*\\"123\\"*")', ['i3']],
    ['id<>"undefined" AND barcode=="123" AND order=="2*"', ['i3']],
    ['(cql.allRecords=1 NOT tags.tagList <> []) and status.name="avail*"', []],
    ['(cql.allRecords=1 NOT tags.tagList <> []) and status.name="in*"', ['i4']],
    ['barcode=* and status.name="un*    "', ['i2']],
    ['order>1 and order<10 sortby order/number', ['i3', 'i2']],
  ])('%s', async (query, expected) => {
    expect(await library.find('item', query)).toEqual(expected)
  })
})

describe('elements of arrays', () => {
  it.each<[query: string, expected: string[]]>([
    [`identifiers =/@identifierTypeId=${localType} 9781447294146`, ['roots']],
    [`identifiers =/@identifiertypeid=${localType.toUpperCase()} x1`, ['peace']],
    [`identifiers ==/@identifierTypeId=${localType} "97814*"`, ['roots']],
    [`identifiers ==/@identifierTypeId=${isbnType} "97814*"`, []],
    [`identifiers =/@identifierTypeId=${localType} "*"`, ['peace', 'roots']],
    [`identifiers =/@identifierTypeId=2e8b3b6c* ""`, ['peace', 'roots']],
    ['identifiers =/@value x1', ['peace']],
    [`identifiers =/@identifierTypeId ${localType}`, ['peace', 'roots']],
    [`identifiers =/@value/@identifierTypeId ${localType}`, ['peace', 'roots']],
    ['identifiers =/@value/@identifierTypeId y2', ['roots']],
    ['identifiers any/@value "y2 x1"', ['peace', 'roots']],
    ['identifiers all/@value "0552167541 pbk"', ['war']],
    ['identifiers = 9781447294146', ['roots']],
    ['identifiers = "978 1 4472*"', ['peace']],
  ])('%s', async (query, expected) => {
    expect(await library.find('instance', query)).toEqual(expected)
  })
})

describe('joins', () => {
  it.each<[table: keyof typeof sources, query: string, expected: string[]]>([
    [
      'instance',
      `holdingsRecords.permanentLocationId==(${annexLocation} or ${mainLocation})`,
      ['war', 'roots'],
    ],
    ['instance', 'holdingsRecords.callNumber=="PN2 .A6"', ['war']],
    ['instance', 'holdingsRecords.item.barcode==123', ['war']],
    ['instance', 'holdingsRecords.id=="*"', ['war', 'roots']],
    ['instance', 'cql.allRecords=1 not holdingsRecords.id=="*"', ['peace', 'early', 'bare']],
    ['instance', 'item.status.name=="in process*" and source==MARC', ['war', 'roots']],
    ['instance', 'item.order>9', ['war']],
    ['item', 'holdingsRecords.instance.title = "war and peace" sortBy order', ['i3', 'i2', 'i1']],
    ['item', 'holdingsRecords.instance.isbn = 055*', ['i1', 'i2', 'i3']],
  ])('%s where %s', async (table, query, expected) => {
    expect(await library.find(table, query)).toEqual(expected)
  })
})

describe('booleans', () => {
  it.each<[query: string, expected: string[]]>([
    ['source==MARC or title=study and hrid==in2', ['peace']],
    ['source==MARC or (title=study and hrid==in2)', everyInstance],
    ['source==MARC not title=war', ['bare']],
    ['source==MARC not (title=war or hrid=="")', []],
    ['source==MARC not hrid==in1 not hrid==in3', ['early', 'bare']],
    ['(source==MARC not hrid==in1) or hrid==in2', ['peace', 'roots', 'early', 'bare']],
    ['hrid==in1 or title=study or hrid==in3', ['war', 'peace', 'roots']],
    ['cql.allRecords=0', everyInstance],
    ['hrid==in1 or CQL.ALLRECORDS=1', everyInstance],
    ['', everyInstance],
  ])('%s', async (query, expected) => {
    expect(await library.find('instance', query)).toEqual(expected)
  })
})

function compileItems(query: string): () => unknown {
  return () => compileCql(parseCql(query), sources.item)
}

describe('refusals', () => {
  it.each<[table: keyof typeof sources, query: string, message: string]>([
    ['instance', 'dinosaur', 'cql.serverChoice requested, but no serverChoiceIndexes defined.'],
    ['instance', 'id>abc', "CQL: Invalid UUID after 'id>': abc"],
    ['instance', 'id adj abc', "CQL: Unsupported operator 'adj', UUID id only supports '=', '==', and '<>'"],
    ['instance', `id=/masked ${uuidOf('a', 0)}`, 'CQL: Unsupported modifier masked'],
    ['instance', 'id=*1', 'CQL: only right truncation supported for id:  *1'],
    ['holding', 'instance.id=a*1', 'CQL: only right truncation supported for id:  a*1'],
    ['instance', 'title=w?r', '? wildcard not allowed in full text query string'],
    [
      'instance',
      'title=*ar',
      '* right truncation wildcard must be followed by space or end of string, but found a',
    ],
    ['instance', 'title=w*r', 'but found r'],
    ['instance', 'title=/@lang=ger x', 'CQL: Unsupported relation modifier @lang'],
    ['instance', 'languages ==/@foo x', 'CQL: Unsupported relation modifier @foo'],
    ['instance', 'identifiers =/@foo=1/@bar=2 c', 'CQL: Unsupported relation modifier @foo'],
    ['instance', 'identifiers =/@value<1 c', 'CQL: Unsupported comparison for relation modifier @value'],
    ['instance', 'title=/fuzzy war', 'CQL: Unsupported modifier fuzzy'],
    ['instance', 'title=war sortBy title/missingLow', 'CQL: Unsupported modifier missinglow'],
    ['instance', 'title=war and/rel.sum title=peace', 'CQL: Unsupported modifier rel.sum'],
    ['instance', 'title encloses "war"', 'Relation encloses not implemented yet: title encloses war'],
    ['instance', 'title cql.any "war"', 'Relation cql.any not implemented yet'],
    ['instance', 'discoverySuppress within true', 'Relation within not implemented yet'],
    ['instance', 'metadata.updatedDate within 2026', 'Relation within not implemented yet'],
    ['instance', 'holdingsRecords.instance.hrid==in1', 'CQL: The index name goes back to instance'],
    ['item', 'order within "1 2"', 'Relation within not implemented yet'],
    ['item', 'materials.size >/number big', "CQL: Invalid number after 'materials.size>': big"],
    ['item', 'materials.size ==/number 1e9999', 'CQL: Invalid number'],
  ])('%s where %s', (table, query, message) => {
    const compile = () => compileCql(parseCql(query), sources[table])
    expect(compile).toThrow(CqlError)
    expect(compile).toThrow(message)
  })

  it('names the limit that a query goes beyond', () => {
    expect(compileItems(`${'a.'.repeat(30)}a==1`)).toThrow('more than 30 parts')
    expect(compileItems(`barcode = "${'a '.repeat(1_001)}"`)).toThrow('more than 1000 words')
    expect(compileItems(`a=1${' or a=1 and a=1'.repeat(300)}`)).toThrow('alternate too often')
    const terms = Array.from({ length: 32_001 }, (_, i) => `a>${i}`)
    expect(compileItems(terms.join(' or '))).toThrow('too many terms')
  })

  it('searches the indexes of a source that has some for bare terms', async () => {
    const source: CqlSource = { ...instanceSource, serverChoice: ['title', 'hrid'] }
    expect(await library.find('instance', 'study or in1', source)).toEqual(['war', 'peace'])
  })
})
