import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import { authFlowOf } from "@embedded-super/fund-rules/authentication/authFlows"
import { readProfile } from "@embedded-super/fund-rules/profile/readProfile"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Prompt from "effect/cli/Prompt"
import process from "node:process"
import { DEFAULT_SECRET_ENV } from "../caller/KeyRing.ts"
import { type Answers, profileText } from "../profile/profileText.ts"
import type { InitFlags } from "./initCommand.ts"

const usage = (sentence: string) => new CannotRun({ reason: "usage", sentence })

const flows = [
  { title: "An API key in X-Auth-Key", value: "api_key" },
  { title: "A JWT that the service signs for each call (preferred)", value: "jwt" },
  { title: "OAuth client credentials", value: "oauth2" },
  { title: "Mutual TLS", value: "mutual_tls" }
] as const

const offers = ["registration", "lookup", "details"] as const

const question = (message: string, byDefault: string) => Prompt.String({ message, default: byDefault })

/** Asks what no flag says. Without a terminal, or with --yes, the default is the answer. */
const asking = ({ yes }: InitFlags) => {
  const isAsked = !yes && process.stdin.isTTY
  return <A>(flag: Option.Option<A>, prompt: Prompt.Prompt<A>, byDefault: A) =>
    Option.isSome(flag)
      ? Effect.succeed(flag.value)
      : isAsked
        ? Effect.mapError(prompt, () => usage("No profile was written."))
        : Effect.succeed(byDefault)
}

const offersIn = (text: string): Effect.Effect<Answers["operations"], CannotRun> => {
  const names = text.split(",").map((name) => name.trim())
  const known = offers.filter((offer) => names.includes(offer))
  return known.length > 0 && known.length === new Set(names).size
    ? Effect.succeed(known)
    : Effect.fail(usage("--operations takes registration, lookup and details, with commas between them."))
}

/** The eight questions. */
const answersOf = Effect.fnUntraced(function* (flags: InitFlags) {
  const ask = asking(flags)
  const fs = yield* FileSystem.FileSystem
  const text = (flag: Option.Option<string>, message: string, byDefault: string) =>
    Effect.map(ask(flag, question(message, byDefault), byDefault), (answer) => answer.trim())
  const name = yield* text(flags.name, "What is the fund called?", "My Fund")
  const abn = yield* text(flags.abn, "What is its ABN?", "60905115063")
  const baseUrl = yield* text(flags.baseUrl, "Where is its API?", "https://127.0.0.1:8443")
  const offered = yield* text(
    flags.operations,
    "What does it offer by API (registration, lookup, details)?",
    "registration,lookup"
  )
  const operations = yield* offersIn(offered)
  const lookupPath = operations.includes("lookup")
    ? yield* text(flags.lookupPath, "At which path is the lookup?", "/v1/employer_lookup")
    : ""
  const select = Prompt.Select({ message: "How does the service authenticate?", choices: flows })
  const flow = yield* ask<Answers["flow"]>(flags.auth, select, "api_key")
  const matching = "Which ABN does the lookup find (empty: don't check)?"
  const unknown = "Which ABN does it not find (empty: don't check)?"
  const hasLookup = operations.includes("lookup")
  const matchingAbn = hasLookup ? yield* text(flags.matchingAbn, matching, "") : ""
  const unknownAbn = hasLookup ? yield* text(flags.unknownAbn, unknown, "") : ""
  const ca = Option.isNone(flags.ca)
    ? undefined
    : yield* Effect.mapError(fs.readFileString(flags.ca.value), () =>
        usage("The file of --ca can't be read.")
      )
  if (URL.parse(baseUrl) === null)
    return yield* usage("The address of the API isn't a URL. Give one with https://.")
  return { name, abn, baseUrl, operations, lookupPath, flow, matchingAbn, unknownAbn, ca } satisfies Answers
})

/** `fund-check init`. */
export const init = Effect.fnUntraced(function* (flags: InitFlags) {
  const fs = yield* FileSystem.FileSystem
  const { force, out } = flags
  const isThere = yield* Effect.orElseSucceed(fs.exists(out), () => false)
  if (isThere && !force)
    return yield* usage(`${out} is there already. Name another file with --out, or replace it with --force.`)
  const text = profileText(yield* answersOf(flags))
  const read = readProfile(text, { dev: true })
  if (Result.isFailure(read)) {
    const lines = read.failure.map(({ detail, pointer }) => `  ${pointer}  ${detail}`)
    return yield* usage(`These answers make no profile:\n${lines.join("\n")}`)
  }
  yield* Effect.mapError(fs.writeFileString(out, text), () =>
    usage(`${out} can't be written. Name another file with --out.`)
  )
  const makesOwnKey = authFlowOf(read.success.authentication).generate !== undefined
  yield* Console.log(`Wrote ${out}. Look it through: what it doesn't say has a default.`)
  yield* Console.log(
    makesOwnKey
      ? "Next: fund-check run. It makes its own signing key, and says where the fund finds the public half."
      : `Next: set ${DEFAULT_SECRET_ENV} to the secret, and fund-check run.`
  )
})
