/** The questions of `init`, each with the mistakes in an answer. */
import { pasted } from "@embedded-super/contracts/pasted"
import { Abn } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Prompt from "effect/cli/Prompt"
import { addressMistake, asking } from "../../cli/asking.ts"
import { type CannotRun, usage } from "../../cli/CannotRun.ts"
import { readText } from "../../cli/readText.ts"
import type { Answers } from "../profile/profileText.ts"
import type { InitFlags } from "./flags.ts"

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
