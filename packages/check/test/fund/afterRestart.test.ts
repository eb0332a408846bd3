/** The keys that a person presses while the kit waits. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { PassThrough } from "node:stream"
import { enterPressed } from "../../src/fund/cli/run.ts"

const input = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY })

describe("while a kit waits", () => {
  it.live("Enter goes on", () =>
    Effect.gen(function* () {
      const typed = input(true)
      const waiting = yield* Effect.forkChild(enterPressed(typed), { startImmediately: true })
      typed.write("\n")
      yield* Fiber.join(waiting)
    })
  )

  it.live("Ctrl-D ends, as Ctrl-C does: nothing can be pressed any more", () =>
    Effect.gen(function* () {
      const closed = input(true)
      const waiting = yield* Effect.forkChild(enterPressed(closed), { startImmediately: true })
      closed.end()
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(waiting)))
      assert.isTrue(Exit.hasInterrupts(yield* Effect.exit(enterPressed(closed))))
    })
  )

  it.live("an input that is no terminal never was somebody's: its end is nothing", () =>
    Effect.gen(function* () {
      const closed = input(false)
      const waiting = yield* Effect.forkChild(enterPressed(closed), { startImmediately: true })
      closed.end()
      const first = yield* Effect.raceFirst(
        Effect.as(Fiber.await(waiting), "ended"),
        Effect.as(
          Effect.callback<void>((resume) => void closed.once("close", () => resume(Effect.void))),
          "waits"
        )
      )
      assert.strictEqual(first, "waits")
      yield* Fiber.interrupt(waiting)
    })
  )
})
