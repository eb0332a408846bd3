/**
 * Alerts of a real Prometheus over a running service: each trouble is brought about, seen, and gone when its cause is. The rules are
 * those of `operations/alerts.yml`, with shorter times; the true ones are in `operations/alerts.test.yml`. A full disk, with the true
 * times, is row 23 of chaos.
 */
import { connect, createServer, type Server, type Socket } from "node:net"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
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
import { projectRoot } from "@embedded-super/program/projectRoot"
import { type Program, startProgram } from "@embedded-super/program/startProgram"
import { masterKeyIn } from "@embedded-super/program/testing/dataFolder"
import { startReceiver } from "@embedded-super/program/testing/receiver"
import { hastened, type Prometheus, startPrometheus } from "./Prometheus.ts"

const lacks = missing(["prometheus"])

const LONGEST = 300_000

/** How long the event loop of a busy worker does nothing else, of each second. */
const BUSY_MILLIS = 800

const alertNames = Array.from(
  readFileSync(join(projectRoot, "operations/alerts.yml"), "utf8").matchAll(/- alert: (\w+)/g),
  ([, name = ""]) => name
)

/** What these panels show doesn't happen here: jobs and figures that fail by themselves, e-mails, and lists by SFTP. */
const QUIET = new Set([
  "Jobs that didn't end well, by queue",
  "E-mails",
  "Employer lists: imports, and decisions that wait",
  "Database: clock, read-only, figures that couldn't be read"
])

/** Repeats something until a promise resolves. */
const during = async <A>(waiting: Promise<A>, repeated?: () => Promise<unknown>): Promise<A> => {
  if (repeated === undefined) return waiting
  const over = new AbortController()
  void waiting.finally(() => over.abort()).catch(() => undefined)
  while (!over.signal.aborted) {
    await repeated()
    await new Promise((next) => setImmediate(next))
  }
  return waiting
}

/** The queries of the dashboard, by panel, as Grafana asks them when all funds are chosen; in a test they are simulated. */
const queries = (
  JSON.parse(readFileSync(join(projectRoot, "operations/dashboard.json"), "utf8")) as Dashboard
).panels.flatMap(({ targets = [], title }) =>
  targets.map(
    ({ expr }) =>
      [
        title,
        expr
          .replaceAll("$job", "embedded-super")
          .replaceAll("$mode", "live|simulated")
          .replaceAll('mode="live"', 'mode="simulated"')
      ] as const
  )
)

interface Dashboard {
  readonly panels: ReadonlyArray<{
    readonly title: string
    readonly targets?: ReadonlyArray<{ readonly expr: string }>
  }>
}

interface Shown {
  readonly alert: string
  readonly cause: string
  readonly "fired after s": number
  readonly "cleared after s": number
}

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
    let isBusy = true
    const table: Array<Shown> = []

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

    /** Brings an alert about, waits until it fires, takes its cause away, and waits until it clears. */
    const shown = async (
      alert: string,
      cause: string,
      bring: () => Promise<unknown>,
      mend: () => Promise<unknown>,
      meanwhile?: () => Promise<unknown>
    ) => {
      await bring()
      const fired = await during(prometheus.fires(alert), meanwhile)
      await mend()
      const cleared = await during(prometheus.clears(alert), meanwhile)
      table.push({ alert, cause, "fired after s": fired, "cleared after s": cleared })
    }

    /** The database's name, and a statement that has all its sessions begin anew. */
    const sessions = () => {
      const name = new URL(service.database.url).pathname.slice(1)
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`
      return { name, end }
    }
    const takeNoChanges = async () => {
      const { end, name } = sessions()
      await service.database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
      await service.database.query(end)
    }
    const takeChanges = async () => {
      const { end, name } = sessions()
      await service.database.query("SET default_transaction_read_only = off")
      await service.database.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
      await service.database.query(end)
    }

    /** An employee joins the fund, which no connection reaches. */
    const joinInVain = async (nth: string) => {
      await way.cut()
      const employer = await configureEmployer(product(), `employer ${nth}`)
      const session = await createSession(product(), employer.id, `session ${nth}`, niamh)
      await walkThroughSession(product(), session.id, niamh)
      return session.id
    }

    it("WorkerStalled", () =>
      shown(
        "WorkerStalled",
        "a worker that is stopped, and goes on",
        async () => worker.child.kill("SIGSTOP"),
        async () => worker.child.kill("SIGCONT")
      ))

    it("DatabaseAway", () =>
      shown(
        "DatabaseAway",
        "a primary that takes no changes, as after a switch-over",
        takeNoChanges,
        takeChanges
      ))

    it("ErrorRate", () =>
      shown(
        "ErrorRate",
        "requests to such a primary",
        takeNoChanges,
        takeChanges,
        // Each request is counted, also those of probes.
        () => fetch(`${service.url}/health/ready`).then((answer) => answer.text())
      ))

    it("FundUnreachable", () =>
      shown(
        "FundUnreachable",
        "a fund that no connection reaches, and that is back",
        () => joinInVain("of alerts"),
        way.open
      ))

    it("PaydaySuperNear", () =>
      shown(
        "PaydaySuperNear",
        "a registration that waits, of an employee who confirmed four weeks ago; then the fund's number",
        async () => {
          const id = await joinInVain("who waits")
          await service.database.query(
            `UPDATE onboarding_sessions SET confirmed_at = confirmed_at - interval '28 days' WHERE id = '${id}'`
          )
        },
        way.open
      ))

    it("OperatorNeeded", () =>
      shown(
        "OperatorNeeded",
        "a call whose retries are spent, until an operator releases it",
        async () => {
          const id = await joinInVain("who has stopped")
          await service.database.query(
            `UPDATE fund_calls SET state = 'stopped', because = 'server_error', ended_at = business_now(true) WHERE session_id = '${id}'`
          )
        },
        async () => {
          await way.open()
          const calls = await service.database.query<{ id: string }>(
            "SELECT id FROM fund_calls WHERE state = 'stopped'"
          )
          for (const { id } of calls) await service.run("admin", "fund-calls", "release", id)
        }
      ))

    it("EmployerListStale", () =>
      shown(
        "EmployerListStale",
        "a list at six sevenths of its agreed age, and a new one",
        () =>
          service.database.query(`WITH f AS (
              INSERT INTO employer_list_files (id, fund_id, file_name, state, received_at)
              SELECT gen_random_uuid(), id, 'list.csv', 'accepted', business_now(true) FROM funds LIMIT 1 RETURNING id, fund_id
            ), g AS (
              INSERT INTO employer_list_generations (file_id, format, started_at) SELECT id, 'plain', now() FROM f
              RETURNING generation
            ) INSERT INTO employer_lists (fund_id, generation, entries, accepted_at)
            SELECT fund_id, generation, 1, business_now(true) - interval '30 days' FROM f, g`),
        () => service.database.query("UPDATE employer_lists SET accepted_at = business_now(true)")
      ))

    it("WebhooksLate", () =>
      shown(
        "WebhooksLate",
        "an address that says it is gone, and is paused, until its partner resumes it",
        async () => {
          gone = true
          await configureEmployer(product(), "another employer of alerts")
        },
        async () => {
          gone = false
          const [{ id }] = seeded.products as [SeededPartner["products"][number]]
          await service.run("admin", "webhook", "resume", id)
        }
      ))

    it("OutgoingHeld", () =>
      shown(
        "OutgoingHeld",
        "a database that isn't the one that was served last, until an operator accepts it",
        () => service.database.query("UPDATE served_database SET system_identifier = '7000000000000000000'"),
        () => service.run("admin", "restore", "accept", "--without-erasures")
      ))

    it("Slow", () => {
      const busy = async () => {
        worker.child.kill("SIGSTOP")
        await new Promise((passed) => setTimeout(passed, BUSY_MILLIS))
        worker.child.kill("SIGCONT")
        await new Promise((passed) => setTimeout(passed, 1000 - BUSY_MILLIS))
      }
      return shown(
        "Slow",
        "a worker that is busy for most of a second at a time",
        busy,
        async () => (isBusy = false),
        () => (isBusy ? busy() : Promise.resolve())
      )
    })

    it("every alert of operations/alerts.yml has fired and cleared", () => {
      console.table(table)
      expect(table.map(({ alert }) => alert).toSorted()).toEqual(alertNames.toSorted())
    })

    it("every query of operations/dashboard.json has found something in all this", async () => {
      const empty: Array<string> = []
      for (const [title, query] of queries)
        if ((await prometheus.series(query)) === 0 && !QUIET.has(title)) empty.push(`${title}: ${query}`)
      expect(empty).toEqual([])
    })
  }
)
