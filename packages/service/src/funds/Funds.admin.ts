import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { publishedAt } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { readTextFile, unreadable } from "../platform/OperatorError.ts"
import { checkCommand, checkedWords, warningOf } from "./checks/Checks.admin.ts"
import { FundChecks } from "./checks/FundChecks.ts"
import { fundBreachLedger } from "./FundBreachLedger.ts"
import { FundCredentials } from "./FundCredentials.ts"
import { FundLinks } from "./FundLinks.ts"
import { FundCallOperations } from "./calls/FundCallOperations.ts"
import { FundProfiles } from "./FundProfiles.ts"
import type { FundSummary } from "./FundsRepo.ts"

const fund = Flag.String("fund").pipe(Flag.withDescription("The fund's slug"))
const product = Flag.String("product").pipe(Flag.withDescription("The id of a partner's product"))

const readStandardInput = Effect.flatMap(Stdio.Stdio, ({ stdin }) =>
  Stream.mkString(Stream.decodeText(stdin))
).pipe(Effect.mapError(() => unreadable("of standard input")))

const load = Command.make(
  "load",
  { file: Argument.String("file").pipe(Argument.withDescription("A fund profile, as YAML or JSON")) },
  Effect.fnUntraced(function* ({ file }) {
    const loaded = yield* (yield* FundProfiles).load(yield* readTextFile(file))
    const { slug, version } = loaded.fund
    const checks = loaded.hasTestData ? "; the test data of its `check` is stored" : ""
    yield* Console.log(`fund ${slug} ${loaded.change}, profile version ${version}${checks}`)
    for (const { slug: from, usi } of loaded.moved)
      yield* Console.log(`product ${usi} is now this fund's; fund ${from} had given it up`)
  })
).pipe(Command.withDescription("Load a fund's profile from a file, or its next version"))

/** A command that changes the link between a fund and a product; `said` is the printed line, from the fund's slug on. */
const linkCommand = (
  name: "link" | "unlink" | "promote" | "demote",
  sentenceFor: (product: string) => string,
  description: string
) =>
  Command.make(
    name,
    { fund, product },
    Effect.fnUntraced(function* ({ fund, product }) {
      const { version } = yield* (yield* FundLinks)[name](fund, product)
      yield* Console.log(`fund ${fund} ${sentenceFor(product)}`)
      if (name !== "link") return
      const warning = warningOf(fund, yield* (yield* FundChecks).last(fund), version)
      if (warning !== undefined) yield* Console.error(warning)
    })
  ).pipe(Command.withDescription(description))

const linkCommands = [
  linkCommand(
    "link",
    (product) => `linked to product ${product}`,
    "Link a product to a fund; warns if the fund isn't known to conform"
  ),
  linkCommand(
    "unlink",
    (product) => `no longer linked to product ${product}`,
    "Unlink a product from a fund; calls that wait keep waiting"
  ),
  linkCommand(
    "promote",
    (product) => `is advertised to the employees of product ${product}, where the law allows it`,
    "Advertise a linked fund to a product's employees; only a MySuper product that passed its test is ever shown"
  ),
  linkCommand(
    "demote",
    (product) => `is no longer advertised to the employees of product ${product}`,
    "Stop advertising a fund; it stays in the neutral list"
  )
] as const

const credentials = Command.make(
  "credentials",
  {
    fund,
    file: Flag.String("file").pipe(
      Flag.withDescription("A file that holds only the secret; - for standard input (the default)"),
      Flag.withDefault("-")
    ),
    generate: Flag.Boolean("generate").pipe(
      Flag.withDescription("Let the service generate the key pair; the private key never leaves it"),
      Flag.withDefault(false)
    ),
    again: Flag.Boolean("again").pipe(
      Flag.withDescription(
        "Try the newest credentials again, after the fund refused them by a mistake of its own"
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ again, file, fund, generate }) {
    const credentials = yield* FundCredentials
    const given = Effect.gen(function* () {
      const text = yield* file === "-" ? readStandardInput : readTextFile(file)
      return yield* credentials.replace(fund, Redacted.make(text.trim()))
    })
    const other = again ? credentials.renew(fund) : given
    const { isPublished, keyId, version } = yield* generate ? credentials.generate(fund) : other
    yield* Console.log(
      `fund ${fund} has credentials version ${version}; one call tests them, then the calls that wait continue`
    )
    if (keyId === null) return
    yield* Console.log(
      isPublished
        ? `key ${keyId} is published at ${yield* publishedAt("/.well-known/jwks.json")}`
        : `tokens name the shared secret by the key id ${keyId}`
    )
  })
).pipe(
  Command.withDescription(
    "Give a fund new credentials, from a file or standard input, never as an argument. What they are depends on the " +
      "profile's authentication: an API key; a private key (PEM or JWK), and after it the secret of the body's hash " +
      "where the profile asks for one; a client secret; a certificate and its private key (PEM); and so on"
  )
)

/** Why a fund is held. */
const HELD: { readonly [Because: string]: string } = {
  failing: "it fails",
  unreachable: "it can't be reached",
  rate_limited: "it answered 429",
  quota: "its quota is used up",
  busy: "it is at its limit of concurrent calls"
}

const secretOf = ({ credentials_refused_at, credentials_version }: FundSummary): string => {
  if (credentials_version === null) return "no credentials"
  const refused =
    credentials_refused_at === null
      ? ""
      : `, refused by the fund since ${credentials_refused_at.toISOString()}`
  return `credentials version ${credentials_version}${refused}`
}

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const funds = yield* (yield* FundProfiles).list
    if (funds.length === 0) return yield* Console.log("No funds are loaded.")
    for (const row of funds) {
      const kind = row.simulated ? "simulated" : "real"
      yield* Console.log(
        `${row.slug}  ${row.name}  ${kind}  profile version ${row.version}  products ${row.products}  links ${row.links}  ${secretOf(row)}  ${checkedWords(row)}  calls ${row.waiting} waiting, ${row.stopped} stopped`
      )
      if (row.held_until !== null) {
        yield* Console.log(
          `  no calls until ${row.held_until}: ${HELD[row.held_because ?? ""] ?? row.held_because}. \`admin fund lift\` ends it earlier.`
        )
      }
      if (row.found !== null) yield* Console.log(`  the last call failed: ${row.found}`)
    }
  })
).pipe(Command.withDescription("Show the funds, their links, credentials and holds, and how many calls wait"))

const lift = Command.make(
  "lift",
  { fund },
  Effect.fnUntraced(function* ({ fund }) {
    const { until, because } = yield* (yield* FundCallOperations).lift(fund)
    yield* Console.log(
      `fund ${fund} is called again, one call first; it was held until ${until} (${HELD[because] ?? because})`
    )
  })
).pipe(
  Command.withDescription(
    "End a fund's hold early: it limits calls, fails or can't be reached. Its calls continue at once"
  )
)

const breaches = Command.make(
  "breaches",
  { fund },
  Effect.fnUntraced(function* ({ fund }) {
    const found = yield* (yield* fundBreachLedger).list(fund)
    if (found.length === 0)
      return yield* Console.log(
        `No answer of fund ${fund} has broken the contract. Whether calls reach it is in \`admin fund list\`.`
      )
    yield* Console.log("These lines can be sent to the fund, which finds the last call by its X-Request-Id:")
    for (const { first_at, last_at, last_request_id, operation, times, words } of found) {
      const often =
        times === 1
          ? `once, ${last_at.toISOString()}`
          : `${times} times, ${first_at.toISOString()} to ${last_at.toISOString()}`
      const last = last_request_id === null ? "" : `  X-Request-Id ${last_request_id}`
      yield* Console.log(`${operation}  ${often}${last}`)
      yield* Console.log(`  ${words}`)
    }
  })
).pipe(
  Command.withDescription(
    "Show how a fund's answers broke the contract, by operation, in lines that can be sent to the fund"
  )
)

/** `admin fund`: fund profiles, links to products, credentials, holds. */
export const fundCommand = Command.make("fund").pipe(
  Command.withDescription("Super funds: profiles, links to products, credentials, holds"),
  Command.withSubcommands([load, list, ...linkCommands, credentials, checkCommand, lift, breaches])
)
