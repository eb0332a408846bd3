import "@embedded-super/simulator-kit/smallHeap"
import "effect/schema/SchemaJITCompiler/enable"
import { runProgram, serveSimulators, simulatorFlags } from "@embedded-super/simulator-kit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { commands } from "./commands.ts"
import { fundNames } from "./funds.ts"
import { fundSimulator, type FundSimulatorOptions } from "./fundSimulator.ts"
import { profileNames, profiles } from "./profiles.ts"
import { givenAccount } from "./sftp/givenAccount.ts"

const flags = {
  ...simulatorFlags(fundSimulator()),
  profile: Flag.Literals("profile", profileNames).pipe(
    Flag.withDescription("A ready-made fund; repeat it for several, each on the next port"),
    Flag.between(0, profileNames.length)
  ),
  fund: Flag.Literals("fund", fundNames).pipe(
    Flag.withDescription("Which fund to play; banksia by default"),
    Flag.optional
  ),
  apiKeyFile: Flag.String("api-key-file").pipe(
    Flag.withDescription("File with the key that callers present; made if there is none"),
    Flag.optional
  ),
  auth: Flag.Literals("auth", ["api_key", "jwt", "oauth2", "mutual_tls"]).pipe(
    Flag.withDescription("How callers authenticate; by default as the fund has it"),
    Flag.optional
  ),
  algorithm: Flag.Literals("algorithm", ["EdDSA", "ES256", "PS256", "HS256"]).pipe(
    Flag.withDescription("How the caller's tokens are signed; by default as the fund has it"),
    Flag.optional
  ),
  idempotency: Flag.Literals("idempotency", ["honoured", "ignored"]).pipe(
    Flag.withDescription("Whether a repeat with the same Idempotency-Key is known"),
    Flag.optional
  ),
  lookup: Flag.Literals("lookup", ["live", "plain_list", "hashed_list", "salted_list"]).pipe(
    Flag.withDescription("Whether the service asks live, or looks in the list that the fund uploads"),
    Flag.optional
  ),
  callerJwks: Flag.String("caller-jwks").pipe(
    Flag.withDescription(
      "File or address of the caller's public keys; caller-jwks.json in the data folder by default"
    ),
    Flag.optional
  ),
  sftp: Flag.String("sftp").pipe(
    Flag.withDescription("The fund's account at the service's SFTP server: USER@HOST:PORT"),
    Flag.optional
  ),
  sftpHostKey: Flag.String("sftp-host-key").pipe(
    Flag.withDescription("The server's host key or its fingerprint, to pin"),
    Flag.optional
  ),
  listSaltFile: Flag.String("list-salt-file").pipe(
    Flag.withDescription("File with the salt for hashed lists; list-salt in the data folder by default"),
    Flag.optional
  )
}

/** Only what was given: a flag that is left out leaves a fund as it is. */
const given = (values: Readonly<Record<string, Option.Option<unknown>>>): FundSimulatorOptions =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value]] : []))
  )

const command = Command.make(
  "fund-sim",
  flags,
  Effect.fnUntraced(function* ({
    algorithm,
    apiKeyFile,
    auth,
    callerJwks,
    fund,
    idempotency,
    listSaltFile,
    lookup,
    profile,
    sftp,
    sftpHostKey,
    ...serving
  }) {
    const account = yield* givenAccount(Option.getOrUndefined(sftp), Option.getOrUndefined(sftpHostKey))
    const asked = {
      ...given({ algorithm, apiKeyFile, auth, callerJwks, fund, idempotency, listSaltFile, lookup }),
      ...(account === undefined ? {} : { sftp: account })
    }
    const names = [...new Set(profile)]
    yield* serveSimulators(
      names.length === 0
        ? [{ name: "fund", simulator: fundSimulator(asked) }]
        : names.map((name) => ({ name, simulator: fundSimulator({ ...profiles[name], ...asked }) })),
      serving
    )
  })
).pipe(
  Command.withDescription("A super fund to integrate with: registers members, looks employers up"),
  Command.withSubcommands(commands)
)

runProgram(command, fundSimulator().version)
