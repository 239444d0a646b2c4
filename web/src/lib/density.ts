import { usePreference } from './preferences.ts'

export type Density = 'comfortable' | 'compact'

/** How high the rows of tables are for this person. */
export function useDensity() {
  return usePreference<Density>('table.density', 'comfortable')
}
