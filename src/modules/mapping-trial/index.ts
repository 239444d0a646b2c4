import type { Module } from '../../kernel/module.ts'
import { trialRoutes } from './routes.ts'

/** Mapping rules tried on a record before they are stored. */
export const mappingTrialModule: Module = {
  name: 'mapping-trial',
  routes: () => [...trialRoutes],
}
