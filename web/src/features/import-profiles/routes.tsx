import type { AnyRoute } from '@tanstack/react-router'

export function importProfileRoutes(_parent: AnyRoute): AnyRoute[] {
  return []
}
