/** The service's SFTP server in this process, and clients of it: good, greedy, and OpenSSH's, which is a process. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { execFile, spawnSync } from "node:child_process"
import { join } from "node:path"
import process from "node:process"

export { greedyClient, offerKey } from "./greedyClient.ts"
export { anSftpServer, keyPair, sftpClient, type TestSftpServer } from "./TestSftp.ts"

/** Whether OpenSSH's client is on this machine. */
export const sftpIsThere = spawnSync("sftp", ["-V"]).error === undefined

/**
 * With SFTP_TESTS=required, as in `.ci/run`, tests that need the client fail without it; otherwise they are skipped.
 */
export const withOpenSsh = sftpIsThere || process.env["SFTP_TESTS"] === "required"
export const NEEDS_OPEN_SSH = withOpenSsh ? "" : " (no sftp here: apt-get install -y openssh-client)"

/** Runs OpenSSH's sftp with these lines, the server's key pinned. */
export const openSsh = Effect.fnUntraced(function* (
  server: { readonly port: number; readonly hostKey: string },
  user: string,
  privateKey: string,
  folder: string,
  lines: ReadonlyArray<string>
) {
  const fs = yield* FileSystem.FileSystem
  const batch = join(folder, "batch")
  yield* fs.writeFileString(batch, `${lines.join("\n")}\n`)
  const args = yield* openSshArguments(server, user, privateKey, folder, batch)
  return yield* Effect.callback<{ readonly code: number; readonly stdout: string; readonly stderr: string }>(
    (resume) => {
      execFile("sftp", [...args], (error, stdout, stderr) =>
        resume(Effect.succeed({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }))
      )
    }
  )
})

/** The arguments of OpenSSH's sftp: the key and the server's key in files of this folder, the commands in `batch`. */
export const openSshArguments = Effect.fnUntraced(function* (
  server: { readonly port: number; readonly hostKey: string },
  user: string,
  privateKey: string,
  folder: string,
  batch: string
) {
  const fs = yield* FileSystem.FileSystem
  const [key, hosts] = [join(folder, "key"), join(folder, "known_hosts")]
  yield* fs.writeFileString(key, privateKey, { mode: 0o600 })
  yield* fs.writeFileString(hosts, `[127.0.0.1]:${server.port} ${server.hostKey}\n`)
  const options = [
    "IdentitiesOnly=yes",
    "StrictHostKeyChecking=yes",
    `UserKnownHostsFile=${hosts}`,
    "BatchMode=yes"
  ].flatMap((text) => ["-o", text])
  const where = ["-F", "/dev/null", "-P", String(server.port), "-i", key, "-b", batch]
  return [...where, ...options, `${user}@127.0.0.1`]
})
