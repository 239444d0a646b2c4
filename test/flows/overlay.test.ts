import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import type { RawField } from '../support/marc-bytes.ts'
import { Catalog, extendTexts, nameHoldings, noteInstance } from './catalog.ts'
import { answer, newTenant, rule } from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { action, match } from './profile-tree.ts'
import type { Spec } from './profile-tree.ts'

// What imports do to the MARC of records: overlay with protections, listed fields, links, modifications.

let app: TestApp
let api: Api
let catalog: Catalog

beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
  catalog = new Catalog(api)
})

afterAll(() => app.close())

const by001 = (then: Spec[], otherwise: Spec[] = []) =>
  match('001', 'MARC_BIBLIOGRAPHIC', '001', { onMatch: then, onNonMatch: otherwise })
const by980 = (then: Spec[], otherwise: Spec[] = []) =>
  match('980  $i', 'MARC_BIBLIOGRAPHIC', '999ff$i', { onMatch: then, onNonMatch: otherwise })

const overlay = (details: object[] = [], more: object = {}) =>
  action('UPDATE', 'MARC_BIBLIOGRAPHIC', details, more)

/** An ADD of a field with subfield a. */
const add = (field: string, text: string) => ({
  order: 0,
  action: 'ADD',
  field: { field, subfields: [{ subfield: 'a', subaction: 'ADD_SUBFIELD', data: { text } }] },
})

const without = (lines: string[], ...tags: string[]) =>
  lines.filter((line) => !tags.includes(line.slice(0, 3)))

async function protect(setting: object): Promise<{ id: string }> {
  return answer(await api.post('/field-protection-settings/marc', { source: 'USER', ...setting }), 201)
}

const unprotect = async ({ id }: { id: string }) =>
  answer(await api.del(`/field-protection-settings/marc/${id}`), 204)

describe('an overlay', () => {
  it('replaces the stored record, keeps its ids, and does the bookkeeping of 001, 003, 005 and 035', async () => {
    const [ids] = await catalog.add([
      book('own1', 'Old title', [
        ['035', '  $a(DLC)77'],
        ['500', '  $aOld note'],
        ['856', '40$uhttp://a'],
        copy('V-1'),
      ]),
    ])
    const { instance, instanceHrid } = ids!
    const before = await catalog.source(instance)
    const incoming = book('other9', 'New title', [
      ['003', 'OCoLC'],
      ['020', '  $a9780306406157'],
      ['035', `  $a${instanceHrid}`],
      ['856', '40$uhttp://a'],
      ['856', '40$uhttp://b'],
      ['980', `  $i${instance}`],
    ])
    const { entries } = await catalog.run([by980([overlay()])], [incoming])
    expect(entries[0]).toMatchObject({
      error: '',
      sourceRecordActionStatus: 'UPDATED',
      relatedInstanceInfo: { actionStatus: 'UPDATED', idList: [instance] },
    })
    const after = await catalog.source(instance)
    expect(after).toMatchObject({ recordId: before.recordId, generation: 1 })
    const lines = await catalog.marc(instance)
    // 500, the old 035 and the copy's 952 are not in the incoming record; 001 with 003 goes to 035, the HRID out of it.
    expect(without(lines, '005', '008')).toEqual([
      `001 ${instanceHrid}`,
      '020 ## $a9780306406157',
      '035 ## $a(OCoLC)other9',
      '245 00 $aNew title',
      '856 40 $uhttp://a',
      '856 40 $uhttp://b',
      `980 ## $i${instance}`,
      `999 ff $s${before.recordId}$i${instance}`,
    ])
    expect(lines.filter((line) => line.startsWith('005'))).toHaveLength(1)
    const now = await catalog.instance(instance)
    expect(now).toMatchObject({ title: 'New title', hrid: instanceHrid, _version: 2 })
    expect(now.electronicAccess.map(({ uri }: { uri: string }) => uri)).toEqual(['http://a', 'http://b'])
    expect(now.notes ?? []).toEqual([])
  })

  it('by the same record again changes nothing but the generation, 005 and the version', async () => {
    const [ids] = await catalog.add([
      book('rt1', 'Round', [['035', '  $a(OCoLC)5'], ['856', '40$uhttp://r'], copy('R-1')]),
    ])
    const incoming = book('rt1', 'Round', [
      ['003', 'XX'],
      ['035', '  $a(OCoLC)5'],
      ['856', '40$uhttp://r'],
      ['856', '40$uhttp://r'],
      ['980', `  $i${ids!.instance}`],
    ])
    await catalog.run([by980([overlay()])], [incoming])
    const once = without(await catalog.marc(ids!.instance), '005')
    expect(once.filter((line) => line.startsWith('035'))).toEqual(['035 ## $a(OCoLC)5', '035 ## $a(XX)rt1'])
    expect(once.filter((line) => line.startsWith('856'))).toHaveLength(2)
    await catalog.run([by980([overlay()])], [incoming])
    expect(without(await catalog.marc(ids!.instance), '005')).toEqual(once)
    expect((await catalog.source(ids!.instance)).generation).toBe(2)
  })

  // data-import.md 5.4, the table: each row unprotected and protected.
  it('follows the table of protections: 245 and 520 kept, 500 joined, 100 free', async () => {
    const stored: RawField[] = [
      ['100', '1 $aOld, Author'],
      ['500', '  $aStored note'],
      ['500', '  $aBoth'],
      ['520', '  $aStored abstract'],
      ['590', '  $aLocal'],
      copy('P-1'),
    ]
    const [ids] = await catalog.add([book('p1', 'Stored title', stored)])
    const settings = [
      await protect({ field: '245', indicator1: '*', indicator2: '*', subfield: '*', data: '*' }),
      await protect({ field: '500', indicator1: '*', indicator2: '*', subfield: '*', data: '*' }),
      await protect({ field: '590', indicator1: '*', indicator2: '*', subfield: 'a', data: 'LOCAL' }),
      await protect({ field: '520', indicator1: '1', indicator2: '*', subfield: '*', data: '*' }),
      await protect({ field: '100', indicator1: '*', indicator2: '*', subfield: 'a', data: 'Somebody' }),
      await protect({ field: '240', indicator1: '*', indicator2: '*', subfield: '*', data: '*' }),
    ]
    const incoming = book('p1x', 'Incoming title', [
      ['100', '1 $aNew, Author'],
      ['240', '10$aUniform'],
      ['500', '  $aIncoming note'],
      ['500', '  $aBoth'],
      ['590', '  $aOther local'],
      ['980', `  $i${ids!.instance}`],
    ])
    const { entries } = await catalog.run([by980([overlay()])], [incoming])
    expect(entries[0]!.error).toBe('')
    const lines = without(await catalog.marc(ids!.instance), '001', '005', '008', '035', '980', '999')
    expect(lines).toEqual([
      // protected for another text only: the incoming one replaces it
      '100 1# $aNew, Author',
      // not repeatable, protected, only incoming: added
      '240 10 $aUniform',
      // not repeatable, protected, in both: the stored one stays
      '245 00 $aStored title',
      // repeatable, protected: stored ones stay, incoming ones are added unless identical
      '500 ## $aStored note',
      '500 ## $aIncoming note',
      '500 ## $aBoth',
      // 520 with other indicators is not protected, and not in the incoming record: removed
      '590 ## $aLocal',
      '590 ## $aOther local',
    ])
    expect(await catalog.instance(ids!.instance)).toMatchObject({ title: 'Stored title' })
    for (const setting of settings) await unprotect(setting)
  })

  it('heeds a protection no more where the field mapping profile overrides it', async () => {
    const setting = await protect({
      field: '500',
      indicator1: '*',
      indicator2: '*',
      subfield: '*',
      data: '*',
    })
    const [kept, replaced] = await catalog.add([
      book('ov1', 'Kept', [['500', '  $aStored'], copy('OV-1')]),
      book('ov2', 'Replaced', [['500', '  $aStored'], copy('OV-2')]),
    ])
    const incoming = (instance: string) =>
      book('x', 'Title', [
        ['500', '  $aIncoming'],
        ['980', `  $i${instance}`],
      ])
    await catalog.run([by980([overlay()])], [incoming(kept!.instance)])
    const override = { marcFieldProtectionSettings: [{ ...setting, override: true }] }
    await catalog.run([by980([overlay([], override)])], [incoming(replaced!.instance)])
    const notes = async (id: string) => (await catalog.marc(id)).filter((line) => line.startsWith('500'))
    expect(await notes(kept!.instance)).toEqual(['500 ## $aStored', '500 ## $aIncoming'])
    expect(await notes(replaced!.instance)).toEqual(['500 ## $aIncoming'])
    await unprotect(setting)
  })

  it('limited to listed fields leaves the others and the leader', async () => {
    const [ids] = await catalog.add([
      book('ls1', 'Stays', [['500', '  $aStays'], ['856', '40$uhttp://old$zlabel'], copy('LS-1')]),
    ])
    const detail = {
      order: 0,
      field: { field: '856', indicator1: '4', indicator2: '*', subfields: [{ subfield: 'u' }] },
    }
    const incoming = book('ls1x', 'Not taken', [
      ['500', '  $aNot taken'],
      ['856', '40$uhttp://new$znot taken'],
      ['980', `  $i${ids!.instance}`],
    ])
    const { entries } = await catalog.run([by980([overlay([detail])])], [incoming])
    expect(entries[0]!.error).toBe('')
    const lines = await catalog.marc(ids!.instance)
    expect(lines).toContain('245 00 $aStays')
    expect(lines).toContain('500 ## $aStays')
    expect(lines).toContain('856 40 $uhttp://new$zlabel')
  })

  it('keeps the heading of a linked field whose $0 comes again, and ends the link of one that does not', async () => {
    const authority = async (naturalId: string) =>
      answer(await api.post('/authority-storage/authorities', { source: 'MARC', naturalId }), 201)
        .id as string
    const [kept, ended] = [await authority('n1'), await authority('n2')]
    const stored: RawField[] = [
      ['100', `1 $aHeading, Kept$eauthor$0http://id/n1$9${kept}`],
      ['700', `1 $aHeading, Ended$0http://id/n2$9${ended}`],
      copy('LK-1'),
    ]
    const [ids] = await catalog.add([book('lk1', 'Linked', stored)])
    const path = `/links/instances/${ids!.instance}`
    const rules = answer(await api.get('/linking-rules/instance-authority'))
    const ruleOf = (tag: string) => rules.find((each: { bibField: string }) => each.bibField === tag).id
    const link = (authorityId: string, tag: string) => ({
      authorityId,
      authorityNaturalId: 'n',
      instanceId: ids!.instance,
      linkingRuleId: ruleOf(tag),
    })
    answer(await api.put(path, { links: [link(kept, '100'), link(ended, '700')] }), 204)
    const incoming = book('lk1x', 'Linked', [
      ['100', '1 $aAnother form$eeditor$0http://id/n1'],
      ['700', `1 $aSomebody else$0http://id/other$9${ended}`],
      ['980', `  $i${ids!.instance}`],
    ])
    const { entries } = await catalog.run([by980([overlay()])], [incoming])
    expect(entries[0]!.error).toBe('')
    const lines = await catalog.marc(ids!.instance)
    expect(lines.filter((line) => /^[17]00/.test(line))).toEqual([
      `100 1# $aHeading, Kept$eeditor$0http://id/n1$9${kept}`,
      '700 1# $aSomebody else$0http://id/other',
    ])
    const { links } = answer(await api.get(path))
    expect(links.map(({ authorityId }: { authorityId: string }) => authorityId)).toEqual([kept])
    const { contributors } = await catalog.instance(ids!.instance)
    expect(contributors[0]).toMatchObject({ name: 'Heading, Kept', authorityId: kept })
  })

  it('then UPDATE INSTANCE keeps what was protected and sets what its profile says', async () => {
    const setting = await protect({
      field: '500',
      indicator1: '*',
      indicator2: '*',
      subfield: '*',
      data: '*',
    })
    const [ids] = await catalog.add([book('oi1', 'Before', [['500', '  $aStored'], copy('OI-1')])])
    const incoming = book('oi1x', 'After', [['980', `  $i${ids!.instance}`]])
    const { entries } = await catalog.run([by980([overlay(), noteInstance('set')])], [incoming])
    expect(entries[0]).toMatchObject({ error: '', sourceRecordActionStatus: 'UPDATED' })
    expect(await catalog.marc(ids!.instance)).toContain('500 ## $aStored')
    expect((await catalog.source(ids!.instance)).generation).toBe(1)
    expect(await catalog.instance(ids!.instance)).toMatchObject({
      title: 'After',
      administrativeNotes: ['set'],
      notes: [{ note: 'Stored' }],
      _version: 2,
    })
    await unprotect(setting)
  })
})

describe('a modification of the incoming record', () => {
  const modify = (...details: object[]) => action('MODIFY', 'MARC_BIBLIOGRAPHIC', details)

  it('before a create is in the instance, the MARC, and what holdings are mapped from', async () => {
    const location = await catalog.setting('/locations')
    const tree = [
      modify(add('500', 'Added first')),
      action('CREATE', 'INSTANCE'),
      action('CREATE', 'HOLDINGS', [
        rule('holdings.permanentLocationId', `"${location.code}"`),
        rule('holdings.shelvingTitle', '500$a'),
      ]),
    ]
    const { entries } = await catalog.run(tree, [book('mb1', 'Modified')])
    const [entry] = entries
    expect(entry!.error).toBe('')
    const [id] = entry!.relatedInstanceInfo.idList
    expect(await catalog.marc(id!)).toContain('500 ## $aAdded first')
    expect((await catalog.instance(id!)).notes).toMatchObject([{ note: 'Added first' }])
    expect((await catalog.holdings(entry!.relatedHoldingsInfo[0]!.id)).shelvingTitle).toBe('Added first')
  })

  it('after a create, at the end, is in the instance and its MARC too', async () => {
    const tree = [
      action('CREATE', 'INSTANCE', [extendTexts('instance.administrativeNotes[]', '"mine"')]),
      modify(add('500', 'Added last')),
    ]
    const { entries } = await catalog.run(tree, [book('ma1', 'Modified at the end')])
    expect(entries[0]).toMatchObject({ error: '', sourceRecordActionStatus: 'CREATED' })
    const [id] = entries[0]!.relatedInstanceInfo.idList
    expect(await catalog.marc(id!)).toContain('500 ## $aAdded last')
    expect(await catalog.instance(id!)).toMatchObject({
      notes: [{ note: 'Added last' }],
      administrativeNotes: ['mine'],
      _version: 1,
    })
  })

  it('after a match replaces the MARC of the instance found', async () => {
    const [ids] = await catalog.add([book('mm1', 'Was', [copy('MM-1')])])
    const incoming = book(ids!.instanceHrid, 'Is')
    const { entries } = await catalog.run([by001([modify(add('500', 'By match'))])], [incoming])
    expect(entries[0]).toMatchObject({ error: '', sourceRecordActionStatus: 'UPDATED' })
    expect(await catalog.marc(ids!.instance)).toContain('500 ## $aBy match')
    expect(await catalog.instance(ids!.instance)).toMatchObject({
      title: 'Is',
      notes: [{ note: 'By match' }],
    })
  })

  it('at the end, after an overlay, changes what the overlay made', async () => {
    const setting = await protect({
      field: '590',
      indicator1: '*',
      indicator2: '*',
      subfield: '*',
      data: '*',
    })
    const [ids] = await catalog.add([book('me1', 'Was', [['590', '  $aKept'], copy('ME-1')])])
    const incoming = book('me1x', 'Is', [['980', `  $i${ids!.instance}`]])
    const remove = {
      order: 0,
      action: 'DELETE',
      field: { field: '980', indicator1: '*', indicator2: '*', subfields: [{ subfield: '*' }] },
    }
    const tree = [
      by980([overlay(), nameHoldings('from here')]),
      modify(add('500', 'At the end'), { ...remove, order: 1 }),
    ]
    const { entries } = await catalog.run(tree, [incoming])
    expect(entries[0]!.error).toBe('')
    const lines = await catalog.marc(ids!.instance)
    expect(without(lines, '001', '005', '008', '035', '999')).toEqual([
      '245 00 $aIs',
      '590 ## $aKept',
      '500 ## $aAt the end',
    ])
    expect((await catalog.source(ids!.instance)).generation).toBe(1)
    expect((await catalog.holdings(ids!.holdings)).shelvingTitle).toBe('from here')
    await unprotect(setting)
  })

  it('before a match is what the match looks at', async () => {
    const [ids] = await catalog.add([book('mq1', 'Qualified', [copy('MQ-1')])])
    const tree = [
      modify(add('981', ids!.instanceHrid)),
      match('981  $a', 'INSTANCE', 'instance.hrid', { onMatch: [noteInstance('found')] }),
    ]
    const { entries } = await catalog.run(tree, [book('mq2', 'Qualified')])
    expect(entries[0]!.relatedInstanceInfo.idList).toEqual([ids!.instance])
  })
})
