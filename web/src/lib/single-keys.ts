import { usePreference } from './preferences.ts'

/** Whether shortcuts of a single letter work for this person; some type by voice and must switch them off. */
export function useSingleKeys() {
  return usePreference('keys.single', true)
}
