/** The contents of tallies in a folder. */
import * as Effect from "effect/Effect"
import { makeTally, stateIn } from "./tally.ts"

export const inFolder = <A, E, R>(folder: string, effect: Effect.Effect<A, E, R>) =>
  Effect.scoped(effect.pipe(Effect.provide(stateIn(folder))))

export const held = (folder: string) =>
  inFolder(
    folder,
    Effect.map(makeTally(), ({ get }) => get())
  )

export const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

export const count = (folder: string, times: number) =>
  inFolder(
    folder,
    Effect.gen(function* () {
      const tally = yield* makeTally()
      return yield* Effect.forEach(upTo(times), () => tally.countOn, { concurrency: "unbounded" })
    })
  )

/** The contents of two tallies that are restored together. */
export const both = (folder: string) =>
  inFolder(
    folder,
    Effect.gen(function* () {
      const [one, two] = [yield* makeTally("one"), yield* makeTally("two")]
      return [one.get(), two.get()] as const
    })
  )
