/**
 * OpenSSH's own server in place of ours, as the operators' guide sets it up: `internal-sftp` in the folder of one fund,
 * which `sftp --no-server` watches. sshd runs for each connection, as from inetd, so it needs no port.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import process from "node:process"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { openSsh, sftpIsThere } from "../../../test/funds/sftp.ts"
import { aListFund, looked, TestLists } from "../../../test/funds/TestLists.ts"
import { keyPair } from "../../../test/funds/TestSftp.ts"
import { inboxWatch } from "./InboxWatch.ts"

const SSHD = "/usr/sbin/sshd"
const LACKS = [
  ...(process.getuid?.() === 0 ? [] : ["not root"]),
  ...(existsSync(SSHD) && sftpIsThere ? [] : ["no OpenSSH server and client"])
].join(", ")

/** sshd takes for a fund's root only a folder that it can trust, all the way up; /tmp is everybody's. */
const trustedFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync("/var/lib/embedded-super-sshd-")),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** sshd for the account `root`, which sees only `chroot`, while the scope is open. */
const sshd = Effect.fnUntraced(function* (folder: string, chroot: string, key: string) {
  const host = keyPair()
  const [config, hostKey, keys] = ["sshd_config", "host_key", "keys"].map((name) => join(folder, name))
  writeFileSync(hostKey ?? "", host.private, { mode: 0o600 })
  writeFileSync(keys ?? "", `${key}\n`, { mode: 0o600 })
  const lines = [
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${keys}`,
    "PermitRootLogin prohibit-password",
    "Subsystem sftp internal-sftp",
    `ChrootDirectory ${chroot}`,
    "ForceCommand internal-sftp -u 0077",
    "DisableForwarding yes"
  ]
  writeFileSync(config ?? "", `${lines.join("\n")}\n`)
  mkdirSync("/run/sshd", { recursive: true })
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const args = ["-i", "-e", "-f", config ?? ""]
    spawn(SSHD, args, { stdio: [socket, socket, "ignore"] }).on("exit", () => socket.destroy())
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.sync(() => void server.close())
  )
  return { port, hostKey: host.public }
})

layer(TestLists.layer, { excludeTestServices: true })("OpenSSH's server before a watched folder", (it) => {
  it.effect.skipIf(LACKS !== "")(
    `takes a list and gives back its result${LACKS && ` (${LACKS})`} [R-2.6-5]`,
    () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        const folder = yield* trustedFolder
        const chroot = join(folder, fund.slug)
        for (const name of ["inbox", "test", "outbox"])
          mkdirSync(join(chroot, name), { recursive: true, mode: 0o755 })
        yield* inboxWatch(folder, true)
        const keys = keyPair()
        const server = yield* sshd(folder, chroot, keys.public)
        const own = join(folder, "client")
        mkdirSync(own)
        const run = (...lines: ReadonlyArray<string>) => openSsh(server, "root", keys.private, own, lines)
        const all = abns(20_000)
        writeFileSync(join(own, "list.csv"), listOf(all))
        const put = yield* run(
          `put ${join(own, "list.csv")} /inbox/list.csv.part`,
          "rename /inbox/list.csv.part /inbox/list.csv"
        )
        assert.strictEqual(put.code, 0, put.stderr)
        const result = "list.csv.accepted.json"
        while (!existsSync(join(chroot, "inbox", result))) yield* Effect.sleep("100 millis")
        const got = yield* run(`get /inbox/${result} ${join(own, "result.json")}`)
        assert.strictEqual(got.code, 0, got.stderr)
        assert.include(readFileSync(join(own, "result.json"), "utf8"), '"accepted_rows":20000')
        assert.strictEqual(yield* looked(fund, all[19_999] ?? ""), "EMP-19999")
        const outside = yield* run("ls /etc")
        assert.notStrictEqual(outside.code, 0)
      })
  )
})
