import { faultsProblem, textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'

function authProblem(status: number, message: string, code: string): Problem {
  return faultsProblem([{ message, type: 'error', code }], status)
}

/** One answer for every reason, so that nobody learns which users exist (folio-org/mod-login: LoginAPI). */
export function loginRefused(): Problem {
  return authProblem(
    422,
    'Wrong username or wrong password or account blocked',
    'wrong.username.or.wrong.password.or.account.blocked',
  )
}

/** The password was right, but it is the published one of the sample library. */
export function samplePasswordRefused(): Problem {
  return authProblem(
    422,
    'The published password of the sample library is accepted on the server itself only. Change it there first.',
    'sample.password.not.on.loopback',
  )
}

/** The old password of a change was wrong. */
export function credentialsInvalid(): Problem {
  return textProblem(401, 'Invalid credentials')
}

export function tooManyTries(): Problem {
  return textProblem(429, 'Too many failed log-ins. Wait a minute and try again.')
}

export function tooManyAtOnce(): Problem {
  return textProblem(429, 'Too many log-ins at the same time. Try again in a few seconds.')
}

export function refreshUnreadable(): Problem {
  return authProblem(400, 'Bad request', 'token.parse.failure')
}

export function refreshRefused(): Problem {
  return authProblem(
    422,
    'Authorization server unable to process token refresh request',
    'token.refresh.unprocessable',
  )
}

export function logoutRefused(): Problem {
  return authProblem(
    422,
    'Authorization server unable to process token logout request',
    'token.logout.unprocessable',
  )
}
