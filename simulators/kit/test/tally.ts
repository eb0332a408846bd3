/** A minimal state: a list of the counted numbers. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DataFolder, State } from "../src/index.ts"

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
