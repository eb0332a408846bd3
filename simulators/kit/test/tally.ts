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
