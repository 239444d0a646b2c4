import { existsSync } from 'node:fs'

const places = [
  process.env.OCTAVO_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser of this machine, or null when there is none (`apt-get install chromium`, or OCTAVO_CHROMIUM names one). */
export const chromiumPath = places.find((file) => file !== undefined && existsSync(file)) ?? null
