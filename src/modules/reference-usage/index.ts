import type { Module } from '../../kernel/module.ts'
import { usageRoutes } from './routes.ts'

/** Where the values of reference lists are used. */
export const referenceUsageModule: Module = {
  name: 'reference-usage',
  routes: usageRoutes,
}
