/**
 * Partners whose employees onboard, one person after the other, through two `serve` over a database that is in trouble. What
 * they were answered is compared afterwards with what the database, the fund and the receiver have.
 *
 * The trap: a client repeats what wasn't answered, so an outage shows in `tries` and in the time, and in no lost onboarding.
 */
import { seedPartner } from "@embedded-super/contract-tests/onboarding/seed"
import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { freePorts } from "@embedded-super/program/freePorts"
import { startProgram } from "@embedded-super/program/startProgram"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { judge } from "../judge/judge.ts"
import { people } from "../registration/registrants.ts"
import { startFund } from "../registration/simulatedFund.ts"
import { atLeast, exactly, judged, type RowContext, violationsOf } from "../Row.ts"
import type { Child } from "../world/Child.ts"
import { collect } from "../world/collect.ts"
import { placeOf, startService } from "../world/programsOf.ts"
import { isDrained } from "../world/scene.ts"
import type { Databases } from "../world/Server.ts"
import { until } from "../world/World.ts"
import { type Acknowledged, makeOnboarder } from "./onboarding.ts"
import type { Try } from "./patient.ts"

interface CrowdOptions {
  readonly name: string
  /** The name of the database that is made for it. */
  readonly database: string
  readonly clients: number
  /** Settings of all `serve`; each also gets those of `settingsOf` its number. */
  readonly settings: Readonly<Record<string, string>>
  readonly settingsOf?: (nth: number) => Readonly<Record<string, string>>
}

/** What the database has of what was acknowledged. */
const remains = (done: Acknowledged) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ employers: number; sessions: number; confirmed: number }>`SELECT
      (SELECT count(*)::int FROM employers WHERE id = ANY(${done.employers}::uuid[])) AS employers,
      (SELECT count(*)::int FROM onboarding_sessions WHERE id = ANY(${done.sessions}::uuid[])) AS sessions,
      (SELECT count(*)::int FROM onboarding_sessions WHERE id = ANY(${done.confirmed}::uuid[])
        AND state = 'completed') AS confirmed`
    return row ?? { employers: 0, sessions: 0, confirmed: 0 }
  })

const isRegistered = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM fund_calls WHERE state = 'waiting' LIMIT 1`).length === 0
})

/** Prepares the service's database, a fund, a receiver and a product; `begin` starts two `serve` and the clients. */
export const gatherCrowd = Effect.fnUntraced(function* (
  { seed, world }: RowContext,
  databases: Databases,
  { clients, database, name, settings, settingsOf = () => ({}) }: CrowdOptions
) {
  const receiver = yield* world.receiver(name, seed)
  const cell = yield* world.cell(databases, receiver, database)
  const fund = yield* startFund(world, name, "honoured")
  const run = (...args: ReadonlyArray<string>) =>
    startProgram(serviceProgram, ["--dev", ...args], placeOf(cell, world)).ended
  const wanted = { slug: name, products: 1, webhookUrl: receiver.url(`/${name}/real`) }
  const { products } = yield* Effect.promise(() =>
    seedPartner({ run }, { url: fund.url, dataDir: fund.folder }, wanted)
  )
  const [product] = products
  if (product === undefined) return yield* Effect.die(new Error("seed made no product"))

  const ports = yield* Effect.promise(() => freePorts(2))
  const tries: Array<Try> = []
  const done: Acknowledged = { employers: [], sessions: [], confirmed: [] }
  const crowd = people(100_000, 7)
  const over = new AbortController()
  const printed: Array<() => string> = []

  /** Waits until a program is ready; its output is searched afterwards. */
  const ready = (child: Child) => {
    printed.push(child.printed)
    return child.ready
  }

  const onboard = async (client: number) => {
    const url = `http://127.0.0.1:${ports[client % ports.length]}`
    const one = makeOnboarder(url, product.key, (each) => void tries.push(each), done)
    for (let nth = client; !over.signal.aborted; nth += clients) {
      const person = crowd[nth]
      if (person === undefined) throw new Error("more people than there are")
      await one(String(nth), person)
    }
  }

  /** Everything stops with the scope; `end` lets the clients finish, and waits for what follows from that. */
  const begin = Effect.gen(function* () {
    const serves = yield* Effect.forEach(ports, (port, nth) =>
      startService(cell, world, port, false, { ...settings, ...settingsOf(nth) })
    )
    yield* Effect.forEach(serves, ready)
    const onboarding = yield* Effect.forkChild(
      Effect.promise(() => Promise.all(Array.from({ length: clients }, (_, nth) => onboard(nth))))
    )
    const end = Effect.gen(function* () {
      over.abort()
      yield* Fiber.join(onboarding)
      yield* until("everybody is registered", cell.run(isRegistered), 120)
      yield* until("every webhook is sent", cell.run(isDrained), 120)
    })
    return { end }
  })

  const judgedNow = Effect.gen(function* () {
    const kept = yield* cell.run(remains(done))
    const book = yield* fund.book
    const { logs } = yield* collect(cell, {
      acknowledged: [],
      texts: printed.map((text, nth) => ({ name: `output ${nth}`, text: text() })),
      canaries: [{ name: "the product's key", value: product.key }]
    })
    const judgement = judge(logs)
    const odd = tries.filter(
      ({ hasRetryAfter, status }) => status === 0 || (status >= 500 && !(status === 503 && hasRetryAfter))
    )
    return {
      runs: `${tries.length} answers, ${done.confirmed.length} whole onboardings, ${judgement.committed} events`,
      figures: [
        atLeast("answered 503", tries.filter(({ status }) => status === 503).length, 1),
        exactly("answered neither 2xx, 4xx nor 503 with Retry-After", odd.length, 0),
        exactly("employers answered 201 and not there", done.employers.length - kept.employers, 0),
        exactly("sessions answered 201 and not there", done.sessions.length - kept.sessions, 0),
        exactly("confirmed and not completed", done.confirmed.length - kept.confirmed, 0),
        exactly("members in the fund's book", book.length, done.confirmed.length),
        exactly(
          "twice in the fund's book",
          book.filter(({ registrations_count }) => registrations_count !== 1).length,
          0
        ),
        ...judged([judgement])
      ],
      notes: [...odd.slice(0, 5).map(({ status }) => `answered ${status}`), ...violationsOf([judgement])]
    }
  })

  return {
    cell,
    tries,
    ready,
    begin,
    judged: judgedNow,
    /** How many onboardings are whole by now. */
    whole: () => done.confirmed.length,
    /** The longest time, in seconds, in which nothing was answered with success. */
    longestGap: () => {
      const times = tries.flatMap(({ at, status }) => (status >= 200 && status < 300 ? [at] : []))
      return Math.max(0, ...times.map((at, nth) => at - (times[nth - 1] ?? at))) / 1000
    }
  }
})
