import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCql } from './compile.ts'
import { instanceSource, instances, items, uuidOf } from './fixtures/library.ts'
import { openLibrary } from './fixtures/open-library.ts'
import type { Library } from './fixtures/open-library.ts'
import { parseCql } from './parse.ts'

let library: Library

beforeAll(async () => {
  library = await openLibrary()
})

afterAll(() => library.drop())

const everyInstance = instances.map(({ name }) => name)
const everyItem = items.map(({ name }) => name)

function escaped(barcode: string): string {
  return barcode.replace(/[\\*?^"]/g, '\\$&')
}

describe('barcodes with characters that look like masks', () => {
  it.each(everyItem.slice(5))('finds %s alone when its special characters are escaped', async (barcode) => {
    expect(await library.find('item', `barcode=="${escaped(barcode)}"`)).toEqual([barcode])
  })

  it.each<[query: string, expected: string[]]>([
    ['barcode=="456*"', ['456', '4567', '456*', '456\\7', '456"7', '456 7', '456,7']],
    ['barcode=="456\\*"', ['456*']],
    ['barcode=="45?7"', ['4567', '45?7', '45^7']],
    ['barcode=="45\\?7"', ['45?7']],
    ['barcode=="45^7"', ['45^7']],
    ['barcode=="45\\^7"', ['45^7']],
    ['barcode=="^456^"', ['456']],
    ['barcode=="456\\\\7"', ['456\\7']],
    ['barcode=="*7"', ['4567', '45?7', '45^7', '456\\7', '456"7', '456 7', '456,7']],
    ['barcode=="456?7"', ['456\\7', '456"7', '456 7', '456,7']],
    ['barcode==("abc-1" or "456")', ['456', 'ABC-1']],
    ['barcode==("456,*" or "456 *" or 456 or 4567)', ['456', '4567', '456 7', '456,7']],
    ['barcode=="ABCE"', []],
    ['barcode=="ABCÉ"', ['i2']],
    ['barcode==/ignoreAccents "ABCE"', ['i2']],
    ['barcode==/respectCase "ABC123"', ['i1']],
    ['barcode==/respectCase "abc123"', []],
    ['barcode=="%"', []],
    ['barcode=="___"', []],
    ['barcode=="*"', everyItem.filter((name) => name !== 'i4')],
    ['barcode<>"456*" and barcode<>"ABC*"', ['i3', '45?7', '45^7']],
    ['barcode<>"*"', []],
  ])('%s', async (query, expected) => {
    expect(await library.find('item', query)).toEqual(expected)
  })
})

describe('words', () => {
  it.each<[query: string, expected: string[]]>([
    ['title = "WAR, (and) peace."', ['war']],
    ['title any "study arger"', ['peace', 'roots']],
    ['title all "study arger"', []],
    ['title all "wa* pea*"', ['war', 'peace', 'roots', 'early']],
    ['title = "wa* pea*"', ['roots', 'early']],
    ['title = "ear* war"', ['early']],
    ['title = "ea* wa"', []],
    ['title = "pea"', []],
    ['title = "*"', everyInstance],
    ['title = "war *"', ['war', 'peace', 'roots', 'early']],
    ['title = "--"', []],
    ['title = "war - peace"', ['roots', 'early']],
    ['title = "war\\*"', ['war', 'peace', 'roots', 'early']],
    ['title =/respectCase/respectAccents "WAR"', ['war', 'peace', 'roots', 'early']],
    ['languages=ger', ['roots']],
    ['languages = "eng rus"', ['war']],
    ['languages any "ger rus"', ['war', 'roots']],
    ['languages all "ger rus"', []],
    ['hrid = in2', ['peace']],
    ['subjects = fic*', ['war']],
    ['subjects any "fiction ghi"', ['war', 'peace']],
    ['cql.allRecords=1 not subjects=""', ['roots', 'early', 'bare']],
    ['metadata.updatedDate=""', ['war', 'peace', 'roots', 'early']],
    ['metadata.updatedDate="2026 01*"', ['war', 'peace']],
    ['discoverySuppress=false', ['war']],
    ['isbn="0552167541 pbk"', ['war']],
    ['isbn any "055216* pbk"', ['war']],
    ['isbn=""', ['war', 'peace', 'roots']],
  ])('%s', async (query, expected) => {
    expect(await library.find('instance', query)).toEqual(expected)
  })
})

describe('whole values and order', () => {
  it.each<[query: string, expected: string[]]>([
    ['title=="WAR AND PEACE"', ['war']],
    ['title=="uprooted arger*"', ['roots']],
    ['title==/respectAccents "uprooted arger*"', []],
    ['title==/respectAccents "uprooted ärger*"', ['roots']],
    ['title==/respectCase "War and peace"', ['war']],
    ['title==/respectCase "war and peace"', []],
    ['title==/respectCase/respectAccents "Uprooted Ärger*"', ['roots']],
    ['title==/respectCase "Uprooted Arger*"', ['roots']],
    ['title==("war and peace" or "early*" or nothing)', ['war', 'early']],
    ['title<>"war and peace"', ['peace', 'roots', 'early']],
    ['title<>"*war*"', []],
    ['title<"peace"', ['early']],
    ['title>="Uprooted"', ['war', 'roots']],
    ['title=="" or hrid==""', ['bare']],
    ['hrid<>""', ['war', 'peace', 'roots']],
    ['languages==[]', ['peace']],
    ['languages=="[\\"eng\\", \\"rus\\"]"', ['war']],
    ['languages=="*\\"ger\\"*"', ['roots']],
    ['cql.allRecords=1 not languages<>"[]"', ['peace', 'early', 'bare']],
    ['subjects=="[{\\"value\\": \\"abc def ghi\\"}]"', ['peace']],
    ['subjects=="*ghi jkl*"', ['war']],
    ['identifiers=="*x1*"', ['peace']],
    ['isbn=="978-1-4472-9414-6"', ['peace']],
    ['isbn=="0552167541"', []],
    ['isbn=="055*"', ['war']],
    ['identifiers.value==x1', []],
    ['identifiers.0.value==x1', []],
    ['languages.0==eng', []],
    ['metadata.updatedDate=="2026-01*"', ['war', 'peace']],
    ['metadata.updatedDate=="2026-02-03T23:59:59.000+00:00"', ['roots']],
    ['metadata.updatedDate=="2026-02-04T01:59:59+02:00"', ['roots']],
    ['metadata.updatedDate=="2026-02-03"', []],
    ['metadata.updatedDate=="*:59.000*"', ['roots', 'early']],
    ['metadata.updatedDate<>"2026*"', ['early']],
    ['metadata.updatedDate>2026-01', ['war', 'peace', 'roots']],
    ['metadata.updatedDate<2026-01-15T12:30', ['war', 'early']],
    ['metadata.updatedDate<=2026-01-15T12:30:00.000', ['war', 'early']],
    ['metadata.updatedDate<=2026-01-15T12:30:00.000Z', ['war', 'peace', 'early']],
    ['metadata.updatedDate>2026-01-99', ['roots']],
    ['metadata.updatedDate>=2026-1', []],
    ['discoverySuppress<>true', ['war']],
    ['discoverySuppress==tr*', ['peace']],
    ['discoverySuppress==""', []],
  ])('%s', async (query, expected) => {
    expect(await library.find('instance', query)).toEqual(expected)
  })
})

describe('numbers', () => {
  it.each<[query: string, expected: string[]]>([
    ['order==10', ['i1']],
    ['order=2', ['i3']],
    ['order<10', ['i2', 'i3']],
    ['order>/number 2', ['i1', 'i2']],
    ['order<>10.0', ['i2', 'i3']],
    ['order=""', ['i1', 'i2', 'i3']],
    ['order=="1*"', ['i1']],
    ['materials.size >/number 7', ['i4']],
    ['materials.size ==/number 7.50', ['i4']],
    ['materials.size =/number 0.75e1', ['i4']],
    ['materials.size ==/number (7.5 or 8)', ['i4']],
    ['cql.allRecords=1 not materials.size <>/number 7.5', everyItem],
    ['materials.size =/number ""', ['i4']],
    ['materials.size ==/string "7.50"', []],
  ])('%s', async (query, expected) => {
    expect(await library.find('item', query)).toEqual(expected)
  })
})

describe('ids', () => {
  const id = uuidOf('a', 1)
  it.each<[query: string, expected: string[]]>([
    [`id=${id}`, ['peace']],
    [`id==${id.toUpperCase()}`, ['peace']],
    [`id<>${id}`, ['war', 'roots', 'early', 'bare']],
    [`id=(${id} or ${uuidOf('a', 3)} or nonsense)`, ['peace', 'early']],
    [`id==(${id} or "a0000000-0000-4000-8000-00000000000*")`, everyInstance],
    [`id<>(${id} and ${uuidOf('a', 0)})`, ['roots', 'early', 'bare']],
    ['id=a*', everyInstance],
    ['id=b*', []],
    ['id<>b**', everyInstance],
    ['id<>b', everyInstance],
    ['id=zz*', []],
    [`id=${id}*`, ['peace']],
    [`id=${id}0*`, []],
    ['id=""', everyInstance],
    ['id==""', []],
    ['id<>""', everyInstance],
    ['id<>*', []],
    ['id=?', []],
    [`id>${id}`, ['roots', 'early', 'bare']],
    [`id<=${id} sortBy id/sort.descending`, ['peace', 'war']],
  ])('%s', async (query, expected) => {
    expect(await library.find('instance', query)).toEqual(expected)
  })

  it('sends a thousand ids as one list', async () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => uuidOf('a', i))
    const query = `id==(${ids.join(' or ')})`
    const compiled = compileCql(parseCql(query), instanceSource)
    expect(compiled).toEqual({
      where: 'instance.id = any($1::uuid[])',
      params: [ids],
      orderBy: 'instance.id',
    })
    expect(await library.find('instance', query)).toEqual(everyInstance)
  })
})
