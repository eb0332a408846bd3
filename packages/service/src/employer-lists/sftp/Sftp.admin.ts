import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { databaseDefects } from "../../platform/database/operation.ts"
import { answer, answerList } from "../../platform/OperatorAnswer.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { hostKey, hostKeyChange, pinned, type PinnedKey } from "./hostKeys.ts"
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
    yield* answer({ fund, fingerprint }, () => `the SFTP account ${fund} accepts the key ${fingerprint}`)
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
    yield* answer(
      { fund, fingerprint },
      () => `the SFTP account ${fund} no longer accepts the key ${fingerprint}`
    )
  })
).pipe(Command.withDescription("Remove a key from a fund's SFTP account"))

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    yield* answerList(
      yield* (yield* SftpAccounts).list,
      ({ fingerprint, fund, last_used_at }) =>
        `${fund}  ${fingerprint}  last used ${last_used_at?.toISOString() ?? "never"}`,
      "There are no SFTP accounts."
    )
  })
).pipe(Command.withDescription("Show the SFTP accounts and their keys"))

const linesOf = ({ fingerprint, publicKey }: PinnedKey) => [publicKey, fingerprint]

const showHostKey = Command.make(
  "host-key",
  {},
  Effect.fnUntraced(function* () {
    const { key } = yield* databaseDefects(hostKey)
    const next = yield* databaseDefects((yield* hostKeyChange).next)
    const value = { current: pinned(key), next: next === undefined ? null : pinned(next.key) }
    yield* answer(value, ({ current, next }) => [
      ...linesOf(current),
      ...(next === null ? [] : ["the next key, for funds to pin beside it:", ...linesOf(next)])
    ])
  })
).pipe(
  Command.withDescription("Show the server's public key, for funds to pin, and the next one if it is made")
)

const nextHostKey = Command.make(
  "next-host-key",
  {},
  Effect.fnUntraced(function* () {
    yield* answer(pinned(yield* (yield* hostKeyChange).prepare()), (key) => [
      ...linesOf(key),
      "Send it to the funds, to pin beside the current key, before `admin sftp change-host-key`."
    ])
  })
).pipe(Command.withDescription("Make the key that will replace the server's, and show it"))

const changeHostKey = Command.make(
  "change-host-key",
  {},
  Effect.fnUntraced(function* () {
    yield* answer(pinned(yield* (yield* hostKeyChange).change()), (key) => [
      ...linesOf(key),
      "Each `sftp` that starts from now on shows this key. Restart those that run."
    ])
  })
).pipe(Command.withDescription("Make the next key the server's own, once the funds have pinned it"))

/** `admin sftp`: the accounts by which funds exchange files. */
export const sftpCommand = Command.make("sftp").pipe(
  Command.withDescription("SFTP accounts of funds, and the server's own key"),
  Command.withSubcommands([provision, revoke, list, showHostKey, nextHostKey, changeHostKey])
)
