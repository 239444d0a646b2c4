import fc from 'fast-check'

/**
 * How property tests draw their values. `npm test` draws the same ones each time, so that a change is judged by what it
 * changes and not by luck. `PROPERTY_RUNS=20000 npm test -- src/formats` hunts with that many new values per property.
 */
const runs = Number(process.env.PROPERTY_RUNS ?? 0)

fc.configureGlobal(runs > 0 ? { numRuns: runs } : { seed: 2026 })
