import { defineConfig } from 'vitest/config'

/**
 * Walks through the screens cost a browser each, so the short run has those of the daily work at one size; all of them,
 * at both sizes, are `npm run screens`.
 */
const DAILY = ['log-in', 'import-run', 'search', 'marc-editor', 'bulk-edit']
const walks = process.env.OCTAVO_SCREEN_SIZES === 'all' ? '*' : `{${DAILY.join(',')}}`

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/!(browser)/**/*.test.ts',
      'test/*.test.ts',
      `test/browser/${walks}.test.ts`,
    ],
    globalSetup: ['test/support/web-build.ts', 'test/support/database-server.ts'],
    setupFiles: ['test/support/property-tests.ts'],
    reporters: ['default', './test/support/count-reporter.ts'],
    isolate: false,
    pool: 'threads',
    // Left to itself vitest leaves one of two cores idle.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
