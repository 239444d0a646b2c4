import { runImport } from './import.ts'
import { runLog } from './log.ts'

const HELP = `Usage: npm run bench -- <workload> [options]

Workloads
  import   MARC to instances, holdings, items and source records with "PTF - Create 2", beside the COPY limit
           --records N   records a round (default 100000)
           --rounds N    rounds; the medians are what counts (default 3)
           --base FILE   MARC file that the records are varied from (default: FOLIO's own performance input,
                         ../shared/samples/bench/perf_2k_bib_Create.mrc, else the sample library's books)
  log      pages of the log of a big job, whose journal is made by SQL, and all of it at once
           --records N   records of the job (default 500000)
           --pages       pages only

A workload starts its own server in a folder of its own and speaks HTTP to it. Run nothing else beside it.
`

const workloads: Record<string, (args: string[]) => Promise<void>> = { import: runImport, log: runLog }

const [name = '--help', ...args] = process.argv.slice(2)
const workload = workloads[name]
if (workload) await workload(args)
else process.stdout.write(HELP)
