import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { spawn } from "node:child_process"
import { keyPair, openSshArguments } from "@embedded-super/service/testing/sftp"
import { hostKey, SftpAccounts } from "@embedded-super/service/funds"
import type { Fund } from "./surroundings.ts"

/** The answer of sftp to `pwd`, which follows every command: it shows that the command is done. */
const DONE = "Remote working directory"

/** A session of OpenSSH's own sftp, kept open as a fund's own job would; `ask` waits until the server did what it says. */
export const openSshSession = Effect.fnUntraced(function* (port: number, { slug }: Fund) {
  const keys = keyPair()
  yield* (yield* SftpAccounts).provision(slug, keys.public)
  const { key } = yield* hostKey
  const server = { port, hostKey: `ssh-ed25519 ${key.getPublicSSH().toString("base64")}` }
  const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
  const args = yield* openSshArguments(server, slug, keys.private, folder, "-")
  const sftp = yield* Effect.acquireRelease(
    Effect.sync(() => spawn("sftp", args, { stdio: ["pipe", "pipe", "pipe"] })),
    (child) => Effect.sync(() => child.kill("SIGTERM"))
  )
  let output = ""
  for (const stream of [sftp.stdout, sftp.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text))
  }
  const ask = (command: string) =>
    Effect.callback<void>((resume) => {
      output = ""
      const look = () => {
        if (output.includes(DONE)) settle(Effect.void)
      }
      const ended = () => settle(Effect.die(new Error(`sftp ended at "${command}": ${output}`)))
      const settle = (result: Effect.Effect<void>) => {
        sftp.stdout.off("data", look)
        sftp.off("close", ended)
        resume(result)
      }
      sftp.stdout.on("data", look)
      sftp.on("close", ended)
      sftp.stdin.write(`${command}\npwd\n`)
    })
  return { ask }
})

export type OpenSshSession = Effect.Success<ReturnType<typeof openSshSession>>
