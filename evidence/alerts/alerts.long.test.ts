/**
 * Alerts of a real Prometheus over a running service: each trouble is brought about, seen, and gone when its cause is. The rules are
 * those of `operations/alerts.yml`, with shorter times; what needs days is in `operations/alerts.test.yml`.
 */
import { connect, createServer, type Server, type Socket } from "node:net"
import { afterAll, beforeAll, describe, it } from "vitest"
import { missing } from "@embedded-super/contract-tests/clients/missing"
import {
  configureEmployer,
  createSession,
  walkThroughSession
} from "@embedded-super/contract-tests/onboarding/flows"
import { niamh } from "@embedded-super/contract-tests/onboarding/people"
import { productOf } from "@embedded-super/contract-tests/onboarding/product"
import { type SeededPartner, seedPartner } from "@embedded-super/contract-tests/onboarding/seed"
import { callerOf } from "@embedded-super/contract-tests/openapi/Caller"
import { newPrograms } from "@embedded-super/contract-tests/programs/Programs"
import { type RunningService, startService } from "@embedded-super/contract-tests/programs/service"
import { type RunningSimulator, startFundSimulator } from "@embedded-super/contract-tests/programs/simulators"
import { freePort } from "@embedded-super/program/freePorts"
import { type Program, startProgram } from "@embedded-super/program/startProgram"
import { masterKeyIn } from "@embedded-super/program/testing/dataFolder"
import { startReceiver } from "@embedded-super/program/testing/receiver"
import { hastened, type Prometheus, startPrometheus } from "./Prometheus.ts"

const lacks = missing(["prometheus"])

const LONGEST = 300_000

/** The way to a fund, which can be cut and made again: the fund's address stays the same. */
const startWay = async (to: string) => {
  const port = await freePort()
  let server: Server | undefined
  const sockets = new Set<Socket>()
  const open = () =>
    new Promise<void>((resolve) => {
      server = createServer((socket) => {
        const fund = connect(Number(new URL(to).port), "127.0.0.1")
        sockets.add(socket)
        for (const [one, other] of [
          [socket, fund],
          [fund, socket]
        ] as const)
          one
            .on("error", () => other.destroy())
            .on("close", () => other.destroy())
            .pipe(other)
      }).listen(port, "127.0.0.1", resolve)
    })
  const cut = () =>
    new Promise<void>((resolve) => {
      server?.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await open()
  return { url: `http://127.0.0.1:${port}`, open, cut, stop: cut }
}

describe.skipIf(lacks.length > 0)(
  `alerts over a running service${lacks.map((lack) => ` (${lack})`)}`,
  { timeout: LONGEST },
  () => {
    const programs = newPrograms()
    let service: RunningService
    let worker: Program
    let fund: RunningSimulator
    let way: Awaited<ReturnType<typeof startWay>>
    let prometheus: Prometheus
    let seeded: SeededPartner
    let gone = false

    const product = () => {
      const [{ key }] = seeded.products as [SeededPartner["products"][number]]
      return productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    }

    beforeAll(async () => {
      fund = programs.add(await startFundSimulator())
      way = programs.add(await startWay(fund.url))
      service = programs.add(await startService({ worker: false }))
      worker = programs.add(
        startProgram("packages/service/src/main.ts", ["worker", "--dev"], {
          DATABASE_URL: service.database.url,
          MASTER_KEY_FILE: masterKeyIn(service.dataDir),
          DATA_DIR: service.dataDir,
          LOG_FORMAT: "json",
          OPERATIONS_PORT: "0"
        })
      )
      const ofWorker = await worker.line((line) => /Operations at (http:[^"\s]+)/.exec(line)?.[1])
      const receiver = programs.add(await startReceiver(() => (gone ? 410 : 204)))
      seeded = await seedPartner(service, fund, {
        slug: "alerts",
        products: 1,
        webhookUrl: receiver.url,
        fundUrl: way.url
      })
      prometheus = programs.add(
        await startPrometheus(
          [service.operations, ofWorker].map((url) => new URL(url).host),
          { change: hastened }
        )
      )
    }, LONGEST)

    afterAll(async () => {
      worker.child.kill("SIGCONT")
      await programs.stop()
    })

    it("WorkerStalled: a worker that is stopped, and goes on", async () => {
      worker.child.kill("SIGSTOP")
      await prometheus.fires("WorkerStalled")
      worker.child.kill("SIGCONT")
      await prometheus.clears("WorkerStalled")
    })

    it("DatabaseAway: a primary that takes no changes, as after a switch-over", async () => {
      const name = new URL(service.database.url).pathname.slice(1)
      const anew = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`
      await service.database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
      await service.database.query(anew)
      await prometheus.fires("DatabaseAway")
      await service.database.query("SET default_transaction_read_only = off")
      await service.database.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
      await service.database.query(anew)
      await prometheus.clears("DatabaseAway")
    })

    it("FundUnreachable: a fund that no connection reaches, and that is back", async () => {
      const employer = await configureEmployer(product(), "employer of alerts")
      await way.cut()
      const session = await createSession(product(), employer.id, "session of alerts", niamh)
      await walkThroughSession(product(), session.id, niamh)
      await prometheus.fires("FundUnreachable")
      await way.open()
      await prometheus.clears("FundUnreachable")
    })

    it("WebhooksLate: an address that says it is gone, and is paused", async () => {
      gone = true
      await configureEmployer(product(), "another employer of alerts")
      await prometheus.fires("WebhooksLate")
      gone = false
      const [{ id }] = seeded.products as [SeededPartner["products"][number]]
      await service.run("admin", "webhook", "resume", id)
      await prometheus.clears("WebhooksLate")
    })

    it("OutgoingHeld: a database that isn't the one that was served last, until an operator accepts it", async () => {
      await service.database.query("UPDATE served_database SET system_identifier = '7000000000000000000'")
      await prometheus.fires("OutgoingHeld")
      await service.run("admin", "restore", "accept", "--without-erasures")
      await prometheus.clears("OutgoingHeld")
    })
  }
)
