import { describe, expect, it } from 'vitest'
import type { Link } from './links.ts'
import { buildTree } from './profile-tree.ts'
import type { Profile, ProfileType } from './profile-types.ts'

function link(
  from: [ProfileType, string, string],
  to: [ProfileType, string, string],
  more: Partial<Link> = {},
): Link {
  return {
    id: `${from[1]}-${to[1]}`,
    jobProfileId: null,
    masterProfileType: from[0],
    masterProfileId: from[1],
    masterWrapperId: from[2],
    detailProfileType: to[0],
    detailProfileId: to[1],
    detailWrapperId: to[2],
    order: 0,
    reactTo: null,
    ...more,
  }
}

function profiles(entries: Record<string, ProfileType>) {
  return new Map(
    Object.entries(entries).map(([id, type]) => [
      id,
      { type, profile: { id, name: `Name of ${id}` } as Profile },
    ]),
  )
}

const toAction = link(['JOB_PROFILE', 'j', 'w0'], ['ACTION_PROFILE', 'a', 'w1'])
const toMapping = link(['ACTION_PROFILE', 'a', 'w9'], ['MAPPING_PROFILE', 'p', 'w10'])
const root = { type: 'JOB_PROFILE' as const, profileId: 'j', wrapperId: 'w0' }

describe('the tree of a profile', () => {
  it('has each profile with its place, branch and order', () => {
    const toMatch = link(['JOB_PROFILE', 'j', 'w0'], ['MATCH_PROFILE', 'm', 'w2'], { order: 1 })
    const belowMatch = link(['MATCH_PROFILE', 'm', 'w2'], ['ACTION_PROFILE', 'a', 'w3'], {
      reactTo: 'NON_MATCH',
    })
    const tree = buildTree(root, {
      links: [toAction, toMatch, belowMatch],
      mappingLinks: [toMapping],
      profiles: profiles({ j: 'JOB_PROFILE', m: 'MATCH_PROFILE', a: 'ACTION_PROFILE', p: 'MAPPING_PROFILE' }),
    })
    const mapping = { profileId: 'p', contentType: 'MAPPING_PROFILE', childSnapshotWrappers: [] }
    expect(tree).toMatchObject({
      profileId: 'j',
      profileWrapperId: 'w0',
      contentType: 'JOB_PROFILE',
      content: { name: 'Name of j' },
      childSnapshotWrappers: [
        { profileId: 'a', profileWrapperId: 'w1', order: 0, childSnapshotWrappers: [mapping] },
        {
          profileId: 'm',
          order: 1,
          childSnapshotWrappers: [
            {
              profileId: 'a',
              profileWrapperId: 'w3',
              reactTo: 'NON_MATCH',
              childSnapshotWrappers: [mapping],
            },
          ],
        },
      ],
    })
  })

  it.each([
    ['Action Profile', 'a', { j: 'JOB_PROFILE', p: 'MAPPING_PROFILE' }],
    ['Mapping Profile', 'p', { j: 'JOB_PROFILE', a: 'ACTION_PROFILE' }],
  ] as const)('names a missing %s', (title, id, present) => {
    const parts = { links: [toAction], mappingLinks: [toMapping], profiles: profiles(present) }
    expect(() => buildTree(root, parts)).toThrow(
      `The profile "Name of j" points to the ${title} with id '${id}', which does not exist.`,
    )
  })
})
