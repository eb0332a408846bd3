import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { CannotStart, DataFolder } from "../src/index.ts"
import { countOn, makeTally } from "./tally.ts"

const inFolder = <A, E, R>(folder: string, effect: Effect.Effect<A, E, R>) =>
  Effect.scoped(effect.pipe(Effect.provide(DataFolder.layer(folder))))

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const held = (folder: string) =>
  inFolder(
    folder,
    Effect.flatMap(makeTally(), ({ get }) => get)
  )

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

const count = (folder: string, times: number, compactAfter?: number) =>
  inFolder(
    folder,
    Effect.gen(function* () {
      const tally = yield* makeTally(compactAfter)
      return yield* Effect.forEach(upTo(times), () => countOn(tally), { concurrency: "unbounded" })
    })
  )

layer(NodeServices.layer)("a simulator's state", (it) => {
  it.effect(
    "is the same after a restart",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      assert.deepStrictEqual(yield* held(folder), [])
      assert.deepStrictEqual(yield* count(folder, 100), upTo(100))
      assert.deepStrictEqual(yield* held(folder), upTo(100))
      assert.deepStrictEqual((yield* count(folder, 1)).at(0), 101)
    })
  )

  it.effect(
    "is the same when the journal was compacted on the way",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      for (const _ of upTo(5)) yield* count(folder, 10, 7)
      assert.deepStrictEqual(yield* held(folder), upTo(50))
      const journal = yield* fs.readFileString(`${folder}/tally.ndjson`)
      assert.isBelow(journal.split("\n").length, 8)
    })
  )

  it.effect(
    "forgets events that a snapshot already holds",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* count(folder, 6)
      const journal = yield* fs.readFileString(`${folder}/tally.ndjson`)
      yield* count(folder, 1, 1)
      yield* fs.writeFileString(`${folder}/tally.ndjson`, journal)
      assert.deepStrictEqual(yield* held(folder), upTo(7))
    })
  )

  it.effect(
    "loses a line that was cut in the middle, and goes on after it",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* count(folder, 3)
      const path = `${folder}/tally.ndjson`
      const journal = yield* fs.readFileString(path)
      for (const torn of ['{"seq":4,"at":"2026-', '{"seq":4,"at"\n', "\u0000\u0000\u0000\n\u0000\n"]) {
        yield* fs.writeFileString(path, journal + torn)
        assert.deepStrictEqual(yield* held(folder), upTo(3))
        assert.strictEqual(yield* fs.readFileString(path), journal)
      }
      yield* count(folder, 1)
      assert.deepStrictEqual(yield* held(folder), upTo(4))
    })
  )

  it.effect(
    "is not guessed from a damaged journal",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* count(folder, 3)
      const path = `${folder}/tally.ndjson`
      const journal = yield* fs.readFileString(path)
      yield* fs.writeFileString(path, journal.replace('"n":2', '"n":"x"'))
      const error = yield* Effect.flip(held(folder))
      assert.instanceOf(error, CannotStart)
      assert.match(error.message, /^Line 2 of .*tally\.ndjson can't be read/)
    })
  )

  it.effect(
    "is only read by its owner, and used by one process",
    Effect.fnUntraced(function* () {
      const folder = `${yield* temporary}/deep/down`
      const fs = yield* FileSystem.FileSystem
      yield* count(folder, 1)
      const mode = (path: string) => Effect.map(fs.stat(path), (info) => info.mode & 0o777)
      assert.strictEqual(yield* mode(folder), 0o700)
      assert.strictEqual(yield* mode(`${folder}/tally.ndjson`), 0o600)
      assert.isFalse(yield* fs.exists(`${folder}/running.pid`))
      yield* fs.writeFileString(`${folder}/running.pid`, `${process.ppid}\n`)
      const error = yield* Effect.flip(held(folder))
      assert.match(error.message, new RegExp(`^Process ${process.ppid} already uses `))
      yield* fs.writeFileString(`${folder}/running.pid`, "99999999\n")
      assert.deepStrictEqual(yield* held(folder), [1])
    })
  )

  it.effect(
    "survives a kill -9 with everything that was answered",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      let answered = 0
      for (const wanted of [40, 130, 210]) {
        answered = yield* countUntilKilled(folder, wanted)
        assert.isAtLeast(answered, wanted)
        const state = yield* held(folder)
        assert.deepStrictEqual(state, upTo(state.length))
        assert.isAtLeast(state.length, answered)
      }
    }),
    30_000
  )
})

layer(NodeServices.layer)("restoring a kept state", (it) => {
  it.effect(
    "is whole or not at all, whenever it is killed",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const found = new Set<string>()
      for (let nth = 0; nth < 12; nth += 1) {
        yield* restoreUntilKilled(folder, 3 + nth)
        const states = yield* inFolder(
          folder,
          Effect.gen(function* () {
            const [one, two] = [yield* makeTally(50, "one"), yield* makeTally(50, "two")]
            return [yield* one.get, yield* two.get] as const
          })
        )
        assert.deepStrictEqual(states[0], states[1])
        found.add(states[0].join())
      }
      for (const kept of found) assert.include(["1,2,3", "4,5"], kept)
    }),
    60_000
  )

  it.effect(
    "that was cut short after its first state goes on at the next start",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* count(folder, 3)
      const snapshot = (state: ReadonlyArray<number>) => JSON.stringify({ seq: 3, state })
      yield* fs.writeFileString(`${folder}/one.snapshot.json`, snapshot([7, 8]))
      yield* fs.writeFileString(
        `${folder}/replacing.json`,
        JSON.stringify(["one", "tally"].map((name) => ({ name, snapshot: snapshot([7, 8]) })))
      )
      assert.deepStrictEqual(yield* held(folder), [7, 8])
      assert.isFalse(yield* fs.exists(`${folder}/replacing.json`))
      assert.deepStrictEqual(yield* count(folder, 1), [9])
      assert.deepStrictEqual(yield* held(folder), [7, 8, 9])
    })
  )
})

/** Starts the one that restores, and kills it in the middle of it. */
const restoreUntilKilled = (folder: string, times: number) =>
  Effect.callback<void, Error>((resume) => {
    const program = fileURLToPath(new URL("restoreForever.ts", import.meta.url))
    const child = spawn(process.execPath, [program, folder], { stdio: ["ignore", "pipe", "inherit"] })
    let restored = 0
    child.stdout.on("data", (chunk: Buffer) => {
      restored += chunk.length / 2
      if (restored >= times) child.kill("SIGKILL")
    })
    child.on("close", () => resume(Effect.void))
    child.on("error", (error) => resume(Effect.fail(error)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Starts the counter, kills it as soon as it has answered a number, and gives the last number that came through. */
const countUntilKilled = (folder: string, wanted: number) =>
  Effect.callback<number, Error>((resume) => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL("countForever.ts", import.meta.url)), folder],
      {
        stdio: ["ignore", "pipe", "inherit"]
      }
    )
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (last(text) >= wanted) child.kill("SIGKILL")
    })
    child.on("close", () => resume(Effect.succeed(last(text))))
    child.on("error", (error) => resume(Effect.fail(error)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const last = (text: string): number => Math.max(0, ...text.split("\n").slice(0, -1).map(Number))
