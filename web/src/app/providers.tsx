import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { onRestored } from '../lib/connection.ts'
import { ApiError } from '../lib/http.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // Silence is told by `lib/connection.ts`; calls that merely waited would tell nothing.
      networkMode: 'always',
      // What the server refused once it refuses again; silence passes.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 3,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What failed for want of an answer is asked for again when the server is back.
onRestored(
  () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
)

/** Everything that all pages need around them. */
export function Providers() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
