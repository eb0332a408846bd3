import { FundApi } from "@embedded-super/contracts/fund-api"
import {
  FundBadRequest,
  FundForbidden,
  FundInternalError,
  FundRateLimited,
  FundServiceUnavailable,
  FundUnauthenticated
} from "@embedded-super/contracts/problems"
import * as S from "@embedded-super/contracts/schemas"
import { EventLog, masked, type Note } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Schema from "effect/Schema"
import type { SimulatedFund } from "../funds.ts"
import { type MagicAnswer, magicAnswerTo } from "../magicValues.ts"
import { PlayedFund } from "../PlayedFund.ts"
import { fieldFindings } from "./acceptedFields.ts"
import { Members } from "./Members.ts"

const encode = Schema.encodeSync(S.MemberRegistrationResponse)

const plainly: MagicAnswer = { does: "delay", seconds: 0 }

/** Answers registrations by the rules of the played fund. */
export const MemberRegistrationHttp = HttpApiBuilder.group(
  FundApi,
  "member-registration",
  Effect.fnUntraced(function* (handlers) {
    const fund = yield* PlayedFund
    const members = yield* Members
    const log = yield* EventLog

    return handlers.handleAll({
      registerMember: Effect.fnUntraced(function* ({ headers, payload }) {
        const errors = fieldFindings(fund, payload)
        if (errors.length > 0) return yield* unfit(errors)
        const magic = magicAnswerTo(payload) ?? plainly
        if (magic.does === "refuse") {
          yield* log.note(asked)
          return yield* refusals[magic.status]
        }
        if (magic.does === "spoil") {
          yield* log.note(asked)
          return HttpServerResponse.text(magic.body, { status: 201, contentType: "application/json" })
        }
        if (magic.does === "delay") yield* Effect.sleep(`${magic.seconds} seconds`)
        const registration = members.register(payload, {
          idempotencyKey: headers["idempotency-key"],
          putOffTimes: magic.does === "refuse_first" ? magic.times : 0
        })
        switch (registration._tag) {
          case "KeyReused":
            return yield* keyReused
          case "PutOff":
            yield* log.note(asked)
            return yield* magic.does === "refuse_first" ? putOff(magic) : refusals[503]
          default: {
            const isNew = registration._tag === "Registered" && magic.does !== "know_already"
            yield* log.note(registrationNote(isNew, registration.member))
            return HttpServerResponse.jsonUnsafe(registrationAnswer(fund, registration.member), {
              status: isNew ? 201 : 200
            })
          }
        }
      })
    })
  })
)

/** The answer to a registration, as JSON. */
const registrationAnswer = (
  fund: SimulatedFund,
  member: S.SimulatedMember
): typeof S.MemberRegistrationResponse.Encoded => encode(registrationJson(fund, member))

/**
 * A faster variant for thousands of answers per second: its values are already in their JSON form; tests compare it
 * with the schema's.
 */
export const registrationJson = (
  fund: SimulatedFund,
  { account_number, member_number }: S.SimulatedMember
): S.MemberRegistrationResponse => ({
  member_details: {
    member_number,
    ...(account_number === null ? {} : { account_number }),
    ...fund.alsoTold
  }
})

/** The log entry of a registration. */
export const registrationNote = (
  isNew: boolean,
  { member_number, name_masked, usi }: S.SimulatedMember
): Note => ({
  kind: isNew ? "member_registered" : "member_known",
  summary: isNew
    ? `Registered ${name_masked} as member ${masked(member_number)}`
    : `${name_masked} is member ${masked(member_number)} already`,
  detail: { member_number, usi }
})

/** Not a refusal by the fund: a magic value requested this answer. */
const asked: Note = { kind: "fault_played", summary: "A magic value decided the answer of registerMember." }

const unfit = (errors: ReadonlyArray<S.FundFieldError>) =>
  new FundBadRequest({
    code: "validation_failed",
    detail: `${errors.length} ${errors.length === 1 ? "thing" : "things"} in the request ${errors.length === 1 ? "needs" : "need"} attention.`,
    errors
  })

const keyReused = new FundBadRequest({
  code: "validation_failed",
  detail: "This Idempotency-Key belongs to another person's registration."
})

/** The answers to magic values that name a status. */
const refusals = {
  400: new FundBadRequest({ code: "validation_failed", detail: "A magic value asks for this answer." }),
  401: new FundUnauthenticated({ code: "unauthenticated", detail: "A magic value asks for this answer." }),
  403: new FundForbidden({ code: "forbidden", detail: "A magic value asks for this answer." }),
  500: new FundInternalError({ code: "internal_error", detail: "A magic value asks for this answer." }),
  503: new FundServiceUnavailable({
    code: "service_unavailable",
    detail: "A magic value asks for this answer."
  })
} as const

const putOff = ({ retryAfter, status }: Extract<MagicAnswer, { does: "refuse_first" }>) =>
  status === 429
    ? new FundRateLimited({
        code: "rate_limited",
        detail: "A magic value asks for this answer, once.",
        retry_after: retryAfter
      })
    : refusals[status]
