import { Avatar, Menu, UnstyledButton, VisuallyHidden, useMantineColorScheme } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { IconCheck, IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { shellText } from '#text/shell.ts'
import { useDensity } from '../lib/density.ts'
import type { Density } from '../lib/density.ts'
import { http } from '../lib/http.ts'
import { chooseServicePoint, useSession } from '../lib/session.ts'
import { useSingleKeys } from '../lib/single-keys.ts'
import { tellTabs } from '../lib/tabs.ts'

const SCHEMES = Object.keys(shellText.schemes) as MantineColorScheme[]
const DENSITIES = Object.keys(shellText.densities) as Density[]

/** Who is signed in, where they work, how things look to them, and the way out. */
export function UserMenu({ library }: { library: string }) {
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  const logOut = useLogOut()
  return (
    <Menu position="bottom-end" width={260} closeOnItemClick={false} shadow="md" offset={12}>
      <Menu.Target>
        <UnstyledButton title={session.name}>
          <Avatar name={session.name} color="blue" size={32} radius="xl" />
          <VisuallyHidden> {shellText.account(session.name)}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="80vh" style={{ overflow: 'auto' }}>
        <Menu.Label>
          {session.name} · {library}
        </Menu.Label>
        {session.servicePoints.length > 0 && <Menu.Divider />}
        {session.servicePoints.length > 0 && <Menu.Label>{shellText.servicePoint}</Menu.Label>}
        {session.servicePoints.map((point) => (
          <Choice
            key={point.id}
            isChosen={point.id === session.servicePoint?.id}
            onChoose={() => chooseServicePoint(point)}
          >
            {point.name}
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Label>{shellText.density}</Menu.Label>
        {DENSITIES.map((one) => (
          <Choice key={one} isChosen={one === density} onChoose={() => setDensity(one)}>
            {shellText.densities[one]}
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Label>{shellText.scheme}</Menu.Label>
        {SCHEMES.map((one) => (
          <Choice key={one} isChosen={one === colorScheme} onChoose={() => setColorScheme(one)}>
            {shellText.schemes[one]}
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={hasSingleKeys}
          leftSection={<Tick isOn={hasSingleKeys} />}
          onClick={() => setSingleKeys(!hasSingleKeys)}
        >
          {shellText.singleKeys}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item closeMenuOnClick leftSection={<IconLogout size={16} />} onClick={() => void logOut()}>
          {shellText.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Tick({ isOn }: { isOn: boolean }) {
  return <IconCheck size={16} style={{ visibility: isOn ? 'visible' : 'hidden' }} />
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: ReactNode }

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={isChosen}
      leftSection={<Tick isOn={isChosen} />}
      onClick={onChoose}
    >
      {children}
    </Menu.Item>
  )
}

function useLogOut(): () => Promise<void> {
  const { userId } = useSession()
  return async () => {
    await http.post('/authn/logout')
    tellTabs({ kind: 'signed-out', userId })
    // A fresh page: nothing that was read for this person stays in memory for the next.
    location.assign('/app/login')
  }
}
