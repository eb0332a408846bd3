import * as Effect from "effect/Effect"
import { type Load, runLoad } from "../closedLoop.ts"
import type { Bare, BareJob } from "./bareProcess.ts"
import { cpuOf, startHelper } from "./processes.ts"
import { rowsOf, startRecorder } from "./recorded.ts"
import { type Kind, requestOf } from "./requests.ts"
import { makeService } from "./service.ts"
import { atLeast, type Figure, noted, percentile } from "../../chaos/Row.ts"

/** The result of one load on one server, with its CPU, in milliseconds for each call. */
export interface Measured extends Load {
  readonly cpu: number
}

/** All rounds of one kind of call. */
export interface Compared {
  readonly kind: Kind
  readonly service: ReadonlyArray<Measured>
  readonly bare: ReadonlyArray<Measured>
  /** Statements of a read, or rows of a write. */
  readonly count: number
}

interface Options {
  readonly rounds: number
  readonly quick: boolean
  readonly say: (text: string) => Effect.Effect<void>
}

/** The size of the service's pool. */
const POOL = 10

const loadProgram = new URL("requests.ts", import.meta.url)

const CALLS: Readonly<Record<Kind, number>> = { read: 10_000, write: 4000 }
/** As many as it takes until the code is compiled: a program that serves for months is measured warm, and so is the bare one. */
const WARM_UP: Readonly<Record<Kind, number>> = { read: 30_000, write: 10_000 }
const QUICK = 200

/** Sends a prepared call over fetch's connection and fails unless it succeeds. */
const once = async (origin: string, bytes: Buffer): Promise<any> => {
  const [head = "", body = ""] = bytes.toString("utf8").split("\r\n\r\n")
  const [line = "", ...lines] = head.split("\r\n")
  const [method = "", path = ""] = line.split(" ")
  const headers = lines.map((each) => each.split(": ", 2) as [string, string])
  const sent = headers.filter(([name]) => !["host", "content-length"].includes(name))
  const answer = await fetch(`${origin}${path}`, { method, headers: sent, ...(body === "" ? {} : { body }) })
  if (!answer.ok) throw new Error(`${line} was answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Learns what the service does for a read and for a write, starts the bare server, and measures both in turn. */
export const compareHttp = Effect.fnUntraced(function* ({ quick, rounds, say }: Options) {
  const service = yield* makeService
  const { key } = service

  const learned = yield* Effect.scoped(
    Effect.gen(function* () {
      const recorder = yield* startRecorder(service.postgresPort)
      const { origin } = yield* service.serve(recorder.port)
      const write = requestOf("write", 0, key, "")
      const { data } = yield* Effect.promise(() => once(origin, requestOf("write", 0, key, "")))
      const reads = yield* recorder.of(() => once(origin, requestOf("read", 0, key, data.id)))
      const rows = yield* rowsOf(service, () => once(origin, write))
      const { remote_id } = JSON.parse(write.toString("utf8").split("\r\n\r\n")[1] ?? "{}")
      return { employerId: data.id as string, reads, rows, remoteId: remote_id as string }
    })
  )
  const { employerId, reads, remoteId, rows } = learned
  yield* say(`a read: ${reads.length} statements; a write: ${rows.map(({ table }) => table).join(", ")}`)

  const serving = yield* service.serve()
  const ask = yield* startHelper<BareJob, Bare>("bareProcess.ts")
  const bare = yield* ask({ url: service.databaseUrl, pool: POOL, reads, rows, remoteId })
  const servers = { service: serving, bare }
  const measure = Effect.fnUntraced(function* (name: keyof typeof servers, kind: Kind, count: number) {
    const { pid, port } = servers[name]
    const before = cpuOf(pid)
    const load = yield* Effect.promise(() => runLoad(loadProgram, port, key, employerId, kind, count))
    return { ...load, cpu: (cpuOf(pid) - before) / count }
  })

  const compared = new Map<Kind, { service: Array<Measured>; bare: Array<Measured> }>()
  for (const kind of ["read", "write"] as const) {
    const results = { service: Array<Measured>(), bare: Array<Measured>() }
    compared.set(kind, results)
    for (const name of ["service", "bare"] as const) yield* measure(name, kind, quick ? QUICK : WARM_UP[kind])
    for (let nth = 0; nth < rounds; nth += 1) {
      for (const name of nth % 2 === 0 ? (["service", "bare"] as const) : (["bare", "service"] as const)) {
        const measured = yield* measure(name, kind, quick ? QUICK : CALLS[kind])
        results[name].push(measured)
        yield* say(
          `round ${nth + 1}, ${kind}, ${name}: ${Math.round(measured.perSecond)}/s, p99 ${measured.p99.toFixed(1)} ms, ${measured.cpu.toFixed(3)} ms of CPU each`
        )
      }
    }
  }
  return [...compared].map(([kind, results]): Compared => ({
    kind,
    ...results,
    count: kind === "read" ? reads.length : rows.length
  }))
})

const LEAST = 0.4

const names = {
  read: "GET /api/v1/employers/{id}",
  write: "POST /api/v1/employers with an Idempotency-Key"
} as const

const median = (all: ReadonlyArray<Measured>, of: (one: Measured) => number) => percentile(all.map(of), 0.5)

/** The figures of each kind of call: ratios of medians, and what they come from. */
export const figuresOf = (all: ReadonlyArray<Compared>): ReadonlyArray<Figure> =>
  all.flatMap(({ bare, count, kind, service }) => {
    const rate = (of: ReadonlyArray<Measured>) => median(of, ({ perSecond }) => perSecond)
    const slowest = (of: ReadonlyArray<Measured>) => median(of, ({ p99 }) => p99)
    const cpu = (of: ReadonlyArray<Measured>) => median(of, (one) => one.cpu)
    const what =
      kind === "read" ? `the same ${count} statements` : `the same ${count} rows in one transaction`
    return [
      atLeast(
        `${names[kind]}, as a ratio to bare node:http with pg and ${what}${kind === "read" ? " (aim: 0.6)" : ""}`,
        rate(service) / rate(bare),
        LEAST
      ),
      noted(`${names[kind]} a second`, rate(service)),
      noted("the same, bare", rate(bare)),
      noted("p99", slowest(service), "ms"),
      noted("the same, bare", slowest(bare), "ms"),
      noted("CPU of the service for each", cpu(service), "ms"),
      noted("CPU of the bare server for each", cpu(bare), "ms")
    ]
  })
