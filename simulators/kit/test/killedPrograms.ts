/** Programs that change a state until they are killed. */
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"

const tether = import.meta.resolve("@embedded-super/program/tether")

/** Starts a program; it ends when this process has ended, also by Ctrl-C. */
const spawnTethered = (program: URL, folder: string) =>
  spawn(process.execPath, ["--import", tether, fileURLToPath(program), folder], {
    stdio: ["ignore", "pipe", "inherit", "ipc"]
  })

/** Starts the restoring program, and kills it during a restoration. */
export const restoreUntilKilled = (folder: string, times: number) =>
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

const last = (text: string): number => Math.max(0, ...text.split("\n").slice(0, -1).map(Number))

/** Starts the counter, kills it as soon as it has printed a number, and returns the last number received. */
export const countUntilKilled = (folder: string, wanted: number) =>
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
