/**
 * True while writes without a version check are allowed: the variable holds a date and time that is still to
 * come (folio-org/raml-module-builder: OptimisticLockingUtil). It is read anew each time, as in FOLIO.
 */
export function allowsUnsafeWrites(now: number = Date.now()): boolean {
  const until = Date.parse(process.env.DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING ?? '')
  return until > now
}
