import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { publishedAt } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { answer, answerList, aside } from "../platform/OperatorAnswer.ts"
import { reasonFlag, requireFuture, untilFlag } from "../platform/outgoing/holdFlags.ts"
import { readTextFile, unreadable } from "../platform/OperatorError.ts"
import { checkCommand, checkedWords, warningOf } from "./checks/Checks.admin.ts"
import { FundChecks } from "./checks/FundChecks.ts"
import { type FundBreach, fundBreachLedger } from "./FundBreachLedger.ts"
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
    const { change, hasTestData, moved } = loaded
    const { slug, version } = loaded.fund
    yield* answer({ slug, version, change, hasTestData, moved }, () => {
      const checks = hasTestData ? "; the test data of its `check` is stored" : ""
      return [
        `fund ${slug} ${change}, profile version ${version}${checks}`,
        ...moved.map(
          ({ slug: from, usi }) => `product ${usi} is now this fund's; fund ${from} had given it up`
        )
      ]
    })
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
      const warning =
        name === "link" ? warningOf(fund, yield* (yield* FundChecks).last(fund), version) : undefined
      yield* answer({ fund, product, version, warning }, () => `fund ${fund} ${sentenceFor(product)}`)
      yield* aside(warning)
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
    const published = isPublished ? yield* publishedAt("/.well-known/jwks.json") : null
    yield* answer({ fund, version, keyId, publishedAt: published }, () => [
      `fund ${fund} has credentials version ${version}; one call tests them, then the calls that wait continue`,
      ...(keyId === null
        ? []
        : [
            published === null
              ? `tokens name the shared secret by the key id ${keyId}`
              : `key ${keyId} is published at ${published}`
          ])
    ])
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
  busy: "it is at its limit of concurrent calls",
  operator: "an operator holds it"
}

const heldBy = ({ held_because, held_by, hold_reason }: FundSummary): string =>
  held_because === "operator"
    ? `${held_by ?? "an operator"} holds it${hold_reason === null ? "" : ` (${hold_reason})`}`
    : (HELD[held_because ?? ""] ?? String(held_because))

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
    yield* answerList(
      yield* (yield* FundProfiles).list,
      (row) => {
        const kind = row.simulated ? "simulated" : "real"
        return [
          `${row.slug}  ${row.name}  ${kind}  profile version ${row.version}  products ${row.products}  links ${row.links}  ${secretOf(row)}  ${checkedWords(row)}  calls ${row.waiting} waiting, ${row.stopped} stopped`,
          ...(row.held_until === null
            ? []
            : [
                `  no calls until ${row.held_until}: ${heldBy(row)}. \`admin fund ${row.held_because === "operator" ? "release" : "lift"} --fund ${row.slug}\` ends it earlier.`
              ]),
          ...(row.found === null ? [] : [`  the last call failed: ${row.found}`])
        ]
      },
      "No funds are loaded."
    )
  })
).pipe(Command.withDescription("Show the funds, their links, credentials and holds, and how many calls wait"))

const lift = Command.make(
  "lift",
  { fund },
  Effect.fnUntraced(function* ({ fund }) {
    const lifted = yield* (yield* FundCallOperations).lift(fund)
    yield* answer(
      { fund, ...lifted },
      ({ because, until }) =>
        `fund ${fund} is called again, one call first; it was held until ${until} (${HELD[because] ?? because})`
    )
  })
).pipe(
  Command.withDescription(
    "End a fund's hold early, of any cause: it limits calls, fails, can't be reached, or `admin fund hold` holds it. Its calls continue at once"
  )
)

const hold = Command.make(
  "hold",
  { fund, until: untilFlag, reason: reasonFlag },
  Effect.fnUntraced(function* ({ fund, reason, until }) {
    yield* requireFuture(until)
    const held = yield* (yield* FundCallOperations).hold(fund, until, reason)
    yield* answer({ fund, ...held, reason }, () => [
      `fund ${fund} isn't called until ${held.until}: ${reason}`,
      ...(held.before === null ? [] : [`it was held until ${held.before} before`]),
      "calls under way still end; registrations and employer details wait, and lookups find nothing meanwhile"
    ])
  })
).pipe(
  Command.withDescription(
    "Call a fund no more until a time, for its maintenance: what waits is sent afterwards, and employees see what they see " +
      "while it is away"
  )
)

const release = Command.make(
  "release",
  { fund },
  Effect.fnUntraced(function* ({ fund }) {
    const until = yield* (yield* FundCallOperations).endHold(fund)
    yield* answer({ fund, until }, () => `fund ${fund} is called again; it was held until ${until}`)
  })
).pipe(Command.withDescription("End a hold of `admin fund hold` before its time"))

const breachLines = ({ first_at, last_at, last_request_id, operation, times, words }: FundBreach) => {
  const often =
    times === 1
      ? `once, ${last_at.toISOString()}`
      : `${times} times, ${first_at.toISOString()} to ${last_at.toISOString()}`
  const last = last_request_id === null ? "" : `  X-Request-Id ${last_request_id}`
  return [`${operation}  ${often}${last}`, `  ${words}`]
}

const breaches = Command.make(
  "breaches",
  { fund },
  Effect.fnUntraced(function* ({ fund }) {
    yield* answer(yield* (yield* fundBreachLedger).list(fund), (found) =>
      found.length === 0
        ? `No answer of fund ${fund} has broken the contract. Whether calls reach it is in \`admin fund list\`.`
        : [
            "These lines can be sent to the fund, which finds the last call by its X-Request-Id:",
            ...found.flatMap(breachLines)
          ]
    )
  })
).pipe(
  Command.withDescription(
    "Show how a fund's answers broke the contract, by operation, in lines that can be sent to the fund"
  )
)

/** `admin fund`: fund profiles, links to products, credentials, holds. */
export const fundCommand = Command.make("fund").pipe(
  Command.withDescription("Super funds: profiles, links to products, credentials, holds"),
  Command.withSubcommands([
    load,
    list,
    ...linkCommands,
    credentials,
    checkCommand,
    hold,
    release,
    lift,
    breaches
  ])
)
