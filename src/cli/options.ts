import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { UsageError } from './usage-error.ts'

export type Options = { values: Record<string, string | boolean | undefined>; files: string[] }

/** Reads the options of a command. @returns null when `--help` was asked for and `help` has been printed. */
export function readOptions(args: string[], options: ParseArgsOptionsConfig, help: string): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    if (values.help) {
      process.stdout.write(help)
      return null
    }
    return { values: values as Options['values'], files: positionals }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${help}`)
  }
}

/** A text option that may be left out. */
export function textOption(values: Options['values'], name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
