import { runAuthoritiesBench } from './authorities.ts'
import { runBulkEdit } from './bulk-edit.ts'
import { runHoldingsBench } from './holdings.ts'
import { runImport } from './import.ts'
import { runUpdate } from './update.ts'
import { runLog } from './log.ts'
import { runRtac } from './rtac.ts'
import { runScreens } from './screens.ts'
import { runSearch } from './search.ts'

const HELP = `Usage: npm run bench -- <workload> [options]

Workloads
  import   MARC to instances, holdings, items and source records with "PTF - Create 2", beside the COPY limit
           --records N   records a round (default 100000)
           --rounds N    rounds; the medians are what counts (default 3)
           --base FILE   MARC file that the records are varied from (default: FOLIO's own performance input,
                         ../shared/samples/bench/perf_2k_bib_Create.mrc, else the sample library's books)
  update   the same records, then "PTF - Updates Success - 1" on an export of them: the MARC modified, holdings and
           items updated; against the time of the create; a thousand records are checked field by field
           --records N, --rounds N, --base FILE as above
  holdings MARC holdings below one instance, and below instances with 1,000 each; the instance is read and edited
           meanwhile. Needs FOLIO's performance input, ../shared/samples/bench
           --records N   holdings a run (default 80000)
           --rounds N    rounds (default 3)
           --repeats N   runs on the one instance in the last round (default 5)
  authorities
           MARC authorities made, then matched by 001 and updated. Needs ../shared/samples/bench
           --records N   authorities a round (default 50000)
           --rounds N    rounds (default 3)
  log      pages of the log of a big job, whose journal is made by SQL, and all of it at once
           --records N   records of the job (default 500000)
           --pages       pages only
  rtac     availability of 1, 10 and 50 instances in one request
           --holdings N  holdings records an instance (default 300)
           --items N     items a holdings record (default 1)
           --rounds N    requests; the median is what counts (default 15)
           --serials     the instances are serials, whose items are not shown
  search   searches, facets and sorts by eight clients over instances with holdings and items, each kind by itself
           --records N   records (default 1000000)
           --requests N  requests a kind (default 400)
           --keep        leaves the server running afterwards, to look at plans; ends with Ctrl-C
  bulk-edit
           items found by a file of barcodes and edited by nine rules, from the upload to the end of the commit, beside
           PostgreSQL's bare UPDATE of the same rows
           --records N   items a user (default 100000)
           --users N     users who edit at once, each other items (default 1)
           --rounds N    rounds; the medians are what counts (default 3)
           --identifiers N
                         lines of each file: barcodes that there are not fill it up (default: the items' own)
  screens  the web app in Debian's Chromium: frames of the page of a running import, then searches and titles opened
           --records N   records of the import (default 100000)
           --rounds N    searches and openings (default 15)

A workload starts its own server in a folder of its own and speaks HTTP to it. Run nothing else beside it.
`

const workloads: Record<string, (args: string[]) => Promise<void>> = {
  import: runImport,
  update: runUpdate,
  holdings: runHoldingsBench,
  authorities: runAuthoritiesBench,
  log: runLog,
  rtac: runRtac,
  search: runSearch,
  'bulk-edit': runBulkEdit,
  screens: runScreens,
}

const [name = '--help', ...args] = process.argv.slice(2)
const workload = workloads[name]
if (workload) await workload(args)
else process.stdout.write(HELP)
