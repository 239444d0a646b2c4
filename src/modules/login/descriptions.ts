import type { RouteDescriptions } from '../../kernel/http/describe-routes.ts'
import type { NamedSchema } from '../../kernel/http/route.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'

const text = { type: 'string' }

function body(name: string, required: readonly string[], optional: readonly string[] = []): NamedSchema {
  const properties = Object.fromEntries([...required, ...optional].map((key) => [key, text]))
  const schema: JsonSchema = { type: 'object', required, properties }
  return { name, schema }
}

const credentials = body('credentials', ['password'], ['username', 'userId'])
const newCredentials = body('credentials.new', ['password', 'newPassword'], ['username', 'userId'])
const identifier = body('identifier', ['id'])

/** What the description of the API says of the routes of this module. */
export const descriptions: RouteDescriptions = {
  'POST /authn/login': { summary: 'Logs in; answers a token of one day', body: credentials, status: 201 },
  'POST /authn/login-with-expiry': {
    summary: 'Logs in; sets an access and a refresh cookie',
    body: credentials,
    status: 201,
  },
  'POST /authn/refresh': { summary: 'Exchanges the refresh cookie for new cookies', status: 201 },
  'POST /authn/logout': { summary: 'Ends the session of the cookies', status: 204 },
  'POST /authn/logout-all': { summary: 'Ends all sessions of the caller', status: 204 },
  'POST /authn/update': {
    summary: 'Changes a password, with the old one',
    body: newCredentials,
    status: 204,
  },
  'POST /authn/credentials': { summary: 'Gives a user the first password', body: credentials, status: 201 },
  'DELETE /authn/credentials': {
    summary: 'Takes the password of a user',
    parameters: [{ name: 'userId', description: 'id of the user', schema: text }],
    status: 204,
  },
  'GET /authn/credentials-existence': {
    summary: 'Tells whether a user has a password',
    parameters: [{ name: 'userId', description: 'id of the user', schema: text }],
    status: 200,
  },
  'GET /authn/loginAttempts/:id': 'Counts the failed log-ins of a user since the last good one',
  'POST /authn/password-reset-action': 'Keeps a link to set a password with',
  'GET /authn/password-reset-action/:actionId': 'Reads a link to set a password with',
  'POST /authn/reset-password': 'Sets the password that a kept link is for',
  'POST /authn/password/repeatable': 'Tells whether a password is one of the last of a user',
  'GET /authn/log/events': 'Finds and lists what happened at log-in, while the library keeps a log',
  'POST /authn/log/events': 'Adds an event to that log',
  'DELETE /authn/log/events/:id': 'Deletes the events of a user, whose id the path has',
  'GET /tenant/rules': 'Finds and lists the rules for passwords',
  'POST /tenant/rules': 'Adds a rule for passwords, or changes the one with that id',
  'PUT /tenant/rules': 'Changes the rule for passwords with the id in the body',
  'POST /password/validate': {
    summary: 'Checks a new password of a user against the rules',
    body: body('password', ['password', 'userId']),
    status: 200,
  },
  'POST /password/check': {
    summary: 'Checks a password against the rules that need no user',
    body: body('password.check', ['password', 'username']),
    status: 200,
  },
  'POST /bl-users/login': {
    summary: 'Logs in; answers a token and the user with all that belongs to them',
    body: credentials,
    status: 201,
  },
  'POST /bl-users/login-with-expiry': {
    summary: 'Logs in; sets cookies and answers the user with all that belongs to them',
    body: credentials,
    status: 201,
  },
  'POST /bl-users/settings/myprofile/password': {
    summary: 'Changes the own password within the rules',
    body: newCredentials,
    status: 204,
  },
  'POST /bl-users/forgotten/password': {
    summary: 'Sends a link to set a password to whoever has this user name, mail address or phone',
    body: identifier,
    status: 204,
  },
  'POST /bl-users/forgotten/username': {
    summary: 'Sends the user name to whoever has this mail address or phone',
    body: identifier,
    status: 204,
  },
  'POST /bl-users/password-reset/link': {
    summary: 'Makes a link with which a user sets a password, once and within a day',
    body: body('password-reset.link', ['userId']),
    status: 200,
  },
  'POST /bl-users/password-reset/validate': 'Tells whether the link whose token is sent can be used',
  'POST /bl-users/password-reset/reset': {
    summary: 'Sets the password with the token of a link',
    body: body('password-reset', ['newPassword']),
    status: 204,
  },
  'GET /bl-users': 'Finds and lists users with their groups and permissions',
  'GET /bl-users/_self': 'Reads the caller with all that belongs to them',
  'GET /bl-users/by-id/:id': 'Reads a user by id with all that belongs to them',
  'GET /bl-users/by-username/:username': 'Reads a user by user name with all that belongs to them',
  'GET /bl-users/by-id/:id/open-transactions': 'Counts what keeps a user from being deleted',
  'GET /bl-users/by-username/:username/open-transactions': 'Counts what keeps a user from being deleted',
  'POST /bl-users': 'Adds a user together with permissions',
  'PUT /bl-users/:id': 'Replaces a user and, when they are sent, their permissions',
  'DELETE /bl-users/by-id/:id': 'Deletes a user with password and permissions, if nothing is open',
}
