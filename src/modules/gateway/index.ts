import type { Module } from '../../kernel/module.ts'
import { gatewayRoutes } from './routes.ts'

/** What clients ask the gateway itself: its version, health, modules and interfaces. */
export const gatewayModule: Module = {
  name: 'gateway',
  interfaces: [
    { module: 'okapi-6.2.0', id: 'okapi', version: '1.9' },
    { module: 'okapi-6.2.0', id: 'okapi-proxy', version: '1.9' },
  ],
  routes: gatewayRoutes,
}
