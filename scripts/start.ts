/**
 * `pnpm start`: runs the whole system on this machine. An embedded database, the service on it with the embeds, the
 * fund simulator, the payroll application (the partner simulator) and the docs; a demo partner and its keys are seeded
 * into the data folder.
 */
import process from "node:process"
import { oneHasEnded, packageManagers } from "./start/ancestors.ts"
import { banner } from "./start/banner.ts"
import {
  CannotStart,
  DATABASE,
  databaseArgs,
  databaseElsewhere,
  databaseUrl,
  givenUrl,
  makeDataFolder,
  migrated,
  stopDatabase
} from "./start/database.ts"
import { cleanUp, forgetRunning, rememberRunning, waitForLeftovers } from "./start/leftovers.ts"
import { builtEmbeds, docsLine, docsToBuild } from "./start/builds.ts"
import {
  endedAbruptly,
  howItEnded,
  endPrograms,
  type Program,
  started,
  startProgram
} from "./start/processes.ts"
import { type StartOptions, startOptions } from "./start/options.ts"
import { fileReady, NotReady, serviceServes, sftpServes, urlReady } from "./start/readiness.ts"
import { seedDemo, giveAccount, sftpAddress } from "./start/seed.ts"
import { commandLine } from "@embedded-super/program/commandLine"

const SERVICE = "packages/service/src/main.ts"
const begun = performance.now()

/** The order in which the programs are stopped: the service's dependencies still work while it stops. */
const ENDS = ["sftp", "service", "fund", "partner", "seed", "database"]
/** The running programs, in this order. */
const programs: Array<Program> = []
/** The last step of a stop. */
let putAway = async (): Promise<void> => {}

/**
 * A simulator's flag with an address of this service, if its URL is known before it has a port: the partner's calls are
 * limited to it, and it moves the fund's clock.
 */
const serviceFlag = (flag: string, port: number, path = ""): ReadonlyArray<string> => {
  const url = process.env["BASE_URL"] ?? (port === 0 ? undefined : `http://localhost:${port}`)
  return url === undefined ? [] : [flag, `${url}${path}`]
}

const usage = `start: runs it all on this machine: service, database, fund and partner simulator, docs

  --port N            the service's port (PORT, 4000); 0 takes any free one, as below
  --fund-port N       the fund simulator's port (4010)
  --partner-port N    the partner simulator's port (4020)
  --data-dir FOLDER   where everything is kept (.data)
  --clean             removes the data that start made, the database also if it is elsewhere, and ends;
                      the master key (.keys), compiled code (compile-cache) and other files stay`

const run = async ({ dataDir, fundPort, partnerPort, servicePort }: StartOptions): Promise<void> => {
  const folder = `${dataDir}/run`
  await makeDataFolder(folder)
  const running = `${folder}/running.json`
  const other = await waitForLeftovers(running)
  if (other !== undefined) {
    throw new CannotStart(
      `Another start uses ${dataDir} (process ${other}).\nStop it with Ctrl-C, or give this one --data-dir, --port, --fund-port and --partner-port of its own.`
    )
  }

  const launch = (name: string, file: string, args: ReadonlyArray<string>, env = {}): Program => {
    if (stopping) throw new NotReady("start is stopping.")
    const launched = startProgram(name, file, args, env)
    programs.push(launched)
    programs.sort((one, other) => ENDS.indexOf(one.name) - ENDS.indexOf(other.name))
    rememberRunning(
      running,
      programs.map(({ child }) => child.pid ?? 0)
    )
    return launched
  }
  const database = givenUrl === undefined ? launch("database", DATABASE, databaseArgs(dataDir)) : undefined
  putAway = async () => {
    // The database's server outlives its program if that was killed. The next start would adopt the server, but there
    // may be no next start.
    if (database !== undefined && endedAbruptly(await database.ended)) await stopDatabase(dataDir)
    forgetRunning(running)
  }
  const aService = async () => {
    const own = database === undefined ? undefined : databaseUrl(database)
    await migrated(own)
    const url = own === undefined ? {} : { DATABASE_URL: await own }
    const runService = (name: string, args: ReadonlyArray<string>, env = {}) =>
      launch(name, SERVICE, ["--dev", "--data-dir", dataDir, ...args], { ...url, ...env })
    const service = runService("service", ["serve", "--port", String(servicePort)])
    // Funds upload their employer lists there; the simulator of one does, too.
    // A port for operators is the service's: two programs can't listen on it.
    const sftpArgs = ["sftp", "--port", process.env["SFTP_PORT"] ?? "0"]
    const inbox = runService("sftp", sftpArgs, { OPERATIONS_PORT: "" })
    const [serviceUrl, sftp] = await Promise.all([serviceServes(service), sftpServes(inbox)])
    return { service, serviceUrl, sftp, runService }
  }
  const simulator = (kind: "fund" | "partner", port: number, more: ReadonlyArray<string> = []) => {
    const readyFile = `${folder}/${kind}.json`
    const args = ["--port", String(port), "--data-dir", `${dataDir}/${kind}-simulator`, ...more]
    const program = launch(kind, `simulators/${kind}/src/main.ts`, [...args, "--ready-file", readyFile])
    return fileReady(program, readyFile).catch((error: unknown) => {
      // The program's message names its own flag, which has another name here.
      if (error instanceof NotReady) error.message = error.message.replaceAll("--port", `--${kind}-port`)
      throw error
    })
  }
  // The service reads the embeds when a page first needs them, so they are built while it starts.
  const [{ runService, service, serviceUrl, sftp }, fund, partner, embedsLine] = await Promise.all([
    aService(),
    simulator("fund", fundPort, [
      ...serviceFlag("--clock-of", servicePort),
      ...serviceFlag("--docs-url", servicePort, "/docs")
    ]),
    simulator("partner", partnerPort, serviceFlag("--service-url", servicePort)),
    builtEmbeds()
  ])
  const [...serving] = programs
  const anEnd = Promise.race(
    serving.map(async (program): Promise<never> => {
      const ending = await program.ended
      throw new NotReady(
        `${howItEnded(program, ending)} The others are stopped too; nothing that was answered is lost.\nRun start again: it continues with the same data.`
      )
    })
  )
  const prepare = async () => {
    await urlReady(service, `${serviceUrl}/health/ready`)
    const seed = (args: ReadonlyArray<string>) => runService("seed", ["seed", ...args])
    const sftpKeyFile = await giveAccount(fund, sftp, folder)
    return seedDemo({ dataDir, serviceUrl, sftp: sftpAddress(sftp), fund, partner, sftpKeyFile, seed })
  }
  const demo = await Promise.race([prepare(), anEnd])
  const buildDocs = docsToBuild()
  console.log(
    banner(demo, {
      seconds: (performance.now() - begun) / 1000,
      dataDir,
      docsAreBuilt: buildDocs === undefined,
      databaseElsewhere: databaseElsewhere(dataDir)
    })
  )
  if (embedsLine !== undefined) console.log(embedsLine)
  started.isVerbose = true
  if (buildDocs !== undefined) {
    const docs = buildDocs()
    programs.unshift(docs)
    void docsLine(docs, demo.docs_url).then((line) => {
      if (!stopping) console.log(line)
    })
  }
  await anEnd
}

let stopping = false
const stop = async (code: number): Promise<void> => {
  if (stopping) return
  stopping = true
  await endPrograms(programs)
  await putAway()
  if (code === 0) console.log("Stopped.")
  process.exit(code)
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (!stopping) console.log("\nStopping …")
    void stop(0)
  })
}

void oneHasEnded(packageManagers()).then(() => stop(0))
// The reader of stdout may have ended: `npx … start | head`.
process.stdout.on("error", () => void stop(0))

const options = commandLine(usage, startOptions)
const work = options.cleans ? cleanUp(options.dataDir).then(console.log) : run(options)
work.catch(async (error: unknown) => {
  if (stopping) return
  const known = error instanceof CannotStart || error instanceof NotReady
  console.error(known ? error.message : error)
  await stop(1)
})
