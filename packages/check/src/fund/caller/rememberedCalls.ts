/**
 * Remembers the calls of a run that were in good order. A call that a check sends in a wrong form on purpose isn't one of them: a
 * call with headers, a payload or credentials of its own, a body that the specification or the profile rules out, and data for
 * which the profile announces a failure.
 */
import { type MemberField, memberFields } from "@embedded-super/contracts/member-fields"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import {
  employerDetails,
  employerLookup,
  memberRegistration
} from "@embedded-super/rules/calls/FundOperation"
import { requirementOf } from "@embedded-super/rules/profile/readProfile"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { CallOptions, Operation, Registration, ValidCall } from "../FundUnderTest.ts"
import { isSuccess } from "../checks/shared/answers.ts"

const requests: { readonly [Name in Operation]: Schema.Codec<unknown, unknown> } = {
  registration: memberRegistration.request as Schema.Codec<unknown, unknown>,
  lookup: employerLookup.request as Schema.Codec<unknown, unknown>,
  details: employerDetails.request as Schema.Codec<unknown, unknown>
}

const isUsual = ({
  credentials,
  headers,
  method,
  once = false,
  path,
  payload,
  plainHttp = false,
  suggested = false,
  timeout
}: CallOptions): boolean =>
  [credentials, headers, method, path, payload, timeout].every((given) => given === undefined) &&
  !(once || plainHttp || suggested)

const fieldNames = Object.keys(memberFields) as ReadonlyArray<MemberField>

/** Whether a registration has the fields that the profile asks for, and no other. */
const fits = (
  { fields, tfn_exemptions_accepted }: FundProfile,
  body: Readonly<Record<string, unknown>>
): boolean => {
  const isExempt = body["tfn_exemption_type"] !== undefined
  return (
    (!isExempt || tfn_exemptions_accepted) &&
    fieldNames.every((field) => {
      const isThere = body[field] !== undefined
      const requirement = requirementOf(fields, field)
      if (requirement === "required") return isThere || (field === "tfn" && isExempt)
      return requirement === "optional" || !isThere
    })
  )
}

export const makeValidCalls = (profile: FundProfile) => {
  const all: Array<ValidCall> = []
  const { failing_abn, failing_email, rate_limited_abn, rate_limited_email } = profile.check ?? {}
  const announced = new Set<unknown>([failing_abn, failing_email, rate_limited_abn, rate_limited_email])

  const isValid = ({ body, operation }: Pick<ValidCall, "body" | "operation">): boolean =>
    Predicate.isReadonlyObject(body) &&
    Object.values(body).every((value) => value === undefined || !announced.has(value)) &&
    Result.isSuccess(Schema.decodeUnknownResult(requests[operation], { onExcessProperty: "error" })(body)) &&
    (operation !== "registration" || fits(profile, body as Readonly<Record<string, unknown>>))

  return {
    all: (): ReadonlyArray<ValidCall> => all,
    note: (call: ValidCall, options: CallOptions): void => {
      if (isUsual(options) && isValid(call)) all.push(call)
    }
  }
}

/** Remembers the registrations of one run, in memory only: their bodies hold tax file numbers, which aren't real. */
export const makeRegistrations = () => {
  const all: Array<Registration> = []
  return {
    all: (): ReadonlyArray<Registration> => all,
    note: ({
      answer,
      body,
      idempotencyKey
    }: Omit<Registration, "body" | "endedAt"> & { readonly body: unknown }): Effect.Effect<void> =>
      Effect.map(Clock.currentTimeMillis, (endedAt) => {
        if (isSuccess(answer) && Predicate.isReadonlyObject(body))
          all.push({ answer, body: body as Registration["body"], idempotencyKey, endedAt })
      })
  }
}
