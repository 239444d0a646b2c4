import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { modules } from '../src/modules/index.ts'

// Who may import whom (docs/architecture.md). The linter finds cycles; this finds wrong directions.

const source = path.resolve(import.meta.dirname, '../src')

type Import = { file: string; target: string }

function sourceFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
}

/** Every import of every file that is no test, both as paths below `src`, packages by name. */
function allImports(): Import[] {
  return sourceFiles().flatMap((file) => {
    const text = readFileSync(path.join(source, file), 'utf8')
    const targets = [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map((match) => match[1]!)
    return targets.map((target) => ({
      file,
      target: target.startsWith('.') ? path.join(path.dirname(file), target) : target,
    }))
  })
}

const imports = allImports()
const moduleOf = (file: string) => /^modules\/([^/]+)\//.exec(file)?.[1]
const isTestFixture = (file: string) => /\/(?:fixtures|test-[^/]+)/.test(file)

function wrong(rule: (edge: Import) => boolean): string[] {
  return imports
    .filter((edge) => !isTestFixture(edge.file) && rule(edge))
    .map((edge) => `${edge.file} -> ${edge.target}`)
}

describe('import directions', () => {
  it('are read from all of the source', () => {
    expect(imports.length).toBeGreaterThan(1000)
  })

  it('formats know neither the kernel nor modules, and no database or web packages', () => {
    const forbidden = /^(?:kernel|sample-library|modules|cli|app\.ts)|^(?:pg|fastify|graphile-worker)/
    expect(wrong(({ file, target }) => file.startsWith('formats/') && forbidden.test(target))).toEqual([])
  })

  it('the kernel knows no module', () => {
    expect(
      wrong(
        ({ file, target }) =>
          file.startsWith('kernel/') && /^(?:sample-library|modules|cli|app\.ts)/.test(target),
      ),
    ).toEqual([])
  })

  it('the sample library knows formats only, and anything above them may read it', () => {
    const allowed = /^(?:sample-library|formats)\/|^node:/
    expect(wrong(({ file, target }) => file.startsWith('sample-library/') && !allowed.test(target))).toEqual(
      [],
    )
  })

  it('a module reads no files of another, nor those of the sample library', () => {
    const reads = sourceFiles().flatMap((file) => {
      const text = readFileSync(path.join(source, file), 'utf8')
      return [...text.matchAll(/import\.meta\.dirname, '([^']+)'/g)].map(([, target]) => ({
        file,
        target: path.join(path.dirname(file), target!),
      }))
    })
    const folder = /^(?:modules\/[^/]+|sample-library)\//
    const strangers = reads.filter(({ file, target }) => {
      const owner = folder.exec(`${target}/`)?.[0]
      return owner !== undefined && !file.startsWith(owner)
    })
    expect(strangers).toEqual([])
  })

  it('a module enters another only by its door: index.ts, or pure.ts for worker threads', () => {
    const isOpen = (target: string) => /^modules\/[^/]+\/(?:index|pure)\.ts$/.test(target)
    const crosses = ({ file, target }: Import) =>
      moduleOf(file) !== undefined && moduleOf(target) !== undefined && moduleOf(file) !== moduleOf(target)
    expect(wrong((edge) => crosses(edge) && !isOpen(edge.target))).toEqual([])
  })

  it('a module uses only those that stand above it in the list', () => {
    const order = modules.map((module) => module.name)
    const isUpwards = ({ file, target }: Import) => {
      const from = moduleOf(file)
      const to = moduleOf(target)
      return from !== undefined && to !== undefined && from !== to && order.indexOf(to) > order.indexOf(from)
    }
    expect(wrong(isUpwards)).toEqual([])
  })

  it('config.ts alone reads the environment', () => {
    const readers = sourceFiles().filter((file) =>
      readFileSync(path.join(source, file), 'utf8').includes('process.env'),
    )
    expect(readers).toEqual(['config.ts'])
  })

  it('worker threads load no database and no web server', () => {
    const seen = new Set<string>()
    const visit = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      const text = readFileSync(path.join(source, file), 'utf8')
      for (const [, target] of text.matchAll(/^(?:import|export) (?!type)[^']*from '(\.[^']+)'/gm)) {
        visit(path.join(path.dirname(file), target!))
      }
    }
    visit('modules/imports/engine/chunk-thread.ts')
    const packages = [...seen].flatMap((file) =>
      imports.filter((edge) => edge.file === file && /^(?:pg|fastify|graphile-worker|ajv)/.test(edge.target)),
    )
    expect(packages.map((edge) => `${edge.file} -> ${edge.target}`)).toEqual([])
  })

  it('bench speaks to the product from outside: it imports nothing of src', () => {
    const bench = path.resolve(source, '../bench')
    const files = readdirSync(bench).filter((file) => file.endsWith('.ts'))
    const inward = files.filter((file) =>
      /from '\.\.\/src/.test(readFileSync(path.join(bench, file), 'utf8')),
    )
    expect(inward).toEqual([])
  })
})
