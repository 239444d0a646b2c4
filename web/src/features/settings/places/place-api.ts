import { useMutation, useQueryClient } from '@tanstack/react-query'
import { http } from '../../../lib/http.ts'
import { listKey, useListValues } from '../lists/list-api.ts'

export const LEVELS = ['institution', 'campus', 'library', 'location'] as const
export type Level = (typeof LEVELS)[number]

/** An institution, campus, library or location as the API has it. */
export type Place = {
  id: string
  name: string
  code: string
  institutionId?: string
  campusId?: string
  libraryId?: string
  isActive?: boolean
  discoveryDisplayName?: string
  description?: string
  primaryServicePoint?: string
  servicePointIds?: string[]
  isFloatingCollection?: boolean
  [field: string]: unknown
}

/** Where the places of a level are, and the name of the list that counts their uses. */
export const PLACES: Readonly<
  Record<Level, { id: string; path: string; listKey: string; permission: string; parent: string }>
> = {
  institution: {
    id: 'institutions',
    path: '/location-units/institutions',
    listKey: 'locinsts',
    permission: 'inventory-storage.location-units.institutions',
    parent: '',
  },
  campus: {
    id: 'campuses',
    path: '/location-units/campuses',
    listKey: 'loccamps',
    permission: 'inventory-storage.location-units.campuses',
    parent: 'institutionId',
  },
  library: {
    id: 'libraries',
    path: '/location-units/libraries',
    listKey: 'loclibs',
    permission: 'inventory-storage.location-units.libraries',
    parent: 'campusId',
  },
  location: {
    id: 'locations',
    path: '/locations',
    listKey: 'locations',
    permission: 'inventory-storage.locations',
    parent: 'libraryId',
  },
}

export type Places = Readonly<Record<Level, readonly Place[]>>

/** All places; null until they are here. */
export function usePlaces(): { places: Places | null; error: Error | null; refetch: () => void } {
  const institution = useListValues(PLACES.institution)
  const campus = useListValues(PLACES.campus)
  const library = useListValues(PLACES.library)
  const location = useListValues(PLACES.location)
  const answers = [institution, campus, library, location]
  const isHere = answers.every(({ data }) => data !== undefined)
  return {
    places: isHere
      ? ({
          institution: institution.data,
          campus: campus.data,
          library: library.data,
          location: location.data,
        } as unknown as Places)
      : null,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(answers.map((answer) => answer.refetch())),
  }
}

/** Writes or deletes places of a level. */
export function usePlaceChange(level: Level) {
  const client = useQueryClient()
  const { path } = PLACES[level]
  return useMutation({
    mutationFn: async (change: { save: readonly Place[] } | { delete: string }): Promise<string | null> => {
      if ('delete' in change) {
        await http.delete(`${path}/${change.delete}`)
        return null
      }
      let id: string | null = null
      for (const { metadata: _metadata, ...place } of change.save) {
        if (place.id === '') id = (await http.post<Place>(path, { ...place, id: undefined })).id
        else {
          await http.put(`${path}/${place.id}`, place)
          id = place.id as string
        }
      }
      return id
    },
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey[0] === 'reference-usage' || String(queryKey) === String(listKey({ path })),
      }),
  })
}

/** A new place below another; a location gets the ids of all three above it. */
export function newPlace(level: Level, parentId: string | null, places: Places): Place {
  const place: Place = { id: '', name: '', code: '' }
  if (level === 'campus') place.institutionId = parentId ?? ''
  if (level === 'library') place.campusId = parentId ?? ''
  if (level !== 'location') return place
  const library = places.library.find(({ id }) => id === parentId)
  const campus = places.campus.find(({ id }) => id === library?.campusId)
  const beside = places.location.find(({ libraryId }) => libraryId === parentId)
  return {
    ...place,
    libraryId: library?.id ?? '',
    campusId: campus?.id ?? '',
    institutionId: String(campus?.institutionId ?? ''),
    isActive: true,
    servicePointIds: beside?.servicePointIds ?? [],
    ...(beside?.primaryServicePoint !== undefined && { primaryServicePoint: beside.primaryServicePoint }),
  }
}
