/** How a run ends that its reader or its user leaves. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chmodSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { folder, fundCheck } from "./fundCheck.ts"

const main = fileURLToPath(new URL("../../src/fund/main.ts", import.meta.url))

const env = { ...process.env, FUND_CHECK_SECRET: "k".repeat(40) }

/** A fund that answers 404 to everything; closed with the scope. */
const deafFund = () =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((_, response) => response.writeHead(404).end())
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  )

const portOf = (server: ReturnType<typeof createServer>): number => (server.address() as AddressInfo).port

const started = (cwd: string, ...args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [main, ...args], { cwd, env })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

/** Waits until the program has printed this, and returns all since the last time. */
const printed = (child: ChildProcessWithoutNullStreams) => {
  let text = ""
  let look = () => {}
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      look()
    })
  return (words: string) =>
    Effect.callback<string>((resume) => {
      look = () => {
        if (!text.includes(words)) return
        const all = text
        text = ""
        look = () => {}
        resume(Effect.succeed(all))
      }
      look()
    })
}

const codeOf = (child: ChildProcessWithoutNullStreams) =>
  Effect.callback<number | null>((resume) => {
    child.once("close", (code) => resume(Effect.succeed(code)))
  })

const initialised = Effect.fnUntraced(function* (port: number) {
  const cwd = yield* folder
  const known = ["--matching-abn", "80000000001", "--unknown-abn", "42000000003"]
  const written = yield* fundCheck(
    cwd,
    {},
    "init",
    "--yes",
    "--base-url",
    `http://127.0.0.1:${port}`,
    ...known
  )
  assert.strictEqual(written.code, 0, written.err)
  return cwd
})

describe("fund-check", () => {
  it.live("has its verdict and no stack trace, also if nobody reads its text", () =>
    Effect.gen(function* () {
      const cwd = yield* initialised(portOf(yield* deafFund()))
      const child = yield* started(cwd, "run", "LOOKUP")
      child.stdout.destroy()
      let err = ""
      child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()))
      assert.strictEqual(yield* codeOf(child), 1)
      assert.strictEqual(err, "")
    }).pipe(Effect.scoped)
  )

  it.live("run that is interrupted has no verdict: 130, and a sentence", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const silent = createServer(() => {})
          silent.listen(0, "127.0.0.1", () => resume(Effect.succeed(silent)))
        }),
        (silent) => Effect.sync(() => silent.close().closeAllConnections())
      )
      const child = yield* started(yield* initialised(portOf(server)), "run")
      const until = printed(child)
      const asked = new Promise<void>((resolve) => server.once("request", () => resolve()))
      yield* Effect.promise(() => asked)
      child.kill("SIGINT")
      yield* until("Interrupted: there is no verdict, and no report is written.")
      assert.strictEqual(yield* codeOf(child), 130)
    }).pipe(Effect.scoped)
  )

  it.live("says what is wrong with a file that it can't use, and with the folder of its report", () =>
    Effect.gen(function* () {
      const cwd = yield* initialised(1)
      const folderAsProfile = yield* fundCheck(cwd, {}, "run", "--profile", ".")
      assert.deepInclude(folderAsProfile, {
        code: 2,
        err: ". can't be read as a file. Name a file with --profile.\n"
      })
      const inTheWay = yield* fundCheck(
        cwd,
        env as Record<string, string>,
        "run",
        "--out",
        "fund-profile.yaml"
      )
      assert.strictEqual(inTheWay.code, 2)
      assert.match(inTheWay.err, /^The report can't be written into .*A file is in the way\./)
      const list = yield* fundCheck(cwd, {}, "csv", ".", "--format", "plain")
      assert.match(list.err, /^\. can't be read as a file\. Name the list to judge/)
      // Root may read and write everything.
      if (process.getuid?.() === 0) return
      chmodSync(join(cwd, "fund-profile.yaml"), 0o000)
      const unreadable = yield* fundCheck(cwd, {}, "run")
      assert.match(unreadable.err, /^The file fund-profile\.yaml can't be read: this user may not\./)
      chmodSync(join(cwd, "fund-profile.yaml"), 0o644)
      mkdirSync(join(cwd, "closed"), { mode: 0o555 })
      const closed = yield* fundCheck(cwd, env as Record<string, string>, "run", "--out", "closed/report")
      assert.match(closed.err, /This user may not write there\./)
    }).pipe(Effect.scoped)
  )
})
