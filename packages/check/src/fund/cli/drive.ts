/**
 * One call by hand. What is printed is masked as in a report, and says what the service would make of the answer: the same
 * rules as the service's own (`packages/fund-rules`).
 */
import { CannotRun } from "../../cli/CannotRun.ts"
import { terminalOutput } from "../../cli/terminalOutput.ts"
import { makeExchanges } from "../../exchange/Exchanges.ts"
import type { FundProfile } from "@embedded-super/contracts/schemas"
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
import type { Answer, Operation } from "../FundUnderTest.ts"
import { openList } from "../list/openList.ts"
import { loadProfile } from "../profile/loadProfile.ts"
import type { DriveFlags } from "./driveCommand.ts"
import { bodyOf, changesOf, headersOf, operationOf, unknownNames } from "./drivenCall.ts"
import { drivenText } from "./drivenText.ts"
import { serveKeys } from "./serveKeys.ts"

const usage = (sentence: string) => new CannotRun({ reason: "usage", sentence })

const LIVE =
  "This profile is a live fund's, whose answers may hold real persons' data: leave --values out, or set simulated: true for a test environment."

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

/** `fund-check drive`. */
export const drive = (flags: DriveFlags) =>
  Effect.scoped(
    Effect.gen(function* () {
      const profile = yield* loadProfile(flags.profile, Option.getOrUndefined(flags.baseUrl))
      const { address, operation } = yield* operationOf(flags.operation, profile)
      if (flags.values && !profile.simulated) return yield* usage(LIVE)
      const [changes, headers] = [yield* changesOf(flags.set), yield* headersOf(flags.header)]
      const { write } = yield* terminalOutput
      const keys = yield* makeKeyRing(profile, { environment: process.env, folder: flags.keys })
      yield* serveKeys(profile, Option.getOrUndefined(flags.jwksPort), flags.keys, write)(keys)
      yield* requireReachable([new URL(address)])
      const exchanges = makeExchanges()
      // A person decides each call, also in production.
      const list = yield* openList(profile, { environment: process.env, folder: dirname(flags.profile) })
      const worldOf = yield* makeFundCaller({ profile, mode: "dev", keys, exchanges, list })
      const fund = worldOf({ seed: 1, mode: "dev" })
      const body = bodyOf(fund, operation, changes)
      const answer = yield* fund.call(operation, body, {
        headers,
        ...(Option.isSome(flags.body) ? { payload: flags.body.value } : {}),
        ...(Option.isSome(flags.idempotencyKey) ? { idempotencyKey: flags.idempotencyKey.value } : {})
      })
      const words = judged(profile, operation, answer, body, yield* Clock.currentTimeMillis)
      const notes = [unknownNames(operation, changes), words].filter((note) => note !== undefined)
      yield* write(`${drivenText(exchanges.all(), flags.values)}\n\n${notes.join("\n")}\n`)
    })
  )
