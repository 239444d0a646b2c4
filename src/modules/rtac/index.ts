import type { Module } from '../../kernel/module.ts'
import { edgeRoutes } from './edge-routes.ts'
import type { AvailabilitySources } from './read-availability.ts'
import { rtacRoutes } from './rtac-routes.ts'

export type { AvailabilitySources } from './read-availability.ts'
export type { ItemCirculation, PublicPiece } from './rtac-rows.ts'

/**
 * What is on the shelf at this moment. `sources` tells of loans, requests and pieces; what is not handed in counts
 * nothing.
 */
export function rtacModule(sources: AvailabilitySources = {}): Module {
  return {
    name: 'rtac',
    interfaces: [
      { module: 'mod-rtac-3.10.0', id: 'rtac', version: '1.5' },
      { module: 'mod-rtac-3.10.0', id: 'rtac-batch', version: '1.2' },
    ],
    routes: () => [...rtacRoutes(sources), ...edgeRoutes(sources)],
  }
}
