import * as S from "@embedded-super/contracts/schemas"
import { FundCaller, JwtAlgorithm } from "@embedded-super/contracts/schemas"
import {
  CannotStart,
  otherFlags,
  otherOf,
  runProgram,
  serveSimulators,
  simulatorFlags
} from "@embedded-super/simulator-kit"
import "@embedded-super/simulator-kit/smallHeap"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import "effect/schema/SchemaJITCompiler/enable"
import { commands } from "./commands.ts"
import { fundSimulator, type FundSimulatorOptions } from "./fundSimulator.ts"
import { fundNames } from "./funds.ts"

const decode = Schema.decodeUnknownOption(S.SftpAccountSetting)

/** The account from `--sftp telopea@sftp.example:22` and `--sftp-host-key`; undefined if both flags are absent. */
const givenAccount = Effect.fnUntraced(function* (place: string | undefined, host_key: string | undefined) {
  if (place === undefined && host_key === undefined) return undefined
  const [, user, host, port] = /^([^@]+)@(.+?)(?::(\d+))?$/.exec(place ?? "") ?? []
  const account = decode({ user, host, port: Number(port ?? 22), host_key })
  return yield* Option.match(account, {
    onSome: Effect.succeed,
    onNone: () =>
      Effect.fail(
        new CannotStart({
          sentence:
            "The SFTP account is incomplete. Give both --sftp USER@HOST:PORT and --sftp-host-key, the key or the fingerprint that the service's `admin sftp host-key` prints."
        })
      )
  })
})

/** Ready-made funds by their `--profile` name, one of each kind that the description allows. */
const profiles = {
  /** A key in X-Auth-Key, live lookups, employer details by POST. */
  "api-key": { fund: "banksia" },
  /** A JWT for each call. */
  jwt: { fund: "waratah" },
  /** An access token of the fund's token endpoint. */
  oauth: { fund: "kurrajong" },
  /** A client certificate when the service connects. */
  "mutual-tls": { fund: "grevillea" },
  /** Supplies its employers as a list by SFTP, and fetches employer details there. */
  files: { fund: "telopea", lookup: "plain_list" }
} as const satisfies Readonly<Record<string, FundSimulatorOptions>>

type ProfileName = keyof typeof profiles

const profileNames = Object.keys(profiles) as ReadonlyArray<ProfileName>

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const oneOf = <const Names extends ReadonlyArray<string>>(name: string, names: Names, description: string) =>
  Flag.Literals(name, names).pipe(Flag.withDescription(description), Flag.optional)

const flags = {
  serving: simulatorFlags(fundSimulator()),
  profile: Flag.Literals("profile", profileNames).pipe(
    Flag.withDescription("A ready-made fund; repeat it for several, each on the next port"),
    Flag.between(0, profileNames.length)
  ),
  options: {
    fund: oneOf("fund", fundNames, "Which fund to play; banksia by default"),
    docsUrl: text(
      "docs-url",
      "Where the service's docs are, for the links in errors; http://localhost:4000/docs by default"
    ),
    apiKeyFile: text("api-key-file", "File with the key that callers present; made if there is none"),
    auth: oneOf(
      "auth",
      FundCaller.fields.flow.literals,
      "How callers authenticate; by default the fund's own way"
    ),
    algorithm: oneOf(
      "algorithm",
      JwtAlgorithm.literals,
      "How the caller's tokens are signed; by default the fund's own way"
    ),
    idempotency: oneOf(
      "idempotency",
      ["honoured", "ignored"],
      "Whether a repeat with the same Idempotency-Key is recognised"
    ),
    lookup: oneOf(
      "lookup",
      ["live", "plain_list", "hashed_list", "salted_list"],
      "Whether the service calls the fund for a lookup, or uses the list that the fund uploads"
    ),
    callerJwks: text(
      "caller-jwks",
      "File or address of the caller's public keys; caller-jwks.json in the data folder by default"
    ),
    listSaltFile: text(
      "list-salt-file",
      "File with the salt for hashed lists; list-salt in the data folder by default"
    )
  },
  other: otherFlags("fund", { fault: "apostrophe-refused", variant: "forbidden-for-unauthenticated" }),
  sftp: text("sftp", "The fund's account at the service's SFTP server: USER@HOST:PORT"),
  sftpHostKey: text("sftp-host-key", "The server's host key or its fingerprint, to pin")
}

/** Keeps only the given flags: an absent flag leaves the fund's own setting. */
const given = (values: Readonly<Record<string, Option.Option<unknown>>>): FundSimulatorOptions =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value]] : []))
  )

const command = Command.make(
  "fund-sim",
  flags,
  Effect.fnUntraced(function* ({ options, other, profile, serving, sftp, sftpHostKey }) {
    const account = yield* givenAccount(Option.getOrUndefined(sftp), Option.getOrUndefined(sftpHostKey))
    const own: FundSimulatorOptions = {
      ...given(options),
      ...(account === undefined ? {} : { sftp: account }),
      ...(yield* otherOf(other, {
        faults: async () => (await import("./faults/index.ts")).faults,
        variants: async () => (await import("./variants.ts")).variants
      }))
    }
    const names = [...new Set(profile)]
    yield* serveSimulators(
      names.length === 0
        ? [{ name: "fund", simulator: fundSimulator(own) }]
        : names.map((name) => ({ name, simulator: fundSimulator({ ...profiles[name], ...own }) })),
      serving
    )
  })
).pipe(
  Command.withDescription("A super fund to integrate with: registers members, looks employers up"),
  Command.withSubcommands(commands)
)

runProgram(command, fundSimulator().version)
