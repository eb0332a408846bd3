/**
 * `pnpm start`: run it all on this machine. The service with its embedded database, the fund and the partner simulator,
 * and the docs; a demo partner and its keys are seeded into the data folder.
 */
import process from "node:process"
import { oneHasEnded, packageManagers } from "./start/ancestors.ts"
import { banner } from "./start/banner.ts"
import { CannotStart } from "./start/CannotStart.ts"
import { cleanUp } from "./start/cleanUp.ts"
import { databaseElsewhere, leavesDatabase, useDatabaseOnce } from "./start/database.ts"
import { docsLine, docsToBuild } from "./start/docs.ts"
import { howItEnded } from "./start/ending.ts"
import { forgetRunning, rememberRunning, waitForLeftovers } from "./start/leftovers.ts"
import { type StartOptions, startOptions } from "./start/options.ts"
import { endPrograms, type Program, started, startProgram } from "./start/processes.ts"
import { fileReady, NotReady, serviceServes, urlReady } from "./start/readiness.ts"
import { seedDemo } from "./start/seed.ts"
import { commandLine } from "./support/commandLine.ts"
import { makeFolder } from "./support/makeFolder.ts"

const SERVICE = "packages/service/src/main.ts"
const begun = performance.now()

/** What runs, in the order in which it is told to end. */
const programs: Array<Program> = []
/** What is done last. */
let putAway = async (): Promise<void> => {}

/** The partner simulator fetches from this service alone, as far as its address is known before it has a port. */
const serviceUrlFlag = (port: number): ReadonlyArray<string> => {
  const url = process.env["BASE_URL"] ?? (port === 0 ? undefined : `http://localhost:${port}`)
  return url === undefined ? [] : ["--service-url", url]
}

const usage = `start: runs it all on this machine: service, database, fund and partner simulator, docs

  --port N            the service's port (PORT, 4000); 0 takes any free one, as below
  --fund-port N       the fund simulator's port (4010)
  --partner-port N    the partner simulator's port (4020)
  --data-dir FOLDER   where everything is kept (.data)
  --clean             removes what is kept there, the database also where it lies elsewhere, and ends`

const makeDataFolder = (folder: string): void => {
  try {
    makeFolder(folder, 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CannotStart(`${folder} can't be made (${code}). Give a folder that can with --data-dir.`)
  }
}

const run = async ({ dataDir, fundPort, partnerPort, servicePort }: StartOptions): Promise<void> => {
  const folder = `${dataDir}/run`
  makeDataFolder(folder)
  const running = `${folder}/running.json`
  const other = await waitForLeftovers(running)
  if (other !== undefined) {
    throw new CannotStart(
      `Another start uses ${dataDir} (process ${other}).\nStop it with Ctrl-C, or give this one --data-dir, --port, --fund-port and --partner-port of its own.`
    )
  }

  const launch = (name: string, file: string, args: ReadonlyArray<string>): Program => {
    const launched = startProgram(name, file, args)
    programs.push(launched)
    rememberRunning(
      running,
      programs.map(({ child }) => child.pid ?? 0)
    )
    return launched
  }
  // The service first: it ends first too, while the simulators still answer what it sends.
  const service = launch(
    "service",
    SERVICE,
    ["--dev", "--data-dir", dataDir].concat("serve", "--port", String(servicePort))
  )
  putAway = async () => {
    if (leavesDatabase(await service.ended)) {
      started.isVerbose = false
      await startProgram("database", SERVICE, useDatabaseOnce(dataDir)).ended
    }
    forgetRunning(running)
  }
  const simulator = (kind: "fund" | "partner", port: number, more: ReadonlyArray<string> = []) => {
    const readyFile = `${folder}/${kind}.json`
    const args = ["--port", String(port), "--data-dir", `${dataDir}/${kind}-simulator`, ...more]
    const program = launch(kind, `simulators/${kind}/src/main.ts`, [...args, "--ready-file", readyFile])
    return fileReady(program, readyFile).catch((error: unknown) => {
      // Its words are about its own flag, which has another name here.
      if (error instanceof NotReady) error.message = error.message.replaceAll("--port", `--${kind}-port`)
      throw error
    })
  }
  const [serviceUrl, fund, partner] = await Promise.all([
    serviceServes(service),
    simulator("fund", fundPort),
    simulator("partner", partnerPort, serviceUrlFlag(servicePort))
  ])
  const [...serving] = programs
  const anEnd = Promise.race(
    serving.map(async (program): Promise<never> => {
      const ending = await program.ended
      throw new NotReady(
        `${howItEnded(program, ending)} The others are stopped too; nothing that was answered is lost.\nRun start again: it goes on with the same data.`
      )
    })
  )
  const prepare = async () => {
    await urlReady(service, `${serviceUrl}/health/ready`)
    const runService = (args: ReadonlyArray<string>) => {
      const program = startProgram("seed", SERVICE, args)
      programs.unshift(program)
      return program
    }
    return seedDemo({ dataDir, serviceUrl, fund, partner, runService })
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
  process.exit(code)
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (!stopping) console.log("\nStopping …")
    void stop(0)
  })
}

void oneHasEnded(packageManagers()).then(() => stop(0))
// Whoever read this may be gone: `npx … start | head`.
process.stdout.on("error", () => void stop(0))

const options = commandLine(usage, startOptions)
const work = options.cleans ? cleanUp(options.dataDir).then(console.log) : run(options)
work.catch(async (error: unknown) => {
  if (stopping) return
  const known = error instanceof CannotStart || error instanceof NotReady
  console.error(known ? error.message : error)
  await stop(1)
})
