import { useMediaQuery } from '@mantine/hooks'

/** True where there is room for filters and a preview beside the table. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
}
