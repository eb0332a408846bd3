/**
 * A minimal state: a list of the counted numbers. It loads only what it needs: the tests start several programs with it, and
 * the whole kit with every Node service takes three times as long to load.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DataFolder } from "../src/folder/DataFolder.ts"
import { State } from "../src/state/State.ts"

export const makeTally = Effect.fnUntraced(function* (name = "tally") {
  const state = yield* State
  const all = state.query<{ readonly n: number }>(`SELECT n FROM ${name} ORDER BY n`)
  const insert = state.query(`INSERT INTO ${name} (n) VALUES (?)`)
  state.keep({ tables: { [name]: "n INTEGER PRIMARY KEY" } })
  const get = () => all.all().map(({ n }) => n)
  return {
    get,
    add: (n: number) => state.write(() => insert.run(n)),
    /** Adds one, and returns the new number once it is committed. */
    countOn: Effect.suspend(() => {
      const n = (get().at(-1) ?? 0) + 1
      state.write(() => insert.run(n))
      return Effect.as(state.committed, n)
    })
  }
})

/** The state in a folder. */
export const stateIn = (folder: string) => State.layer.pipe(Layer.provideMerge(DataFolder.layer(folder)))

/** The services that a program of its own needs. */
export const ofNode = Layer.merge(NodeFileSystem.layer, NodePath.layer)

/** The contents of tallies in a folder. */
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
