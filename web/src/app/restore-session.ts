import { OfflineError, http } from '../lib/http.ts'
import { currentSession, currentTenant, endSession, startSession } from '../lib/session.ts'

let asked: Promise<boolean> | null = null

async function ask(): Promise<boolean> {
  if (currentTenant() === '') {
    endSession()
    return false
  }
  try {
    startSession(currentTenant(), await http.get('/bl-users/_self', { expandPermissions: true }))
    return true
  } catch (error) {
    // Silence is no answer: the page says so and asks again.
    if (error instanceof OfflineError) throw error
    endSession()
    return false
  }
}

/** True when somebody is signed in; a reloaded page asks the server whose cookies it has, once. */
export async function restoreSession(): Promise<boolean> {
  if (currentSession() !== null) return true
  asked ??= ask().finally(() => {
    asked = null
  })
  return asked
}
