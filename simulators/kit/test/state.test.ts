import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import { copyFileSync, readFileSync, truncateSync } from "node:fs"
import process from "node:process"
import { CannotStart, State } from "../src/index.ts"
import { temporary } from "./counterProgram.ts"
import { both, count, held, inFolder, makeTally, upTo } from "./tally.ts"

/** Copies the state's files as a kill at this moment would leave them. */
const leftBehind = (folder: string, copy: string): void => {
  for (const end of ["", "-wal"]) copyFileSync(`${folder}/state.sqlite${end}`, `${copy}/state.sqlite${end}`)
}

// Under kills: state.program.test.ts.
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
    "is the same when it was moved from the log into the file on the way",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      for (const _ of upTo(5)) yield* count(folder, 10)
      const [before, after] = [yield* temporary, yield* temporary]
      yield* inFolder(
        folder,
        Effect.gen(function* () {
          const state = yield* State
          const tally = yield* makeTally()
          yield* tally.countOn
          leftBehind(folder, before)
          state.query("PRAGMA wal_checkpoint(PASSIVE)").all()
          // The write-ahead log still holds what the file holds now.
          leftBehind(folder, after)
          yield* tally.countOn
        })
      )
      assert.deepStrictEqual(yield* held(before), upTo(51))
      assert.deepStrictEqual(yield* held(after), upTo(51))
      assert.deepStrictEqual(yield* held(folder), upTo(52))
    })
  )

  it.effect(
    "loses a commit that was cut in the middle, and goes on after it",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const [whole, torn] = [yield* temporary, yield* temporary]
      yield* inFolder(
        folder,
        Effect.gen(function* () {
          const tally = yield* makeTally()
          for (const _ of upTo(3)) yield* tally.countOn
          leftBehind(folder, whole)
          yield* tally.countOn
          leftBehind(folder, torn)
        })
      )
      const [short, long] = [whole, torn].map((copy) => readFileSync(`${copy}/state.sqlite-wal`).length)
      assert.isAbove(long!, short!)
      truncateSync(`${torn}/state.sqlite-wal`, long! - 100)
      assert.deepStrictEqual(yield* held(torn), upTo(3))
      yield* count(torn, 1)
      assert.deepStrictEqual(yield* held(torn), upTo(4))
    })
  )

  it.effect(
    "is not guessed from a damaged file, nor begun anew beside one of an earlier version",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* count(folder, 3)
      yield* fs.writeFileString(`${folder}/state.sqlite`, "not a database".repeat(1000))
      const error = yield* Effect.flip(held(folder))
      assert.instanceOf(error, CannotStart)
      assert.match(
        error.message,
        /^The state in .* can't be read: it is damaged, or another version wrote it\. /
      )
      const earlier = yield* temporary
      yield* fs.writeFileString(`${earlier}/clock.ndjson`, "")
      assert.match(
        (yield* Effect.flip(held(earlier))).message,
        /was written by an earlier version .* Delete it/
      )
    })
  )

  it.effect(
    "keeps nothing of a turn in which something couldn't be written, and answers none of it",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      yield* inFolder(
        folder,
        Effect.gen(function* () {
          const tally = yield* makeTally()
          yield* tally.countOn
          const answer = yield* Effect.forkChild(tally.countOn, { startImmediately: true })
          assert.throws(() => tally.add(1), /UNIQUE/)
          assert.strictEqual((yield* Effect.exit(Fiber.join(answer)))._tag, "Failure")
          assert.deepStrictEqual(tally.get(), [1])
          assert.strictEqual(yield* tally.countOn, 2)
        })
      )
      assert.deepStrictEqual(yield* held(folder), [1, 2])
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
      assert.strictEqual(yield* mode(`${folder}/state.sqlite`), 0o600)
      assert.isFalse(yield* fs.exists(`${folder}/running.pid`))
      yield* fs.writeFileString(`${folder}/running.pid`, `${process.ppid}\n`)
      const error = yield* Effect.flip(held(folder))
      assert.match(error.message, new RegExp(`^Process ${process.ppid} already uses `))
      yield* fs.writeFileString(`${folder}/running.pid`, "99999999\n")
      assert.deepStrictEqual(yield* held(folder), [1])
    })
  )
})

layer(NodeServices.layer)("restoring a kept state", (it) => {
  it.effect(
    "that was cut short after its first table leaves all as it was",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const left = yield* temporary
      yield* inFolder(
        folder,
        Effect.gen(function* () {
          const state = yield* State
          for (const name of ["one", "two"]) (yield* makeTally(name)).add(7)
          yield* state.committed
          // The first statements of a restoration.
          state.write(() => {
            state.query("DELETE FROM one").run()
            state.query("INSERT INTO one (n) VALUES (8)").run()
          })
          leftBehind(folder, left)
        })
      )
      assert.deepStrictEqual(yield* both(left), [[7], [7]])
    })
  )
})
