import type { AnyRoute } from '@tanstack/react-router'

export function marcRoutes(_parent: AnyRoute): AnyRoute[] {
  return []
}
