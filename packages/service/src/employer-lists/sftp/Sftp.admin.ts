import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { fingerprintOf, publicLineOf } from "@embedded-super/rules/sftp/SftpSettings"
import { databaseDefects } from "../../platform/database/operation.ts"
import { answer, answerList } from "../../platform/OperatorAnswer.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { SftpAccounts, hostKey } from "./SftpAccounts.ts"

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

const showHostKey = Command.make(
  "host-key",
  {},
  Effect.fnUntraced(function* () {
    const { key } = yield* databaseDefects(hostKey)
    yield* answer(
      { publicKey: publicLineOf(key), fingerprint: fingerprintOf(key) },
      ({ fingerprint, publicKey }) => [publicKey, fingerprint]
    )
  })
).pipe(Command.withDescription("Show the server's public key, for funds to pin"))

/** `admin sftp`: the accounts by which funds exchange files. */
export const sftpCommand = Command.make("sftp").pipe(
  Command.withDescription("SFTP accounts of funds, and the server's own key"),
  Command.withSubcommands([provision, revoke, list, showHostKey])
)
