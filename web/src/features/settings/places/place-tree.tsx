import { Badge, Group, Text, Tree, getTreeExpandedState, useTree } from '@mantine/core'
import type { TreeNodeData } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { placesText } from '#text/settings-places.ts'
import { folded } from '../lists/list-values.ts'
import { LEVELS, PLACES } from './place-api.ts'
import type { Level, Place, Places } from './place-api.ts'

type Props = { places: Places; find: string; current: string | null; onChoose: (value: string) => void }

type Node = TreeNodeData & { place: Place; children?: Node[] }

/** So many places are shown open from the start. */
const OPEN_UP_TO = 60

/** The places as a tree; a search leaves those that fit, with what is above them. */
export function PlaceTree({ places, find, current, onChoose }: Props) {
  const data = useMemo(() => nodesBelow('institution', null, places, folded(find)), [places, find])
  const total = LEVELS.reduce((sum, level) => sum + places[level].length, 0)
  const isOpen = find !== '' || total <= OPEN_UP_TO
  const tree = useTree({ initialExpandedState: getTreeExpandedState(data, isOpen ? '*' : []) })
  useEffect(() => {
    if (isOpen) tree.expandAllNodes()
    // The tree itself is made anew at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, isOpen])
  return (
    <Tree
      data={data}
      tree={tree}
      aria-label={placesText.tree}
      selectOnClick
      levelOffset={24}
      renderNode={({ node, expanded, hasChildren, elementProps }) => {
        const { place } = node as Node
        return (
          <Group
            gap={6}
            wrap="nowrap"
            {...elementProps}
            py={4}
            fw={node.value === current ? 700 : 400}
            onClick={(event) => {
              elementProps.onClick(event)
              onChoose(node.value)
            }}
          >
            {hasChildren ? (
              expanded ? (
                <IconChevronDown size={16} />
              ) : (
                <IconChevronRight size={16} />
              )
            ) : (
              <span style={{ width: 16 }} />
            )}
            <Text size="sm">{place.name}</Text>
            <Text size="xs" c="dimmed" ff="monospace">
              {place.code}
            </Text>
            {place.isActive === false && (
              <Badge variant="light" color="gray" tt="none">
                {placesText.inactive}
              </Badge>
            )}
          </Group>
        )
      }}
    />
  )
}

function nodesBelow(level: Level, parentId: string | null, places: Places, wanted: string): Node[] {
  const next = LEVELS[LEVELS.indexOf(level) + 1]
  return places[level]
    .filter((place) => parentId === null || place[PLACES[level].parent] === parentId)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap((place) => {
      const isWanted = folded(`${place.name} ${place.code}`).includes(wanted)
      const children = next === undefined ? [] : nodesBelow(next, place.id, places, isWanted ? '' : wanted)
      if (!isWanted && children.length === 0) return []
      return [
        {
          value: `${level}.${place.id}`,
          label: place.name,
          place,
          ...(children.length > 0 && { children }),
        },
      ]
    })
}
