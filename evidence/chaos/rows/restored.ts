import { freePorts } from "@embedded-super/program/freePorts"
import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { startProgram } from "@embedded-super/program/startProgram"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { CLIENTS } from "../fleet/crowd.ts"
import { fleetScene } from "../fleet/scene.ts"
import { type Acknowledged, makeOnboarder } from "../fleet/onboarding.ts"
import { people } from "../registration/registrants.ts"
import { lacksServer, startArchived } from "../restore/archived.ts"
import { judgeAgain, judgeReport, type Report } from "../restore/judgeRestore.ts"
import {
  completed,
  events,
  hasForm,
  restoredState,
  waitForFund,
  waitsForReceiver
} from "../restore/statements.ts"
import { accepts } from "../receiver/Behaviour.ts"
import { atLeast, exactly, type Row, type RowContext, type Size } from "../Row.ts"
import { placeOf, startService, startWorker } from "../world/programsOf.ts"
import { isDrained, isRegistered } from "../world/scene.ts"
import { until } from "../world/World.ts"

/** So many whole onboardings before the moment, and as many after it. */
const ONBOARDINGS: Readonly<Record<Size, number>> = { short: 5, usual: 60, long: 1000 }

/** Sessions that wait for their fund alone at the moment: their members are registered, and reported, a second time. */
const WAITING = 3

const SECONDS = 300

const PATH = "/restored/real"

const readiness = (port: number) =>
  Effect.promise(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
    return ((await answer.json()) as { readonly status: string }).status
  })

/** Row 25: the database is restored to a moment in the middle of a flood of onboardings, as the guide says. */
export const restored: Row = {
  number: 25,
  title: "restore to a moment",
  run: Effect.fnUntraced(function* (context: RowContext) {
    const { say, size, world } = context
    if (lacksServer !== undefined) return yield* Effect.die(new Error(lacksServer))
    const [clients, onboardings] = [CLIENTS[size], ONBOARDINGS[size]]
    const database = yield* startArchived(join(world.folder, "archived"))
    const { cell, fund, product, receiver } = yield* fleetScene(context, database, {
      name: "restored",
      database: "embedded_super",
      keys: world
    })
    const place = { ...placeOf(cell, world), LOG_LEVEL: "warn" }
    const run = (...args: ReadonlyArray<string>) => startProgram(serviceProgram, args, place).ended
    const admin = (...args: ReadonlyArray<string>) => Effect.promise(() => run("admin", ...args))

    const crowd = people(100_000, 6)
    const personOf = (nth: number) => {
      const person = crowd[nth]
      if (person === undefined) throw new Error("more people than there are")
      return person
    }
    const newlyDone = (): Acknowledged => ({ employers: [], sessions: [], confirmed: [] })
    const onboarderAt = (port: number, done: Acknowledged) =>
      makeOnboarder(`http://127.0.0.1:${port}`, product.key, () => undefined, done)
    let next = 0

    /** Two `serve` and two `worker` while an effect runs. */
    const serving = <A, E, R>(
      settings: Readonly<Record<string, string>>,
      use: (ports: readonly [number, number]) => Effect.Effect<A, E, R>
    ) =>
      Effect.scoped(
        Effect.gen(function* () {
          const [one = 0, other = 0] = yield* Effect.promise(() => freePorts(2))
          const programs = [
            ...(yield* Effect.forEach([one, other], (port) =>
              startService(cell, world, port, false, settings)
            )),
            yield* startWorker(cell, world, { settings }),
            yield* startWorker(cell, world, { settings })
          ]
          yield* Effect.forEach(programs, ({ ready }) => ready)
          return yield* use([one, other])
        })
      )
    const settled = Effect.andThen(
      until("everybody is registered", cell.run(isRegistered), SECONDS),
      until("every webhook is sent", cell.run(isDrained), SECONDS)
    )
    const received = Effect.map(receiver.lines, (lines) => {
      const accepted = new Set(
        lines.flatMap((line) => (line.is === "ended" && line.status === 204 ? [line.of] : []))
      )
      return lines.flatMap((line) => {
        if (line.is !== "began" || !accepted.has(line.place)) return []
        const { id: entity, subject } = JSON.parse(line.body)
        return [{ id: line.id.slice("msg_".length), entity, subject }]
      })
    })
    const outside = Effect.gen(function* () {
      return { received: yield* received, book: yield* fund.book, events: yield* cell.run(events) }
    })
    const calls = Effect.all([Effect.map(received, ({ length }) => length), fund.calls])

    // Production, up to its loss.
    const moment = yield* serving({}, (ports) =>
      Effect.gen(function* () {
        const done = newlyDone()
        const over = new AbortController()
        const onboard = async (client: number) => {
          const { whole } = onboarderAt(ports[client % 2] ?? 0, done)
          while (!over.signal.aborted) {
            next += 1
            await whole(String(next), personOf(next))
          }
        }
        const flood = yield* Effect.forkChild(
          Effect.promise(() => Promise.all(Array.from({ length: clients }, (_, nth) => onboard(nth))))
        )
        const haveOnboarded = (count: number) =>
          Effect.raceFirst(
            until(
              `${count} onboardings`,
              Effect.sync(() => done.confirmed.length >= count),
              SECONDS
            ),
            Effect.andThen(Fiber.join(flood), Effect.never)
          )
        yield* haveOnboarded(1)
        yield* database.backUp
        yield* haveOnboarded(onboardings)
        yield* fund.play([{ operation_id: "registerMember", play: "answer_status", status: 503 }])
        yield* until(
          "some wait for their fund",
          Effect.map(cell.run(waitForFund), ({ length }) => length >= WAITING),
          SECONDS
        )
        yield* receiver.behave(PATH, { kind: "answers", status: 503 })
        yield* until("a webhook waits", cell.run(waitsForReceiver), SECONDS)
        const moment = yield* database.now
        yield* receiver.behave(PATH, accepts)
        yield* fund.play([])
        const atMoment = done.confirmed.length
        yield* haveOnboarded(atMoment + onboardings)
        over.abort()
        yield* Fiber.join(flood)
        yield* settled
        yield* say(`${done.confirmed.length} onboardings, ${atMoment} of them up to ${moment.toISOString()}`)
        return moment
      })
    )
    const before = yield* outside
    const [sent, called] = yield* calls

    yield* database.restoreTo(moment)
    // The first connections of the pool are those that the old server closed.
    const restoredTo = yield* cell
      .run(restoredState)
      .pipe(Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 50 }), Effect.orDie)
    yield* say(`restored: ${restoredTo.sessions.length} sessions`)

    /** An employee is onboarded while everything is held: reads, writes and the worker's own work go on. */
    const heldOnboarding = ([one]: readonly [number, number]) =>
      Effect.gen(function* () {
        const done = newlyDone()
        next += 1
        const nth = next
        yield* Effect.promise(() => onboarderAt(one, done).whole(String(nth), personOf(nth)))
        const [id = ""] = done.confirmed
        yield* until("the choice form is made", cell.run(hasForm(id)))
        return { id, status: yield* readiness(one), calls: yield* calls }
      })

    const drill = yield* serving({ OUTGOING: "off" }, heldOnboarding)
    yield* say("the drill is over")

    const production = yield* serving({}, (ports) =>
      Effect.gen(function* () {
        const held = yield* heldOnboarding(ports)
        const reported = yield* admin(
          ...["restore", "report", "--since", moment.toISOString(), "--limit", "10000", "--json"]
        )
        const report: Report = JSON.parse(reported.stdout)
        const refused = yield* admin("restore", "accept")
        const journal = join(world.folder, "erasures")
        writeFileSync(journal, "")
        yield* admin("restore", "erasures", journal)
        const accepted = yield* admin("restore", "accept")
        yield* say("accepted")
        const done = newlyDone()
        const { finish } = onboarderAt(ports[0], done)
        const isOpen = ({ state }: { readonly state: string }) =>
          !["pending_completion", "completed"].includes(state)
        yield* Effect.promise(async () => {
          for (const { id, remoteId } of restoredTo.sessions.filter(isOpen)) {
            await finish(id, personOf(Number(remoteId.slice("session ".length))))
          }
        })
        yield* settled
        const status = yield* readiness(ports[0])
        return { held, report, refused, accepted, continued: done.confirmed, status }
      })
    )
    const after = yield* outside
    const everybody = [...restoredTo.sessions.map(({ id }) => id), drill.id, production.held.id]
    const later = { ...after, received: after.received.slice(before.received.length) }
    const areHeld = [drill, production.held]

    return {
      runs: `${clients} clients, ${before.book.length} members, ${before.received.length} webhooks; restored to ${restoredTo.sessions.length} sessions`,
      figures: [
        exactly(
          "held: readiness says so, in the drill and after the loss",
          areHeld.filter(({ status }) => status === "held").length,
          2
        ),
        exactly("held: onboarded meanwhile", areHeld.filter(({ id }) => id !== "").length, 2),
        exactly("held: webhooks sent", Math.max(...areHeld.map(({ calls }) => calls[0])) - sent, 0),
        exactly("held: calls to the fund", Math.max(...areHeld.map(({ calls }) => calls[1])) - called, 0),
        ...judgeReport(before, restoredTo, production.report),
        exactly("accept: refused without the erasures", production.refused.code ?? -1, 1),
        exactly("accept: done with them", production.accepted.code ?? -1, 0),
        exactly("ready afterwards", production.status === "ready" ? 1 : 0, 1),
        ...judgeAgain(before, restoredTo, later, production.report),
        atLeast("continued by their employees", production.continued.length, 0),
        exactly("without their member number", everybody.length - (yield* cell.run(completed(everybody))), 0)
      ],
      notes: production.accepted.code === 0 ? [] : [production.accepted.stderr]
    }
  })
}
