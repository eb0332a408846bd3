import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import process from "node:process"
import { temporary } from "./counterProgram.ts"
import { count, held, upTo } from "./tally.ts"
import { countUntilKilled } from "./killedPrograms.ts"

// A kill during a restoration: state.long.test.ts.
layer(NodeServices.layer)("a simulator's state", (it) => {
  it.effect.skipIf(process.platform !== "linux")(
    "takes over from a process that has ended, also before its parent has collected it",
    Effect.fnUntraced(function* () {
      const folder = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* count(folder, 1)
      // The shell becomes a `sleep`, which collects no child. The child ends after that: the shell would collect it.
      const child = "until grep -q sleep /proc/$$/comm; do :; done"
      const parent = spawn("sh", ["-c", `(${child}) & echo $!; exec sleep infinity`], {
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
      const answered = yield* countUntilKilled(folder, 40)
      assert.isAtLeast(answered, 40)
      const state = yield* held(folder)
      assert.deepStrictEqual(state, upTo(state.length))
      assert.isAtLeast(state.length, answered)
    })
  )
})
