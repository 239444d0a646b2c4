import { CsvError, CsvParser } from '../../../formats/csv/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { App } from '../../../kernel/module.ts'
import { editedKey } from '../files/file-links.ts'
import type { OperationRow } from '../operation/operation.ts'

/**
 * Counts the rows of an edited file as its pieces pass: line ends within quotes begin no row, and blank lines are none. In a
 * file that is no CSV it counts up to the fault; what is wrong with it is told when the file is read.
 */
export class RowCount {
  readonly #parser = new CsvParser()
  readonly #decoder = new TextDecoder()
  #rows = 0
  #isBroken = false

  add(piece: Buffer): void {
    this.#count(() => this.#parser.push(this.#decoder.decode(piece, { stream: true })))
  }

  /** How many rows there are behind the header, once the whole file has passed. */
  end(): number {
    this.#count(() => [...this.#parser.push(this.#decoder.decode()), ...this.#parser.end()])
    return Math.max(this.#rows - 1, 0)
  }

  #count(read: () => readonly unknown[]): void {
    if (this.#isBroken) return
    try {
      this.#rows += read().length
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      this.#isBroken = true
    }
  }
}

/** Removes a stored file once the transaction has committed; a file that cannot be removed goes with its operation. */
export function removeLater(app: App, tx: Transaction, key: string): void {
  const tenant = tx.tenant!
  tx.afterCommit(() => {
    app.files
      .remove(tenant, key)
      .catch((error: Error) => app.log.warn({ error: error.message }, 'a file of a bulk edit stays'))
  })
}

/** Takes an edited file away, with what it asks for of the matched records. */
export async function forgetEditedFile(app: App, tx: Transaction, operation: OperationRow): Promise<void> {
  await forgetEditedRows(tx, operation)
  if (operation.edited_file !== null) removeLater(app, tx, editedKey(operation))
}

/** Forgets what an edited file has made of the users of an operation. */
export async function forgetEditedRows(tx: Transaction, { hr_id: no }: OperationRow): Promise<void> {
  await tx.query(
    'update bulk_record set edited_doc = null where operation_no = $1 and edited_doc is not null',
    [no],
  )
}
