import { Button, Modal, Popover, SimpleGrid, Table, Text, UnstyledButton } from '@mantine/core'
import { IconKeyboard, IconOmega } from '@tabler/icons-react'
import { useState } from 'react'
import { marcText } from '#text/marc.ts'
import { shellText } from '#text/shell.ts'
import { usePreference } from '../../lib/preferences.ts'
import { specialCharacters } from '#text/marc-characters.ts'

type Props = {
  areCharactersOpen: boolean
  onCharacters: (isOpen: boolean) => void
  onInsert: (text: string) => void
}

/** Above the text: special characters, and the keys. */
export function EditorTools({ areCharactersOpen, onCharacters, onInsert }: Props) {
  const [areKeysOpen, setKeysOpen] = useState(false)
  return (
    <>
      <Popover
        opened={areCharactersOpen}
        onChange={onCharacters}
        trapFocus
        returnFocus
        position="bottom-end"
        withRoles
      >
        <Popover.Target>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconOmega size={16} aria-hidden />}
            onClick={() => onCharacters(!areCharactersOpen)}
          >
            {marcText.characters}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={marcText.characters}>
          <Characters
            onInsert={(text) => {
              onCharacters(false)
              // The popover gives the focus back first; the text takes it afterwards.
              setTimeout(() => onInsert(text), 0)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconKeyboard size={16} aria-hidden />}
        onClick={() => setKeysOpen(true)}
      >
        {marcText.keys}
      </Button>
      <Modal
        opened={areKeysOpen}
        onClose={() => setKeysOpen(false)}
        title={marcText.keys}
        size="lg"
        closeButtonProps={{ 'aria-label': shellText.close }}
      >
        <KeyTable />
      </Modal>
    </>
  )
}

function KeyTable() {
  return (
    <Table aria-label={marcText.keys}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{marcText.key}</Table.Th>
          <Table.Th scope="col">{marcText.does}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {marcText.keyList.map(([key, does]) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">{key}</Table.Th>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const RECENT = 10
const noneYet: string[] = []

function Characters({ onInsert }: { onInsert: (text: string) => void }) {
  const [recent, setRecent] = usePreference<string[]>('marc.characters', noneYet)
  const insert = (character: string): void => {
    setRecent((old) => [character, ...old.filter((one) => one !== character)].slice(0, RECENT))
    onInsert(character)
  }
  const first = specialCharacters.filter(([character]) => recent.includes(character))
  return (
    <>
      {first.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {marcText.recent}
          </Text>
          <CharacterGrid characters={first} onInsert={insert} />
        </>
      )}
      <Text size="sm" fw={600} mt={first.length > 0 ? 'xs' : 0}>
        {marcText.characters}
      </Text>
      <CharacterGrid characters={specialCharacters} onInsert={insert} />
    </>
  )
}

type GridProps = {
  characters: readonly (readonly [character: string, name: string])[]
  onInsert: (text: string) => void
}

function CharacterGrid({ characters, onInsert }: GridProps) {
  return (
    <SimpleGrid cols={10} spacing={2} verticalSpacing={2}>
      {characters.map(([character, name]) => (
        <UnstyledButton
          key={character}
          w={30}
          h={30}
          ta="center"
          title={name}
          aria-label={marcText.insertCharacter(name)}
          onClick={() => onInsert(character)}
        >
          {/^\p{M}$/u.test(character) ? `◌${character}` : character}
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}
