import { Alert, Anchor, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { systemText } from '#text/settings-system.ts'
import { settingsText } from '#text/settings.ts'
import { http, request } from '../../../lib/http.ts'
import { useJobs } from '../../../lib/job-stream.ts'
import { useSession } from '../../../lib/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { SettingsLead } from '../settings-lead.tsx'

type Interface = { id: string; version: string }

const text = (path: string) => async () => (await request('GET', path)).text()

/** Version, health, jobs at work and interfaces of the server. */
export function AboutPage() {
  const { tenant } = useSession()
  const version = useQuery({ queryKey: ['about', 'version'], queryFn: text('/_/version') })
  const health = useQuery({
    queryKey: ['about', 'health'],
    queryFn: text('/admin/health'),
    refetchInterval: 10_000,
  })
  const interfaces = useQuery({
    queryKey: ['about', 'interfaces'],
    queryFn: ({ signal }) => http.get<Interface[]>(`/_/proxy/tenants/${tenant}/interfaces`, {}, signal),
  })
  const jobs = useJobs()
  const running = jobs?.filter(({ state }) => state === 'running' || state === 'queued').length ?? 0
  const facts = [
    [systemText.version, version.data ?? ''],
    [systemText.health, health.data === 'OK' ? systemText.healthy : health.error ? systemText.unwell : ''],
    [systemText.running, jobs === null ? '' : systemText.runningNow(running)],
  ] as const
  const error = version.error ?? interfaces.error
  return (
    <Page title={settingsText.pageTitles.about} lead={<SettingsLead />}>
      {error && <Failure error={error} retry={() => void interfaces.refetch()} />}
      {health.error && <Alert color="red">{systemText.unwell}</Alert>}
      <Stack>
        <Table aria-label={settingsText.pageTitles.about} maw={640}>
          <Table.Tbody>
            {facts.map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" w={200}>
                  {label}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Anchor href="/docs" w="fit-content">
          {systemText.apiDocs}
        </Anchor>
        <Title order={2} size="h5">
          {systemText.interfaces}
        </Title>
        <Text size="sm">{systemText.interfacesLead}</Text>
        <Table aria-label={systemText.interfaces} maw={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{systemText.interfaceId}</Table.Th>
              <Table.Th scope="col">{systemText.interfaceVersion}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(interfaces.data ?? [])
              .toSorted((a, b) => a.id.localeCompare(b.id))
              .map(({ id, version: of }) => (
                <Table.Tr key={`${id} ${of}`}>
                  <Table.Th scope="row">{id}</Table.Th>
                  <Table.Td>{of}</Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Page>
  )
}
