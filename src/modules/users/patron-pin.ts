import { hashPassword, verifyPassword } from '../../kernel/auth/passwords.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { hasUuidShape } from '../../kernel/ids.ts'

const MAX_PIN = 256

/** PINs with which patrons prove at a machine who they are (folio-org/mod-users: PatronPinAPI). */
export const patronPinRoutes: readonly Route[] = [
  { method: 'POST', path: '/patron-pin', permissions: ['patron-pin.post'], handler: post },
  { method: 'DELETE', path: '/patron-pin', permissions: ['patron-pin.delete'], handler: deletePin },
  { method: 'POST', path: '/patron-pin/verify', permissions: ['patron-pin.validate'], handler: verify },
]

function readId(body: unknown): string {
  const { id } = objectBody(body)
  if (!hasUuidShape(id)) throw fieldProblem('must be the id of a user', 'id', id ?? null)
  return id
}

function readPin(body: unknown): string {
  const { pin } = objectBody(body)
  if (typeof pin === 'string' && pin !== '' && pin.length <= MAX_PIN) return pin
  throw fieldProblem(`size must be between 1 and ${MAX_PIN}`, 'pin', typeof pin === 'string' ? '…' : null)
}

async function post({ body, transaction }: ApiRequest): Promise<Answer> {
  const id = readId(body)
  const hash = await hashPassword(readPin(body))
  await transaction((tx) =>
    tx.query(
      `insert into patronpin (id, hash) values ($1, $2)
       on conflict (id) do update set hash = excluded.hash`,
      [id, hash],
    ),
  )
  return { status: 201 }
}

/** Answers 200 without a body, whether there was a PIN or not, as there. */
async function deletePin({ body, transaction }: ApiRequest): Promise<Answer> {
  const id = readId(body)
  await transaction((tx) => tx.query('delete from patronpin where id = $1', [id]))
  return { status: 200 }
}

/** 200 for the right PIN, 422 for a wrong one and for none; neither has a body. */
async function verify({ body, transaction }: ApiRequest): Promise<Answer> {
  const id = readId(body)
  const pin = readPin(body)
  const [row] = await transaction((tx) =>
    tx.query<{ hash: string }>('select hash from patronpin where id = $1', [id]),
  )
  return { status: (await verifyPassword(pin, row?.hash ?? null)) ? 200 : 422 }
}
