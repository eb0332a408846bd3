/** `init`: its questions, each with the mistakes in an answer, and the profile that it writes. */
import { authFlowOf } from "@embedded-super/rules/authentication/authFlows"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { pasted } from "@embedded-super/contracts/pasted"
import { Abn } from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Prompt from "effect/cli/Prompt"
import { usage, type CannotRun } from "../../cli/CannotRun.ts"
import { inShell } from "../../cli/runFlags.ts"
import { requireNew, writeNew, readText } from "../../cli/newFile.ts"
import { DEFAULT_SECRET_ENV } from "../caller/KeyRing.ts"
import { profileText, type Answers } from "../profile/profileText.ts"
import { DEFAULT_PROFILE, type InitFlags } from "./flags.ts"
import { addressMistake, asking } from "../../cli/asking.ts"

const flows = [
  { title: "An API key in X-Auth-Key", value: "api_key" },
  { title: "A JWT that the service signs for each call (preferred)", value: "jwt" },
  { title: "OAuth client credentials", value: "oauth2" },
  { title: "Mutual TLS", value: "mutual_tls" }
] as const

const repeats = [
  { title: "ignored: it doesn't look at the key", value: "ignored" },
  { title: "honoured: it answers as it did the first time, and registers nobody twice", value: "honoured" }
] as const

const offers = ["registration", "lookup", "details"] as const

const OFFERS = "Give registration, lookup and details, with commas between them."

const offersOf = (text: string): Answers["operations"] | undefined => {
  const names = text.split(",").map((name) => name.trim())
  const known = offers.filter((offer) => names.includes(offer))
  return known.length > 0 && known.length === new Set(names).size ? known : undefined
}

const offersIn = (text: string): Effect.Effect<Answers["operations"], CannotRun> => {
  const known = offersOf(text)
  return known === undefined ? Effect.fail(usage(`--operations: ${OFFERS}`)) : Effect.succeed(known)
}

/** Of Banksia Super, the example of the docs. */
const EXAMPLE_ABN = "60905115063"

const isAbn = Schema.is(Abn)
const abnIn = (text: string) => pasted("abn", text)

const mistakes = {
  name: (text: string) => (text.length > 100 ? "Give a name of at most 100 letters." : undefined),
  abn: (text: string) => (isAbn(abnIn(text)) ? undefined : "Give eleven digits with a valid checksum."),
  abnOrNone: (text: string) => (text === "" ? undefined : mistakes.abn(text))
}

/** The nine questions. */
export const answersOf = Effect.fnUntraced(function* (flags: InitFlags) {
  const { ask, text } = asking(flags)
  const name = yield* text(flags.name, {
    message: "What is the fund called?",
    byDefault: "My Fund",
    mistakeIn: mistakes.name
  })
  const abn = yield* text(flags.abn, {
    message: "What is its ABN?",
    byDefault: EXAMPLE_ABN,
    mistakeIn: mistakes.abn
  })
  const baseUrl = yield* text(flags.baseUrl, {
    message: "Where is its API?",
    byDefault: "https://127.0.0.1:8443",
    mistakeIn: addressMistake
  })
  const offered = yield* text(flags.operations, {
    message: "What does it offer by API: registration, lookup, details?",
    byDefault: "registration,lookup",
    mistakeIn: (answer) => (offersOf(answer) === undefined ? OFFERS : undefined)
  })
  const operations = yield* offersIn(offered)
  const hasLookup = operations.includes("lookup")
  const lookupPath = hasLookup
    ? yield* text(flags.lookupPath, {
        message: "At which path is the lookup?",
        byDefault: "/v1/employer_lookup"
      })
    : ""
  const select = Prompt.Select({ message: "How does the service authenticate?", choices: flows })
  const flow = yield* ask<Answers["flow"]>(flags.auth, select, "api_key")
  const idempotency =
    operations.includes("registration") || operations.includes("details")
      ? yield* ask<NonNullable<Answers["idempotency"]>>(
          flags.idempotency,
          Prompt.Select({
            message: "What does it do with a repeat, which has the Idempotency-Key of the first call?",
            choices: repeats
          }),
          "ignored"
        )
      : undefined
  const known = (message: string) => ({ message, byDefault: "", mistakeIn: mistakes.abnOrNone })
  const matchingAbn = hasLookup
    ? yield* text(flags.matchingAbn, known("Which ABN does the lookup find? (empty: don't check)"))
    : ""
  const unknownAbn = hasLookup
    ? yield* text(flags.unknownAbn, known("Which ABN does it not find? (empty: don't check)"))
    : ""
  const ca = Option.isNone(flags.ca)
    ? undefined
    : yield* readText(flags.ca.value, {
        missing: `There is no file ${flags.ca.value}. Name the authority's certificate with --ca.`,
        flag: "--ca"
      })
  const mistake = addressMistake(baseUrl)
  if (mistake !== undefined) return yield* usage(`--base-url: ${mistake}`)
  return {
    name,
    abn: abnIn(abn),
    ...(abnIn(abn) === EXAMPLE_ABN ? { isExampleAbn: true } : {}),
    baseUrl,
    operations,
    lookupPath,
    flow,
    ...(idempotency === undefined ? {} : { idempotency }),
    matchingAbn: abnIn(matchingAbn),
    unknownAbn: abnIn(unknownAbn),
    ca
  } satisfies Answers
})

const IGNORED =
  "It says idempotency: ignored. A registration whose answer is lost then waits for our operator, and the checks of repeats don't apply. If your fund answers a repeat with the same Idempotency-Key as it did the first time, change it to honoured."

/** `fund-check init`. */
export const init = Effect.fnUntraced(function* (flags: InitFlags) {
  const { out } = flags
  yield* requireNew([out], flags)
  const text = profileText(yield* answersOf(flags))
  const read = readProfile(text, { dev: true })
  if (Result.isFailure(read)) {
    const lines = read.failure.map(({ detail, pointer }) => `  ${pointer}  ${detail}`)
    return yield* usage(`These answers make no profile. Correct them:\n${lines.join("\n")}`)
  }
  yield* writeNew(out, text)
  const makesOwnKey = authFlowOf(read.success.authentication).generate !== undefined
  yield* Console.log(`Wrote ${out}. Look it through: what it doesn't say has a default.`)
  if (read.success.idempotency === "ignored") yield* Console.log(IGNORED)
  const next = `npx fund-check run${out === DEFAULT_PROFILE ? "" : ` --profile ${inShell(out)}`}`
  yield* Console.log(
    makesOwnKey
      ? `Next: ${next}. It makes its own signing key, and says where the fund finds the public half, and which iss, sub and aud its tokens have.`
      : `Next: set ${DEFAULT_SECRET_ENV} to the secret, and ${next}.`
  )
})
