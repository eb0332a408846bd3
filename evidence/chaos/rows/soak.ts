import * as Effect from "effect/Effect"
import { freePorts } from "@embedded-super/program/freePorts"
import { atLeast, atMost, exactly, judged, violationsOf, type Row, type Size } from "../Row.ts"
import type { Child } from "../world/Child.ts"
import { startService, startWorker } from "../world/programsOf.ts"
import { makeRealDomain } from "../world/realDomain.ts"
import { makeScene } from "../world/scene.ts"

const minutesOf: Readonly<Record<Size, number>> = { short: 0.5, usual: 10, long: 60 }
const BETWEEN_SECONDS = 10
const ONBOARDING_SECONDS = 20

/** Row 2: programs that are asked to end, one after the other, repeat nothing. */
export const soak: Row = {
  number: 2,
  title: "soak, with a SIGTERM every 10 s",
  run: Effect.fnUntraced(function* (context) {
    const { say, seed, size, world } = context
    const receiver = yield* world.receiver("soak", seed)
    const { cell, endpoint, finish, producer } = yield* makeScene(context, receiver, "soak")
    yield* receiver.behave(endpoint.path, { kind: "answers", status: 204, within: 50 })
    const rounds = Math.round((minutesOf[size] * 60) / BETWEEN_SECONDS)
    const ports = yield* Effect.promise(() => freePorts(2))
    const [stays = 0, comesAndGoes = 0] = ports
    const printed: Array<() => string> = []
    const ends: Array<number> = []

    const soaked = yield* Effect.scoped(
      Effect.gen(function* () {
        const domain = yield* makeRealDomain(cell, world, "/soak/real")
        const note = (child: Child) => Effect.sync(() => void printed.push(child.printed))
        const start = (program: "serve" | "worker") =>
          (program === "serve"
            ? startService(cell, world, comesAndGoes, true)
            : startWorker(cell, world)
          ).pipe(
            Effect.tap(note),
            Effect.tap(({ ready }) => ready)
          )
        const web = yield* startService(cell, world, stays, false)
        yield* note(web)
        yield* web.ready
        const programs = { serve: yield* start("serve"), worker: yield* start("worker") }
        const changes = yield* producer
        yield* changes.ready
        let onboarded = 0
        yield* Effect.forkScoped(
          Effect.forever(
            Effect.gen(function* () {
              yield* domain.onboard(`http://127.0.0.1:${stays}`, onboarded)
              onboarded += 1
              yield* Effect.sleep(ONBOARDING_SECONDS * 1000)
            })
          )
        )
        for (let round = 0; round < rounds; round += 1) {
          yield* Effect.sleep(BETWEEN_SECONDS * 1000)
          const which = round % 2 === 0 ? "worker" : "serve"
          const began = performance.now()
          yield* programs[which].signal("SIGTERM")
          yield* programs[which].ended
          ends.push((performance.now() - began) / 1000)
          programs[which] = yield* start(which)
          if (round % 6 === 5) yield* say(`${round + 1} of ${rounds} SIGTERMs, ${onboarded} onboardings`)
        }
        return { onboarded, canaries: domain.canaries }
      })
    )
    const { judgement } = yield* finish(printed, { canaries: soaked.canaries })
    const repeats = judgement.duplicates.length
    return {
      runs: `${minutesOf[size]} minutes, ${rounds} SIGTERMs, ${judgement.committed} events, ${soaked.onboarded} onboardings with a TFN`,
      figures: [
        exactly("SIGTERMs", ends.length, rounds),
        exactly("repeats", repeats, 0),
        atMost("repeats in all", (repeats / judgement.arrived) * 100, 0.01, "%"),
        atMost("a program that is asked to end has ended after, most", Math.max(...ends), 20, "s"),
        atLeast("whole onboardings", soaked.onboarded, 1),
        ...judged([judgement])
      ],
      notes: violationsOf([judgement])
    }
  })
}
