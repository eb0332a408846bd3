import * as S from "@embedded-super/contracts/schemas"
import { type StraightAnswer, type StraightCall, StraightWay } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { lookupAnswer, lookupNote } from "./employers/EmployerLookup.http.ts"
import { EmployerBook } from "./employers/EmployerBook.ts"
import { shapeOf } from "./inspector/requestShape.ts"
import { lookupAbns, magicAnswerTo } from "./magicValues.ts"
import { fieldFindings } from "./members/acceptedFields.ts"
import { registrationJson, registrationNote } from "./members/MemberRegistration.http.ts"
import { Members } from "./members/Members.ts"
import { PlayedFund } from "./PlayedFund.ts"
import type { AgreedFlow } from "./security/agreedFlow.ts"
import { FundKey } from "./security/FundKey.ts"

/**
 * Decodes a body without excess properties. The decoder has an option for this, but with it the decoder doesn't run
 * compiled, and takes several times as long.
 */
const decoderOf = <Fields extends Schema.Struct.Fields, A>(
  schema: Schema.Codec<A, object> & { readonly fields: Fields }
) => {
  const decode = Schema.decodeUnknownOption(schema)
  const known = new Set(Object.keys(schema.fields))
  return (json: unknown): Option.Option<A> =>
    Predicate.isReadonlyObject(json) && Object.keys(json).every((name) => known.has(name))
      ? decode(json)
      : Option.none()
}
const decodeLookup = decoderOf(S.EmployerLookupRequest)
const decodeRegistration = decoderOf(S.MemberRegistrationRequest)
const decodeKey = Schema.decodeUnknownOption(Schema.UndefinedOr(S.IdempotencyKey))

const magicAbns = new Set<string>([lookupAbns.rate_limited_abn, lookupAbns.failing_abn])

/** Adds the request's shape to the log entry. */
const told = ({ headers, json }: StraightCall, { note, ...answer }: StraightAnswer): StraightAnswer => ({
  ...answer,
  note: { ...note, detail: { ...note.detail, ...shapeOf(headers, json) } }
})

/**
 * Lookups and registrations with the right API key take the fast path, unless they hold a magic value or are refused.
 */
export const StraightCalls = ({ flow }: AgreedFlow) =>
  flow !== "api_key"
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.gen(function* () {
          const way = yield* StraightWay
          const fund = yield* PlayedFund
          const key = yield* FundKey
          const book = yield* EmployerBook
          const members = yield* Members
          const isCaller = ({ headers }: StraightCall): boolean => {
            const presented = headers["x-auth-key"]
            return typeof presented === "string" && presented !== "" && key.isIt(presented)
          }

          yield* way.open("/v1/employer_lookup", (call) => {
            const asked = decodeLookup(call.json)
            if (Option.isNone(asked) || magicAbns.has(asked.value.abn) || !isCaller(call)) return undefined
            const { abn } = asked.value
            const found = book.current(abn)
            return told(call, {
              status: 200,
              text: JSON.stringify(lookupAnswer(found)),
              note: lookupNote(abn, found)
            })
          })
          yield* way.open("/v1/member_registration", (call) => {
            const asked = decodeRegistration(call.json)
            const key = decodeKey(call.headers["idempotency-key"])
            if (Option.isNone(asked) || Option.isNone(key) || !isCaller(call)) return undefined
            const profile = asked.value
            if (magicAnswerTo(profile) !== undefined || fieldFindings(fund, profile).length > 0)
              return undefined
            const registration = members.register(profile, { idempotencyKey: key.value, putOffTimes: 0 })
            // A reused Idempotency-Key of another registration changed nothing: the normal path refuses it.
            if (registration._tag === "KeyReused" || registration._tag === "PutOff") return undefined
            const isNew = registration._tag === "Registered"
            return told(call, {
              status: isNew ? 201 : 200,
              text: JSON.stringify(registrationJson(fund, registration.member)),
              note: registrationNote(isNew, registration.member)
            })
          })
        })
      )
