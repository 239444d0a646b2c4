import type { RouteDescriptions } from '../../kernel/http/describe-routes.ts'

/** What the description of the API says of the hand-written routes of this module. */
export const descriptions: RouteDescriptions = {
  'GET /user-tenants': 'Lists the tenants of users of a consortium: none',
  'PUT /custom-fields': 'Makes the definitions of custom fields exactly those that are sent, in their order',
  'DELETE /custom-fields/:id': 'Deletes a definition of a custom field, and its values in all users',
  'GET /custom-fields/:id/stats': 'Counts the users with a value of a custom field',
  'GET /custom-fields/:id/options/:optId/stats': 'Counts the users with an option of a custom field',
  'GET /users/configurations/entry': 'Reads how pictures of users are kept',
  'PUT /users/configurations/entry/:configId': 'Changes how pictures of users are kept',
  'POST /users/profile-picture': 'Keeps a picture, PNG or JPEG; answers its id',
  'GET /users/profile-picture/:id': 'Reads a picture, in base64',
  'PUT /users/profile-picture/:id': 'Replaces a picture',
  'DELETE /users/profile-picture/:id': 'Deletes a picture',
  'POST /patron-pin': 'Sets the PIN of a patron',
  'DELETE /patron-pin': 'Removes the PIN of a patron',
  'POST /patron-pin/verify': 'Tells whether a PIN is that of the patron: 200 or 422',
  'POST /staging-users': 'Keeps a person who registers themselves',
  'PUT /staging-users/:externalSystemId': 'Changes a person who registered themselves',
  'PUT /staging-users/:externalSystemId/mergeOrCreateUser':
    'Makes a user of a person who registered themselves, or completes the user that userId names',
}
