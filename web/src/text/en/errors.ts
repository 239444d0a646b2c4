export const errorText = {
  technical: 'Technical detail',
  retry: 'Try again',
  offline: 'No answer from the server.',
  notAllowed: (permission: string | null) =>
    permission === null ? 'You have no permission for this.' : `You need “${permission}” for this.`,
  notAllowedPage: (permission: string) =>
    `This page needs “${permission}”. A colleague with user rights can give it to you.`,
  notFound: 'There is nothing at this address.',
  gone: 'This record does not exist or was deleted.',
  conflict: 'Somebody else saved this record in the meantime.',
  broken:
    'The server could not do this. Nothing was written. Try again; if it happens again, tell whoever runs the server.',
  screenBroken: 'This page met a fault. What you typed is kept as a draft. Reload the page to go on.',
  loginRefused: 'You are not logged in, so this was not done. What you typed is still here.',
}
