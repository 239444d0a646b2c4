import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { renderCoverage } from './api-coverage.ts'

// `npm run api-coverage`: writes docs/api-coverage.md.
writeFileSync(path.resolve(import.meta.dirname, '../../docs/api-coverage.md'), renderCoverage())
