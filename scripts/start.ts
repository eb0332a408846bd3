/**
 * `pnpm start`: run it all on this machine. The service with its embedded database, the fund and the partner simulator,
 * and the docs; a demo partner and its keys are seeded into the data folder.
 */
import { mkdirSync } from "node:fs"
import process from "node:process"
import { banner } from "./start/banner.ts"
import { buildDocsOnce } from "./start/docs.ts"
import { rememberRunning, waitForLeftovers } from "./start/leftovers.ts"
import { startOptions, UsageError } from "./start/options.ts"
import { endPrograms, type Program, started, startProgram } from "./start/processes.ts"
import { fileReady, NotReady, serviceServes, urlReady } from "./start/readiness.ts"
import { seedDemo } from "./start/seed.ts"

const begun = performance.now()
const programs: Array<Program> = []

const run = async (): Promise<void> => {
  const options = startOptions(process.argv.slice(2))
  const folder = `${options.dataDir}/run`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const running = `${folder}/running.json`
  const other = await waitForLeftovers(running)
  if (other !== undefined) {
    throw new UsageError(
      `start already runs here (process ${other}). Stop it with Ctrl-C, or give this one --data-dir, --port, --fund-port and --partner-port of its own.`
    )
  }

  const launch = (...program: Parameters<typeof startProgram>) => {
    const launched = startProgram(...program)
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
    "packages/service/src/main.ts",
    ["--dev", "--data-dir", options.dataDir].concat("serve", "--port", String(options.servicePort))
  )
  const simulator = (kind: "fund" | "partner", port: number) => {
    const readyFile = `${folder}/${kind}.json`
    const dataDir = `${options.dataDir}/${kind}-simulator`
    const program = launch(kind, `simulators/${kind}/src/main.ts`, [
      "--port",
      String(port),
      "--data-dir",
      dataDir,
      "--ready-file",
      readyFile
    ])
    return fileReady(program, readyFile)
  }
  const [serviceUrl, fund, partner] = await Promise.all([
    serviceServes(service),
    simulator("fund", options.fundPort),
    simulator("partner", options.partnerPort)
  ])
  await urlReady(service, `${serviceUrl}/health/ready`)
  const demo = await seedDemo({ dataDir: options.dataDir, serviceUrl, fund, partner })
  console.log(banner(demo, (performance.now() - begun) / 1000, options.dataDir))
  started.isVerbose = true
  await buildDocsOnce()

  const [first] = await Promise.race(programs.map(async (program) => [program, await program.ended] as const))
  if (!stopping) throw new NotReady(`The ${first.name} program ended by itself.\n${first.complaints()}`)
}

let stopping = false
const stop = async (code: number): Promise<void> => {
  if (stopping) return
  stopping = true
  await endPrograms(programs)
  process.exit(code)
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (!stopping) console.log("\nStopping …")
    void stop(0)
  })
}

run().catch(async (error: unknown) => {
  if (stopping) return
  const known = error instanceof UsageError || error instanceof NotReady
  console.error(known ? error.message : error)
  await stop(1)
})
