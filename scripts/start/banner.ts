import { relative } from "node:path"
import type { DemoFile } from "../demo/demoFile.ts"

const DEFAULT_DATA_DIR = ".data"

interface State {
  readonly seconds: number
  /** An absolute path. */
  readonly dataDir: string
  readonly docsAreBuilt: boolean
  /** The path of the database, if it isn't in the data folder. */
  readonly databaseElsewhere: string | undefined
}

/**
 * The page that `start` prints: addresses to open, commands to try. No line is wider than 80 columns, and none holds a
 * secret.
 */
export const banner = (
  demo: DemoFile,
  { dataDir, databaseElsewhere, docsAreBuilt, seconds }: State
): string => {
  const fromHere = relative("", dataDir)
  const folder = fromHere.startsWith("..") ? dataDir : fromHere
  const demoFile = `${folder}/demo.json`
  const required = demoFile.startsWith("/") ? demoFile : `./${demoFile}`
  const options = folder === DEFAULT_DATA_DIR ? "" : ` --data-dir ${folder}`
  const elsewhere =
    databaseElsewhere === undefined
      ? ""
      : `\n  The database is in ${databaseElsewhere},\n  because its user can't enter ${folder}; start --clean${options} removes both.`
  return `
Embedded Super is ready (${seconds.toFixed(1)} s).

  Start here
    ${demo.simulators.partner}   Wattle Payroll, which embeds it: three steps
    ${demo.service_url}   the Workbench: everything that happens, live

  Open
    ${demo.docs_url}   ${docsAreBuilt ? "the docs, with the API references" : "the docs: being built; see the line below"}
    ${demo.service_url}/openapi.json   the partner API, to generate clients
    ${demo.service_url}/asyncapi.json   the webhooks

  Runs
    service            ${demo.service_url}
    SFTP for funds     ${demo.sftp}
    fund simulator     ${demo.simulators.fund}
    partner simulator  ${demo.simulators.partner}   (Wattle Payroll)

  Try, in a second terminal
    npx --yes pnpm@12.21.0 demo${options}

    KEY=$(node -p 'require("${required}").products[0].key')
    curl -s ${demo.service_url}/api/v1/employers -H "X-API-Key: $KEY"

  Keys and secrets of this demo are in ${demoFile}.${elsewhere}
  LOG_FORMAT=json shows all that is logged. Without it, below: requests that
  change something or are refused, webhooks, registrations, and what goes wrong.

  All of this runs until Ctrl-C stops it.
`
}
