import type { FundApi } from "@embedded-super/contracts/fund-api"
import {
  FundBadRequest,
  FundForbidden,
  FundInternalError,
  FundRateLimited,
  FundServiceUnavailable,
  FundUnauthenticated
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { EventLog, masked, type Note, type OperationsIn } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type MemberField, memberFields } from "@embedded-super/contracts/member-fields"
import { PlayedFund, type SimulatedFund } from "../funds.ts"
import { type MagicAnswer, magicAnswerTo } from "../magicValues.ts"
import { Members } from "./Members.ts"

const finding = (field: string, code: string, detail: string): S.FundFieldError => ({
  pointer: `#/${field}`,
  code,
  detail
})

const tfnFindings = (
  requirement: S.FieldRequirement,
  takesExemptions: boolean,
  { tfn, tfn_exemption_type }: S.MemberRegistrationRequest
): ReadonlyArray<S.FundFieldError> => {
  if (tfn_exemption_type !== undefined && !takesExemptions)
    return [finding("tfn_exemption_type", "not_accepted", "This fund accepts no TFN exemptions.")]
  if (tfn !== undefined && tfn_exemption_type !== undefined)
    return [finding("tfn_exemption_type", "not_allowed", "Send a tax file number or an exemption, not both.")]
  return requirement === "required" && tfn === undefined && tfn_exemption_type === undefined
    ? [finding("tfn", "required", "This fund needs a tax file number or an exemption.")]
    : []
}

const names = Object.keys(memberFields) as ReadonlyArray<MemberField>

const known = new WeakMap<SimulatedFund["profile"], Readonly<Record<MemberField, S.FieldRequirement>>>()
const requirementsOf = (profile: SimulatedFund["profile"]) => {
  let requirements = known.get(profile)
  if (requirements === undefined) {
    requirements = { ...memberFields, ...profile.fields }
    known.set(profile, requirements)
  }
  return requirements
}

/** This fund's findings for a well-formed member profile: missing required fields, or fields that it doesn't accept. */
const fieldFindings = (
  { profile }: SimulatedFund,
  request: S.MemberRegistrationRequest
): ReadonlyArray<S.FundFieldError> => {
  const requirements = requirementsOf(profile)
  const findings = names.flatMap((field) => {
    const isThere = request[field] !== undefined
    if (requirements[field] === "excluded" && isThere)
      return [finding(field, "not_accepted", "This fund doesn't take this field.")]
    // A person with a single name has no first name, even if the field is required.
    return requirements[field] === "required" && !isThere && field !== "first_name" && field !== "tfn"
      ? [finding(field, "required", "This fund needs this field.")]
      : []
  })
  return [...tfnFindings(requirements.tfn, profile.tfn_exemptions_accepted, request), ...findings]
}

/** Answers registrations by the rules of the played fund. */
export const registerMember = Effect.gen(function* () {
  const fund = yield* PlayedFund
  const members = yield* Members
  const log = yield* EventLog

  const answer = (
    isNew: boolean,
    { account_number, member_number, name_masked, usi }: S.SimulatedMember
  ) => ({
    status: isNew ? 201 : 200,
    note: {
      kind: isNew ? "member_registered" : "member_known",
      summary: isNew
        ? `Registered ${name_masked} as member ${masked(member_number)}`
        : `${name_masked} is member ${masked(member_number)} already`,
      detail: { member_number: masked(member_number), usi }
    },
    body: {
      member_details: {
        member_number,
        ...(account_number === null ? {} : { account_number }),
        ...fund.additionalData
      }
    }
  })

  const refuse = <E extends { readonly status: number }>(refusal: E) =>
    Effect.andThen(log.note(byMagicValue(`Refused with ${refusal.status}`)), Effect.fail(refusal))

  const operation: OperationsIn<typeof FundApi>["registerMember"] = ({ headers, payload }) => {
    const errors = fieldFindings(fund, payload)
    if (errors.length > 0) return Effect.fail(unfit(errors))
    /** Registers the person. Only a magic value makes it refuse for a while. */
    const register = (magic?: MagicAnswer) => {
      const registration = members.register(payload, {
        idempotencyKey: headers["idempotency-key"],
        putOffTimes: magic?.does === "refuse_first" ? magic.times : 0
      })
      switch (registration._tag) {
        case "KeyReused":
          return Effect.fail(keyReused)
        case "PutOff":
          return refuse(magic?.does === "refuse_first" ? putOff(magic) : refusals[503])
        default:
          return answer(
            registration._tag === "Registered" && magic?.does !== "know_already",
            registration.member
          )
      }
    }
    const magic = magicAnswerTo(payload)
    if (magic === undefined) return register()
    switch (magic.does) {
      case "refuse":
        return refuse(refusals[magic.status])
      case "find": {
        const { code, pointer } = magic
        return refuse(unfit([{ pointer, code, detail: "A magic value asks for this answer." }]))
      }
      case "spoil":
        return Effect.as(
          log.note(byMagicValue("Answered something unusable")),
          HttpServerResponse.text(magic.body, { status: 201, contentType: "application/json" })
        )
      default:
        return Effect.gen(function* () {
          if (magic.does === "delay") yield* Effect.sleep(`${magic.seconds} seconds`)
          const given = register(magic)
          return Effect.isEffect(given) ? yield* given : given
        })
    }
  }
  return operation
})

/** Not a refusal by the fund: a magic value requested this answer. */
const byMagicValue = (did: string): Note => ({
  kind: "fault_played",
  summary: `${did}, because a magic value in the request asks for it. Nobody was registered.`
})

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
