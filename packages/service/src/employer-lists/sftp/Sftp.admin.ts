import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { databaseDefects } from "../../platform/database/operation.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { hostKey, hostKeyChange, pinned } from "./hostKeys.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

const fund = Flag.String("fund").pipe(Flag.withDescription("The fund's slug, which is the user name"))

const unreadable = new OperatorError({
  problem: "The file of the public key can't be read.",
  remedy: "Check its path and who may read it."
})

const provision = Command.make(
  "provision",
  {
    fund,
    key: Flag.String("key").pipe(
      Flag.withDescription("A file with the fund's Ed25519 public key (id_ed25519.pub)")
    )
  },
  Effect.fnUntraced(function* ({ fund, key }) {
    const fs = yield* FileSystem.FileSystem
    const text = yield* Effect.mapError(fs.readFileString(key), () => unreadable)
    const fingerprint = yield* (yield* SftpAccounts).provision(fund, text)
    yield* Console.log(`the SFTP account ${fund} accepts the key ${fingerprint}`)
  })
).pipe(Command.withDescription("Add a key to a fund's SFTP account; creates the account if there is none"))

const revoke = Command.make(
  "revoke",
  {
    fund,
    fingerprint: Flag.String("fingerprint").pipe(Flag.withDescription("As `admin sftp list` shows it"))
  },
  Effect.fnUntraced(function* ({ fingerprint, fund }) {
    yield* (yield* SftpAccounts).revoke(fund, fingerprint)
    yield* Console.log(`the SFTP account ${fund} no longer accepts the key ${fingerprint}`)
  })
).pipe(Command.withDescription("Remove a key from a fund's SFTP account"))

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const keys = yield* (yield* SftpAccounts).list
    if (keys.length === 0) return yield* Console.log("There are no SFTP accounts.")
    for (const { fingerprint, fund, last_used_at } of keys) {
      yield* Console.log(`${fund}  ${fingerprint}  last used ${last_used_at?.toISOString() ?? "never"}`)
    }
  })
).pipe(Command.withDescription("Show the SFTP accounts and their keys"))

const showHostKey = Command.make(
  "host-key",
  {},
  Effect.fnUntraced(function* () {
    const { key } = yield* databaseDefects(hostKey)
    for (const line of pinned(key)) yield* Console.log(line)
    const next = yield* databaseDefects((yield* hostKeyChange).next)
    if (next === undefined) return
    yield* Console.log("the next key, for funds to pin beside it:")
    for (const line of pinned(next.key)) yield* Console.log(line)
  })
).pipe(Command.withDescription("Show the server's public key, for funds to pin, and the next one if it is made"))

const nextHostKey = Command.make(
  "next-host-key",
  {},
  Effect.fnUntraced(function* () {
    const key = yield* (yield* hostKeyChange).prepare()
    for (const line of pinned(key)) yield* Console.log(line)
    yield* Console.log("Send it to the funds, to pin beside the current key, before `admin sftp change-host-key`.")
  })
).pipe(Command.withDescription("Make the key that will replace the server's, and show it"))

const changeHostKey = Command.make(
  "change-host-key",
  {},
  Effect.fnUntraced(function* () {
    const key = yield* (yield* hostKeyChange).change()
    for (const line of pinned(key)) yield* Console.log(line)
    yield* Console.log("Each `sftp` that starts from now on shows this key. Restart those that run.")
  })
).pipe(Command.withDescription("Make the next key the server's own, once the funds have pinned it"))

/** `admin sftp`: the accounts by which funds exchange files. */
export const sftpCommand = Command.make("sftp").pipe(
  Command.withDescription("SFTP accounts of funds, and the server's own key"),
  Command.withSubcommands([provision, revoke, list, showHostKey, nextHostKey, changeHostKey])
)
