/**
 * One call by hand. What is printed is masked as in a report, and says what the service would make of the answer: the same
 * rules as the service's own (`packages/fund-rules`).
 */
import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import { terminalOutput } from "@embedded-super/conformance/cli/terminalOutput"
import { makeExchanges } from "@embedded-super/conformance/exchange/Exchanges"
import { maskedExchange } from "@embedded-super/conformance/exchange/maskedExchange"
import { withholdingOf } from "@embedded-super/conformance/exchange/withholding"
import type { CheckExchange, FundProfile } from "@embedded-super/contracts/schemas"
import {
  employerDetails,
  employerLookup,
  memberRegistration
} from "@embedded-super/fund-rules/calls/FundOperation"
import { judgeAnswer } from "@embedded-super/fund-rules/calls/judgeAnswer"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { dirname } from "node:path"
import process from "node:process"
import { makeFundCaller } from "../caller/fundCaller.ts"
import { makeKeyRing } from "../caller/KeyRing.ts"
import { requireReachable } from "../caller/reachable.ts"
import { resultOf } from "../caller/resultOf.ts"
import type { Answer, FundUnderTest, Operation } from "../FundUnderTest.ts"
import { openList } from "../list/openList.ts"
import { addressOf } from "../profile/addressesOf.ts"
import { loadProfile } from "../profile/loadProfile.ts"
import type { DriveFlags } from "./driveCommand.ts"
import { serveKeys } from "./serveKeys.ts"

const usage = (sentence: string) => new CannotRun({ reason: "usage", sentence })

const operations = {
  register: "registration",
  lookup: "lookup",
  details: "details"
} as const satisfies Readonly<Record<DriveFlags["operation"], Operation>>

const pairs = (given: ReadonlyArray<string>, flag: string) =>
  Effect.forEach(given, (text) => {
    const at = text.indexOf("=")
    return at > 0
      ? Effect.succeed([text.slice(0, at), text.slice(at + 1)] as const)
      : Effect.fail(usage(`--${flag} takes name=value.`))
  })

/** A header as HTTP allows it (RFC 9110). */
const headersOf = Effect.fnUntraced(function* (given: DriveFlags["header"]) {
  const headers = yield* pairs(given, "header")
  const wrong = headers.find(
    ([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t -~]*$/.test(value)
  )
  if (wrong !== undefined)
    return yield* usage(
      "--header takes name=value, with a name of letters, digits and hyphens, and a value without line breaks."
    )
  return Object.fromEntries(headers)
})

const bodyOf = (fund: FundUnderTest, operation: Operation, set: ReadonlyArray<readonly [string, string]>) => {
  const changes = Object.fromEntries(set.map(([name, value]) => [name, value === "" ? undefined : value]))
  switch (operation) {
    case "registration":
      return fund.member(changes)
    case "details":
      return fund.employerDetails(changes)
    case "lookup": {
      const offered = fund.callable().find((one) => one.operation === "lookup")
      return { ...(offered?.body() as object), ...changes }
    }
  }
}

/** What the service would make of the answer. */
const judged = (
  profile: FundProfile,
  operation: Operation,
  answer: Answer,
  body: object,
  now: number
): string => {
  if (answer.failure === "not_authorised") return answer.words ?? "The call can't be authorised."
  const tfn: unknown = Reflect.get(body, "tfn")
  const about = {
    fields: Object.keys(body),
    flow: profile.authentication.flow,
    isPinned: profile.ca_certificate !== undefined,
    now,
    tfn: typeof tfn === "string" ? tfn : undefined
  }
  const result = resultOf(answer)
  const outcomes = {
    registration: () => judgeAnswer(memberRegistration, result, about),
    lookup: () => judgeAnswer(employerLookup, result, about),
    details: () => judgeAnswer(employerDetails, result, about)
  }
  const outcome = outcomes[operation]()
  return outcome.kind === "accepted" ? "The service takes this answer." : outcome.words
}

const messageText = (sign: string, { body, headers }: CheckExchange["request"]): ReadonlyArray<string> => [
  ...Object.entries(headers).map(([name, value]) => `${sign} ${name}: ${value}`),
  ...(body === undefined || body === "" ? [] : [sign, ...body.split("\n").map((line) => `${sign} ${line}`)])
]

const exchangeText = ({
  answer,
  curl,
  failure,
  method,
  request,
  status,
  took_ms,
  url
}: CheckExchange): string =>
  [
    `> ${method} ${url}`,
    ...messageText(">", request),
    "",
    `< ${status ?? failure ?? "no answer"}  (${took_ms} ms)`,
    ...(answer === undefined ? [] : messageText("<", answer)),
    "",
    curl
  ].join("\n")

/** `fund-check drive`. */
export const drive = (flags: DriveFlags) =>
  Effect.scoped(
    Effect.gen(function* () {
      const operation = operations[flags.operation]
      const profile = yield* loadProfile(flags.profile, Option.getOrUndefined(flags.baseUrl))
      const address = addressOf(profile, operation)
      if (address === undefined) return yield* usage(`The profile offers no ${operation} by API.`)
      const [set, headers] = [yield* pairs(flags.set, "set"), yield* headersOf(flags.header)]
      const { write } = yield* terminalOutput
      const keys = yield* makeKeyRing(profile, { environment: process.env, folder: flags.keys })
      yield* serveKeys(Option.getOrUndefined(flags.jwksPort), flags.keys, write)(keys)
      yield* requireReachable([new URL(address)])
      const exchanges = makeExchanges()
      // A person decides each call, also in production.
      const list = yield* openList(profile, { environment: process.env, folder: dirname(flags.profile) })
      const worldOf = yield* makeFundCaller({ profile, mode: "dev", keys, exchanges, list })
      const fund = worldOf({ seed: 1, mode: "dev" })
      const body = bodyOf(fund, operation, set)
      const answer = yield* fund.call(operation, body, {
        headers,
        ...(Option.isSome(flags.body) ? { payload: flags.body.value } : {}),
        ...(Option.isSome(flags.idempotencyKey) ? { idempotencyKey: flags.idempotencyKey.value } : {})
      })
      const shown = maskedExchange(withholdingOf(exchanges.all()))
      const texts = exchanges.all().map((made) => exchangeText(shown(made)))
      const words = judged(profile, operation, answer, body, yield* Clock.currentTimeMillis)
      yield* write(`${texts.join("\n\n")}\n\n${words}\n`)
    })
  )
