import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import {
  aRegistration,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { passTime } from "../../../test/passTime.ts"
import type { FaultPointName } from "../../platform/jobs/FaultPoint.ts"
import { ParkedRegistrations } from "./ParkedRegistrations.ts"

/** Ends the first worker that comes to this moment, as kill -9 would: nothing that follows happens. */
const killedOnceAt = Effect.fnUntraced(function* (moment: FaultPointName) {
  const killed = yield* Deferred.make<void>()
  const faultPoint = (name: FaultPointName) =>
    name !== moment
      ? Effect.void
      : Effect.flatMap(Deferred.succeed(killed, undefined), (isFirst) =>
          isFirst ? Effect.die("killed") : Effect.void
        )
  yield* startWorker(faultPoint)
  yield* Deferred.await(killed)
}, Effect.scoped)

/** Fails until the ledger has the registration in this state. */
const stateOf = Effect.fnUntraced(function* (session: Parameters<typeof registrationOf>[0], state: string) {
  const registration = yield* registrationOf(session)
  if (registration.state !== state) return yield* Effect.fail(registration.state)
})

/** By then the lease of a process that died is over. */
const leaseOver = passTime("13 seconds")

layer(TestRegistering.layer, { excludeTestServices: true })("a worker that dies, or stands still", (it) => {
  for (const moment of ["after_claim", "before_ledger_write"] as const) {
    it.effect(`killed at ${moment}: called again with the same key where the fund honours it`, () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url, { idempotency: "honoured" })
        yield* killedOnceAt(moment)
        const worker = yield* startWorker()
        yield* leaseOver
        yield* worker.look(session)
        yield* passTime("2 seconds")
        yield* worker.look(session)
        assert.deepInclude(yield* registrationOf(session), { state: "registered", attempts: 2 })
        assert.lengthOf(server.calls, moment === "after_claim" ? 1 : 2)
        assert.strictEqual(new Set(server.calls.map(({ headers }) => headers["idempotency-key"])).size, 1)
      })
    )

    it.effect(`killed at ${moment}: parked where the fund ignores the key, and never called twice`, () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url)
        yield* killedOnceAt(moment)
        const worker = yield* startWorker()
        yield* leaseOver
        yield* worker.look(session)
        assert.deepInclude(yield* registrationOf(session), {
          state: "waiting",
          because: "unknown",
          parked: true
        })
        yield* passTime("2 days")
        yield* worker.look(session)
        assert.isAtMost(server.calls.length, 1)
        const parked = yield* (yield* ParkedRegistrations).list({ parked: true, limit: 50 })
        assert.deepInclude(
          parked.find(({ session_id }) => session_id === session.id),
          {
            because: "unknown",
            due_at: null,
            words: "The process that made the call ended before its answer was written down."
          }
        )
      })
    )
  }

  /** A worker whose process stands still with an answer in hand, for longer than its lease. */
  const stuck = Effect.gen(function* () {
    const answered = yield* Deferred.make<void>()
    const goOn = yield* Deferred.make<void>()
    const standStill = (name: FaultPointName) =>
      name === "before_ledger_write"
        ? Effect.andThen(Deferred.succeed(answered, undefined), Deferred.await(goOn))
        : Effect.void
    yield* startWorker(standStill, 1)
    yield* Effect.addFinalizer(() => Deferred.succeed(goOn, undefined))
    yield* Deferred.await(answered)
    yield* leaseOver
    return Deferred.succeed(goOn, undefined)
  })

  it.effect("an answer that comes after its registration was parked is taken", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const { session } = yield* aRegistration(server.url)
      const goOn = yield* stuck
      const worker = yield* startWorker()
      yield* worker.look(session)
      assert.deepInclude(yield* registrationOf(session), { because: "unknown", parked: true })
      yield* goOn
      yield* Effect.retry(stateOf(session, "registered"), Schedule.spaced("20 millis"))
      assert.lengthOf(server.calls, 1)
    })
  )

  it.effect("an answer that comes after the fund was called again counts for nothing", () =>
    Effect.gen(function* () {
      const server = yield* fundServer((_, nth) => (nth === 1 ? 400 : { status: 201, body: MEMBER }))
      const { session } = yield* aRegistration(server.url, { idempotency: "honoured" })
      const goOn = yield* stuck
      const worker = yield* startWorker()
      yield* worker.look(session)
      yield* passTime("1 second")
      yield* worker.look(session)
      const before = yield* registrationOf(session)
      assert.deepInclude(before, { state: "registered", attempts: 2 })
      yield* goOn
      yield* worker.look(session)
      assert.deepInclude(yield* registrationOf(session), { state: "registered", because: "accepted" })
      assert.strictEqual((yield* sessionOf(session)).onboarding_session_super_selection.outcome, "complete")
    })
  )

  it.effect("a worker that is asked to end finishes its call, and another one repeats nothing", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const { session } = yield* aRegistration(server.url)
      const answered = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      yield* startWorker((name) =>
        name === "before_ledger_write"
          ? Effect.andThen(Deferred.succeed(answered, undefined), Deferred.await(goOn))
          : Effect.void
      ).pipe(Scope.provide(scope))
      yield* Deferred.await(answered)
      const ending = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(ending)
      assert.deepInclude(yield* registrationOf(session), { state: "registered", attempts: 1 })
      yield* (yield* startWorker()).look(session)
      assert.lengthOf(server.calls, 1)
    })
  )
})
