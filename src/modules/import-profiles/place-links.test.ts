import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Link } from './links.ts'
import { linksToDelete, nameLink, placeLinks, reachableLinks } from './place-links.ts'
import type { NamedLink } from './place-links.ts'
import type { ProfileAssociation, ProfileType } from './profile-types.ts'

const JOB = { id: 'job', type: 'JOB_PROFILE' as const }

const typesByLetter: Record<string, ProfileType> = {
  j: 'JOB_PROFILE',
  m: 'MATCH_PROFILE',
  a: 'ACTION_PROFILE',
}

function typeOf(id: string): ProfileType | undefined {
  return typesByLetter[id.charAt(0)]
}

/** A link from texts such as `m1>a1`; the job stands as an empty id, as clients send it. */
function named(text: string, more: ProfileAssociation = {}): NamedLink {
  const [master, detail] = text.split('>')
  const sent: ProfileAssociation = {
    masterProfileId: master === 'job' ? null : master!,
    detailProfileId: detail!,
    ...more,
  }
  return nameLink(sent, JOB, typeOf)!
}

function placed(...texts: string[]): Link[] {
  return placeLinks(
    texts.map((text) => named(text)),
    [],
  )
}

/** The tree as text: `job(m1(a1) m1(a2))`. */
function drawn(links: readonly Link[]): string {
  const below = (place: string): string =>
    links
      .filter((link) => link.masterWrapperId === place)
      .map((link) => link.detailProfileId + below(link.detailWrapperId))
      .join(' ')
      .replace(/^(.+)$/, '($1)')
  return `job${below(links.find((link) => link.masterProfileType === 'JOB_PROFILE')?.masterWrapperId ?? '')}`
}

describe('links of a tree', () => {
  it('hang together in the order of appearance', () => {
    expect(drawn(placed('job>m1', 'm1>a1', 'm1>m2', 'm2>a2', 'job>a3'))).toBe('job(m1(a1 m2(a2)) a3)')
  })

  it('tell two places of one match apart', () => {
    expect(drawn(placed('job>m1', 'm1>a1', 'job>m1', 'm1>a2'))).toBe('job(m1(a1) m1(a2))')
    expect(drawn(placed('job>m1', 'm1>m1', 'm1>a1'))).toBe('job(m1(m1(a1)))')
  })

  it('let one action stand in several places', () => {
    expect(drawn(placed('job>a1', 'job>m1', 'm1>a1', 'job>a1'))).toBe('job(a1 m1(a1) a1)')
  })

  it('find their match when they come before it', () => {
    expect(drawn(placed('m1>a1', 'job>m1', 'm1>a2'))).toBe('job(m1(a1 a2))')
  })

  it('go by the places that a client names', () => {
    const links = placeLinks(
      [
        named('job>m1', { detailWrapperId: 'w1' }),
        named('job>m1', { detailWrapperId: 'w2' }),
        named('m1>a1', { masterWrapperId: 'w1' }),
        named('m1>a2', { masterWrapperId: 'w2' }),
      ],
      [],
    )
    expect(drawn(links)).toBe('job(m1(a1) m1(a2))')
  })

  it('go to the last place of their match when they name one that is nowhere', () => {
    expect(drawn(placeLinks([named('job>m1'), named('m1>a1', { masterWrapperId: 'gone' })], []))).toBe(
      'job(m1(a1))',
    )
  })

  it('never share a place', () => {
    const links = placeLinks(
      [named('job>m1', { detailWrapperId: 'w' }), named('job>m2', { detailWrapperId: 'w' })],
      [],
    )
    expect(new Set(links.map((link) => link.detailWrapperId)).size).toBe(2)
  })

  it('join a stored tree', () => {
    const stored = placed('job>m1', 'm1>a1')
    const added = placeLinks([named('m1>a2'), named('job>a3')], stored)
    expect(drawn([...stored, ...added])).toBe('job(m1(a1 a2) a3)')
  })

  it('make a tree in which each place has one master, whatever is sent', () => {
    const profile = fc.constantFrom('m1', 'm2', 'a1', 'a2')
    const sent = fc.array(
      fc.tuple(fc.constantFrom('job', 'm1', 'm2'), profile).map(([master, detail]) => `${master}>${detail}`),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(sent, (texts) => {
        const links = placed(...texts)
        const places = links.map((link) => link.detailWrapperId)
        expect(new Set(places).size).toBe(places.length)
        const { kept, lost } = reachableLinks(links)
        expect(kept.length + lost.length).toBe(links.length)
        for (const link of kept) {
          const master = kept.find((other) => other.detailWrapperId === link.masterWrapperId)
          expect(link.masterProfileType === 'JOB_PROFILE' || master !== undefined).toBe(true)
        }
      }),
    )
  })
})

describe('naming the ends of a link', () => {
  it('puts the owner where an id is empty, and the job into links below a match', () => {
    expect(nameLink({ masterProfileId: '', detailProfileId: 'm1' }, JOB, typeOf)).toMatchObject({
      masterProfileId: 'job',
      masterProfileType: 'JOB_PROFILE',
      detailProfileType: 'MATCH_PROFILE',
      jobProfileId: null,
      order: 0,
      reactTo: null,
    })
    expect(nameLink({ masterProfileId: 'm1', detailProfileId: 'a1' }, JOB, typeOf)?.jobProfileId).toBe('job')
  })

  it('fails for an end that nobody knows', () => {
    expect(nameLink({ masterProfileId: 'm1', detailProfileId: 'x' }, JOB, typeOf)).toBeNull()
    expect(nameLink({ detailProfileId: 'a1' }, null, typeOf)).toBeNull()
  })
})

describe('deleted relations', () => {
  const stored = placed('job>m1', 'm1>a1', 'job>m1', 'm1>a1', 'job>a2')

  function deleted(...relations: ProfileAssociation[]): number[] {
    return linksToDelete(relations, stored, JOB).map((link) => stored.indexOf(link))
  }

  it('mean a link by its id', () => {
    expect(deleted({ id: stored[3]!.id })).toEqual([3])
  })

  it('mean a link by its two places', () => {
    const { masterWrapperId, detailWrapperId } = stored[3]!
    expect(deleted({ masterWrapperId, detailWrapperId })).toEqual([3])
    expect(
      deleted({ masterWrapperId, detailWrapperId: 'other', masterProfileType: 'MATCH_PROFILE' }),
    ).toEqual([])
  })

  it('mean one link each by their profiles', () => {
    const relation = { masterProfileId: 'm1', detailProfileId: 'a1' }
    expect(deleted(relation)).toEqual([1])
    expect(deleted(relation, relation)).toEqual([1, 3])
    expect(deleted({ masterProfileId: null, detailProfileId: 'a2' })).toEqual([4])
    expect(deleted({ ...relation, reactTo: 'NON_MATCH' })).toEqual([])
  })

  it('take what hung below with them', () => {
    const { kept, lost } = reachableLinks(stored.slice(1))
    expect(kept.map((link) => stored.indexOf(link))).toEqual([2, 3, 4])
    expect(lost.map((link) => stored.indexOf(link))).toEqual([1])
  })
})
