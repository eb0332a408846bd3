import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, readFileSync, truncateSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { CannotStart, State } from "../src/index.ts"
import { makeTally, stateIn } from "./tally.ts"

const tether = import.meta.resolve("@embedded-super/program/tether")

const inFolder = <A, E, R>(folder: string, effect: Effect.Effect<A, E, R>) =>
  Effect.scoped(effect.pipe(Effect.provide(stateIn(folder))))

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const held = (folder: string) =>
  inFolder(
    folder,
    Effect.map(makeTally(), ({ get }) => get())
  )

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

const count = (folder: string, times: number) =>
  inFolder(
    folder,
    Effect.gen(function* () {
      const tally = yield* makeTally()
      return yield* Effect.forEach(upTo(times), () => tally.countOn, { concurrency: "unbounded" })
    })
  )

/** The number of kills during a restoration: a few in every run, more with RESTORE_KILLS=100. */
const RESTORE_KILLS = Number(process.env["RESTORE_KILLS"] ?? 4)

/** Copies the state's files as they are, which is what a kill at this moment would leave. */
const leftBehind = (folder: string, copy: string): void => {
  for (const end of ["", "-wal"]) copyFileSync(`${folder}/state.sqlite${end}`, `${copy}/state.sqlite${end}`)
}

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

  it.effect.skipIf(process.platform !== "linux")(
    "takes over from a process that has ended, also before its parent has collected it",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* count(folder, 1)
      // The shell becomes a `sleep`, which collects no child. The child ends after that: the shell would collect it.
      const child = "until grep -q sleep /proc/$$/comm; do :; done"
      const parent = spawn("sh", ["-c", `(${child}) & echo $!; exec sleep 60`], {
        stdio: ["ignore", "pipe", "ignore"]
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => parent.kill("SIGKILL")))
      const [printed] = yield* Effect.promise(() => once(parent.stdout, "data"))
      const pid = Number(String(printed))
      while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) yield* Effect.yieldNow
      yield* fs.writeFileString(`${folder}/running.pid`, `${pid}\n`)
      assert.deepStrictEqual(yield* held(folder), [1])
    }, Effect.scoped)
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
    })
  )
})

/** The contents of two tallies that are restored together. */
const both = (folder: string) =>
  inFolder(
    folder,
    Effect.gen(function* () {
      const [one, two] = [yield* makeTally("one"), yield* makeTally("two")]
      return [one.get(), two.get()] as const
    })
  )

layer(NodeServices.layer)("restoring a kept state", (it) => {
  it.effect(
    "is whole or not at all, whenever it is killed",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const found = new Set<string>()
      for (let nth = 0; nth < RESTORE_KILLS; nth += 1) {
        yield* restoreUntilKilled(folder, 3 + nth)
        const states = yield* both(folder)
        assert.deepStrictEqual(states[0], states[1])
        found.add(states[0].join())
      }
      for (const kept of found) assert.include(["1,2,3", "4,5"], kept)
    }),
    120_000 + RESTORE_KILLS * 5_000
  )

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

/** Starts a program; it ends when this process has ended, also by Ctrl-C. */
const spawnTethered = (program: URL, folder: string) =>
  spawn(process.execPath, ["--import", tether, fileURLToPath(program), folder], {
    stdio: ["ignore", "pipe", "inherit", "ipc"]
  })

/** Starts the restoring program, and kills it during a restoration. */
const restoreUntilKilled = (folder: string, times: number) =>
  Effect.callback<void, Error>((resume) => {
    const child = spawnTethered(new URL("restoreForever.ts", import.meta.url), folder)
    let restored = 0
    child.stdout?.on("data", (chunk: Buffer) => {
      restored += chunk.length / 2
      if (restored >= times) child.kill("SIGKILL")
    })
    child.on("close", () => resume(Effect.void))
    child.on("error", (error) => resume(Effect.fail(error)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Starts the counter, kills it as soon as it has printed a number, and returns the last number received. */
const countUntilKilled = (folder: string, wanted: number) =>
  Effect.callback<number, Error>((resume) => {
    const child = spawnTethered(new URL("countForever.ts", import.meta.url), folder)
    let text = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (last(text) >= wanted) child.kill("SIGKILL")
    })
    child.on("close", () => resume(Effect.succeed(last(text))))
    child.on("error", (error) => resume(Effect.fail(error)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const last = (text: string): number => Math.max(0, ...text.split("\n").slice(0, -1).map(Number))
