import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { freePort } from "@embedded-super/program/freePorts"
import { atLeast, exactly, judged, noted, violationsOf, type Row, type Size } from "../Row.ts"
import { startService } from "../world/programsOf.ts"
import { makeRealDomain } from "../world/realDomain.ts"
import { makeScene } from "../world/scene.ts"
import { emitFresh, type Recorded } from "../world/emit.ts"
import type { Cell, CellEndpoint } from "../world/Cell.ts"
import { until } from "../world/World.ts"

/**
 * Commits a backlog at once, lets something happen, and measures how fast the backlog then arrives: from the first
 * arrival after that to the last.
 */
export const drainRate = Effect.fnUntraced(function* <R>(
  cell: Cell,
  endpoint: CellEndpoint,
  backlog: number,
  meanwhile: Effect.Effect<void, never, R>
) {
  const accepted = Effect.map(cell.receiver.counts, (counts) => counts[endpoint.path]?.accepted ?? 0)
  const before = yield* accepted
  const acknowledged: ReadonlyArray<Recorded> = yield* cell.run(
    emitFresh(endpoint, backlog, "onboarding_session_changed")
  )
  yield* meanwhile
  const began = performance.timeOrigin + performance.now()
  const ids = new Set(acknowledged.map(({ webhookId }) => webhookId))
  yield* until(
    `${backlog} events arrive`,
    Effect.map(accepted, (now) => now >= before + backlog),
    180
  )
  const after = (yield* cell.receiver.lines).flatMap((line) =>
    line.is === "began" && line.at >= began && ids.has(line.id) ? [line.at] : []
  )
  const seconds = (Math.max(...after) - Math.min(...after)) / 1000
  return { acknowledged, perSecond: after.length / Math.max(seconds, 0.001) }
})

/** The status of the API's answer; 0 without an answer. */
interface Answered {
  readonly status: number
  /** The employer that it said it made. */
  readonly id: string
}

const ask = async (serviceUrl: string, key: string, nth: number): Promise<Answered> => {
  try {
    const answer = await fetch(`${serviceUrl}/api/v1/employers`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": `chaos-${nth}` },
      body: JSON.stringify({ abn: "80 000 000 001", name: "Wattle Pty Ltd", remote_id: `remote ${nth}` }),
      signal: AbortSignal.timeout(30_000)
    })
    const body = await answer.json()
    return { status: answer.status, id: body?.data?.id ?? "" }
  } catch {
    return { status: 0, id: "" }
  }
}

/** Creates an employer about ten times a second until it is stopped, and records each answer. */
const askForEmployers = (serviceUrl: string, key: string, answers: Array<Answered>) => {
  let nth = 0
  return Effect.forever(
    Effect.gen(function* () {
      nth += 1
      answers.push(yield* Effect.promise(() => ask(serviceUrl, key, nth)))
      yield* Effect.sleep("100 millis")
    })
  )
}

const sizes: Readonly<Record<Size, { restarts: number; downSeconds: number; backlog: number }>> = {
  short: { restarts: 2, downSeconds: 3, backlog: 300 },
  usual: { restarts: 50, downSeconds: 60, backlog: 3000 },
  long: { restarts: 500, downSeconds: 600, backlog: 20_000 }
}

/** Row 3: the database dies repeatedly, and then stays down; every change that was answered with success is kept. */
export const databaseOutage: Row = {
  number: 3,
  title: "database restarts and outage",
  run: Effect.fnUntraced(function* (context) {
    const { say, seed, size, world } = context
    const { backlog, downSeconds, restarts } = sizes[size]
    const receiver = yield* world.receiver("outage", seed)
    const { cell, endpoint, finish, producer } = yield* makeScene(context, receiver, "outage")
    const port = yield* Effect.promise(freePort)
    const answers: Array<Answered> = []

    const { acknowledged, hasLived, printed, rates } = yield* Effect.scoped(
      Effect.gen(function* () {
        const domain = yield* makeRealDomain(cell, world, "/outage/real")
        const web = yield* startService(cell, world, port, true)
        yield* web.ready
        yield* Effect.forkScoped(askForEmployers(`http://127.0.0.1:${port}`, domain.productKey, answers))
        const changes = yield* Effect.scoped(
          Effect.gen(function* () {
            const changes = yield* producer
            yield* changes.ready
            for (let nth = 1; nth <= restarts; nth += 1) {
              yield* Effect.sleep("1 second")
              yield* world.server.crash
              yield* world.server.answers
              if (nth % 10 === 0) yield* say(`${nth} of ${restarts} restarts`)
            }
            yield* Effect.sleep("1 second")
            return changes
          })
        )
        const usual = yield* drainRate(cell, endpoint, backlog, Effect.void)
        yield* say(`usual: ${Math.round(usual.perSecond)} a second; now the database stays away`)
        const after = yield* drainRate(
          cell,
          endpoint,
          backlog,
          Effect.andThen(world.server.crashed(Effect.sleep(downSeconds * 1000)), world.server.answers)
        )
        return {
          printed: [web.printed, changes.printed],
          hasLived: !web.hasEnded(),
          rates: { usual: usual.perSecond, after: after.perSecond },
          acknowledged: [...usual.acknowledged, ...after.acknowledged]
        }
      })
    )
    const { judgement } = yield* finish(printed, { more: acknowledged })
    const created = answers.filter(({ status }) => status === 201)
    const there = yield* cell.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ id: string }>`SELECT id FROM employers`)
    )
    const ids = new Set(there.map(({ id }) => id))
    const count = (status: (status: number) => boolean) =>
      answers.filter((answer) => status(answer.status)).length
    const others = count((status) => status !== 201 && status !== 503)
    const caughtUp = (rates.after / rates.usual) * 100
    const what = `catches up at (usual: ${Math.round(rates.usual)} a second)`
    return {
      runs: `${restarts} immediate restarts, ${downSeconds} s away, ${judgement.committed} events, ${answers.length} requests`,
      figures: [
        exactly("answered 201 and not there", created.filter(({ id }) => !ids.has(id)).length, 0),
        exactly("answered neither 201 nor 503", others, 0),
        atLeast(
          "answered 503",
          count((status) => status === 503),
          1
        ),
        exactly("the service still runs", hasLived ? 1 : 0, 1),
        // In the short form, which is a test, a rate would only measure the machine.
        size === "short" ? noted(what, caughtUp, "%") : atLeast(what, caughtUp, 80, "%"),
        ...judged([judgement])
      ],
      notes: [
        ...(others === 0 ? [] : [`answers: ${[...new Set(answers.map(({ status }) => status))].join(", ")}`]),
        ...violationsOf([judgement])
      ]
    }
  })
}
