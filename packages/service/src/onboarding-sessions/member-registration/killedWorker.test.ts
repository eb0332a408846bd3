import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import {
  aRegistration,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { passTime, StillTime } from "../../../test/at.ts"
import type { FaultPointName } from "../../platform/jobs/FaultPoint.ts"
import { fundCallLedger } from "../../funds/calls/FundCallLedger.ts"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"

/** Ends the first worker that reaches this point, as kill -9 would: no later step runs. */
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

/** Fails until the ledger has the registration in this state; use it with a retry. */
const stateOf = Effect.fnUntraced(function* (session: Parameters<typeof registrationOf>[0], state: string) {
  const registration = yield* registrationOf(session)
  if (registration.state !== state) return yield* Effect.fail(registration.state)
})

/** Longer than the lease of a dead process. */
const leaseOver = passTime("13 seconds")

layer(Layer.provideMerge(StillTime, TestRegistering.layer), { excludeTestServices: true })(
  "a worker that dies, or stalls",
  (it) => {
    for (const moment of ["after_claim", "before_ledger_write"] as const) {
      it.effect(`killed at ${moment}: called again with the same key where the fund honours it`, () =>
        Effect.gen(function* () {
          const server = yield* fundServer()
          const { session } = yield* aRegistration(server.url, { idempotency: "honoured" })
          yield* killedOnceAt(moment)
          const worker = yield* startWorker()
          yield* leaseOver
          yield* worker.look(session)
          yield* passTime("3 seconds")
          yield* worker.look(session)
          assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 2 })
          assert.lengthOf(server.calls, moment === "after_claim" ? 1 : 2)
          assert.strictEqual(new Set(server.calls.map(({ headers }) => headers["idempotency-key"])).size, 1)
        })
      )

      it.effect(`killed at ${moment}: stopped where the fund ignores the key, and never called twice`, () =>
        Effect.gen(function* () {
          const server = yield* fundServer()
          const { session } = yield* aRegistration(server.url)
          yield* killedOnceAt(moment)
          const worker = yield* startWorker()
          yield* leaseOver
          yield* worker.look(session)
          assert.deepInclude(yield* registrationOf(session), {
            state: "stopped",
            because: "unknown"
          })
          yield* passTime("2 days")
          yield* worker.look(session)
          assert.isAtMost(server.calls.length, 1)
          const parked = yield* (yield* FundCallOperations).list({
            fund: undefined,
            state: "stopped",
            limit: 50
          })
          assert.deepInclude(
            parked.find(({ subject_id }) => subject_id === session.id),
            {
              because: "unknown",
              words: "The process that made the call ended before it recorded the answer."
            }
          )
        })
      )
    }

    /** A worker whose process hangs after it received an answer, for longer than its lease. */
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

    it.effect("an answer that comes after its call was stopped is taken", () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url)
        const goOn = yield* stuck
        const worker = yield* startWorker()
        yield* worker.look(session)
        assert.deepInclude(yield* registrationOf(session), { state: "stopped", because: "unknown" })
        yield* goOn
        yield* Effect.retry(stateOf(session, "done"), Schedule.spaced("20 millis"))
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
        yield* passTime("3 seconds")
        yield* worker.look(session)
        const before = yield* registrationOf(session)
        assert.deepInclude(before, { state: "done", attempts: 2 })
        yield* goOn
        yield* worker.look(session)
        assert.deepInclude(yield* registrationOf(session), { state: "done", because: "accepted" })
        assert.strictEqual((yield* sessionOf(session)).onboarding_session_super_selection.outcome, "complete")
      })
    )

    it.effect("a late answer to an attempt that was closed changes nothing of a call that continues", () =>
      Effect.gen(function* () {
        const server = yield* fundServer((_, nth) => (nth === 1 ? 400 : 503))
        const { session } = yield* aRegistration(server.url, { idempotency: "honoured" })
        const late = yield* Scope.make()
        const goOn = yield* stuck.pipe(Scope.provide(late))
        const worker = yield* startWorker()
        yield* worker.look(session)
        yield* passTime("3 seconds")
        yield* worker.look(session)
        const before = yield* registrationOf(session)
        assert.deepInclude(before, { state: "waiting", because: "server_error", attempts: 2 })
        yield* goOn
        // The late worker ends only after it has tried to write its answer.
        yield* Scope.close(late, Exit.void)
        assert.deepInclude(yield* registrationOf(session), {
          state: "waiting",
          because: "server_error",
          attempts: 2
        })
        assert.strictEqual((yield* sessionOf(session)).data_delivery_state, "pending_completion")
      })
    )

    it.effect(
      "a worker that slept over its lease begins no call, nor does one whose call another has taken",
      () =>
        Effect.gen(function* () {
          const ledger = yield* fundCallLedger
          const server = yield* fundServer()
          const { session } = yield* aRegistration(server.url)
          const { id } = yield* registrationOf(session)
          const claim = Effect.suspend(() =>
            Effect.map(ledger.claim(id, randomUUID(), []), Option.getOrThrow)
          )
          const sleeper = yield* claim
          yield* leaseOver
          assert.isFalse(yield* ledger.begin(sleeper, randomUUID()))
          const next = yield* claim
          assert.isFalse(yield* ledger.begin(sleeper, randomUUID()))
          assert.isTrue(yield* ledger.begin(next, randomUUID()))
          assert.deepInclude(yield* registrationOf(session), { attempts: 1 })
        })
    )

    it.effect("a worker that is stopped finishes its call, and another one repeats nothing", () =>
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
        assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 1 })
        yield* leaseOver
        yield* (yield* startWorker()).look(session)
        assert.lengthOf(server.calls, 1)
      })
    )
  }
)
