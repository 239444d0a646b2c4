import { Anchor, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconDatabaseImport, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { homeText } from '#text/home.ts'
import { useSession } from '../../lib/session.ts'

const { steps } = homeText
const STEPS = [
  {
    to: '/import',
    label: steps.import,
    text: steps.importText,
    Icon: IconDatabaseImport,
    permission: 'data-import.uploaddefinitions.post',
  },
  {
    to: '/inventory',
    label: steps.find,
    text: steps.findText,
    Icon: IconSearch,
    permission: 'search.instances.collection.get',
  },
  {
    to: '/settings',
    label: steps.user,
    text: steps.userText,
    Icon: IconUserPlus,
    permission: 'users.item.post',
  },
]

/** What somebody does first who has done nothing here yet; steps that they may not take are left out. */
export function FirstSteps() {
  const { permissions } = useSession()
  const open = STEPS.filter(({ permission }) => permissions.has(permission))
  if (open.length === 0) return null
  return (
    <section aria-label={homeText.firstSteps}>
      <Title order={2} size="h5" mb="xs">
        {homeText.firstSteps}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: open.length }} spacing="md">
        {open.map(({ to, label, text, Icon }) => (
          <Paper key={label} withBorder p="md">
            <Icon size={24} aria-hidden />
            <div>
              <Anchor component={Link} to={to} fw={600}>
                {label}
              </Anchor>
            </div>
            <Text size="sm">{text}</Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  )
}
