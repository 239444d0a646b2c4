/**
 * What is wrong with a query, in words for the one who sent it; the caller answers 400 with the message as
 * text. `position` counts UTF-16 units from the start of the query and is null where the query could be
 * read but asks for something that is not offered.
 */
export class CqlError extends Error {
  readonly position: number | null

  constructor(message: string, position: number | null = null) {
    super(message)
    this.name = 'CqlError'
    this.position = position
  }
}
