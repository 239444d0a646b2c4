/** Calls one tenant's API with its administrator's token. */
export type Client = {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  postBytes<T>(path: string, bytes: Blob): Promise<T>
  /** Sends a file as the part `file` of a form. */
  postFile<T>(path: string, name: string, bytes: Blob): Promise<T>
  /** Reads an answer of any length and throws it away. */
  drain(path: string): Promise<void>
}

/** Signs in as the administrator that `octavo tenant create` made. */
export async function signIn(address: string, tenant: string): Promise<Client> {
  const response = await fetch(`${address}/authn/login`, {
    method: 'POST',
    headers: { 'x-okapi-tenant': tenant, 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${tenant}_admin`, password: 'bench-password' }),
  })
  const token = response.headers.get('x-okapi-token')
  if (token === null) throw new Error(`Sign-in failed: ${await response.text()}`)
  // A form names its own content type, with the mark between its parts.
  async function call<T>(
    method: string,
    path: string,
    body: string | Blob | FormData | null,
    type: string | null,
  ): Promise<T> {
    const answer = await fetch(address + path, {
      method,
      body,
      headers: {
        'x-okapi-tenant': tenant,
        'x-okapi-token': token!,
        ...(type === null ? {} : { 'content-type': type }),
      },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    get: (path) => call('GET', path, null, 'application/json'),
    post: (path, body) =>
      call('POST', path, body === undefined ? null : JSON.stringify(body), 'application/json'),
    put: (path, body) => call('PUT', path, JSON.stringify(body), 'application/json'),
    postBytes: (path, bytes) => call('POST', path, bytes, 'application/octet-stream'),
    postFile(path, name, bytes) {
      const form = new FormData()
      form.append('file', bytes, name)
      return call('POST', path, form, null)
    },
    async drain(path) {
      const answer = await fetch(address + path, {
        headers: { 'x-okapi-tenant': tenant, 'x-okapi-token': token },
      })
      if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`)
      await answer.body!.pipeTo(new WritableStream())
    },
  }
}
