import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
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
