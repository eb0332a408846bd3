import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import { unlessLimited } from "../../caller/pace.ts"
import { atEachOperation, failed, isServerError, isSuccess, warned } from "../shared/answers.ts"
import { judgeInvalid } from "../shared/refusing.ts"
import { nouns, type Person, registers, validRefused } from "../shared/registering.ts"

const FRAMEWORK = "Map the framework's own refusal (422, 500, or 200 with an error in the body) to 400."

/** The body without the field that every call of the operation has. */
const incomplete = ({ body, operation }: Offer): unknown =>
  operation === "registration" ? { ...(body() as object), family_name: undefined } : {}

const missing = {
  registration: { field: "family_name", check: "SCHEMA-7-1" },
  lookup: { field: "abn", check: "SCHEMA-7-6" },
  details: { field: "abn", check: undefined }
} as const

/** A fund that never looks for the field makes the mistake of the other check; one that refuses it otherwise, its own. */
const judgeMissing = ({ operation }: Offer, answer: Answer, what: string): Outcome => {
  const { check, field } = missing[operation]
  const outcome = judgeInvalid(answer, { what, where: ` (${field} is missing)`, accepted: "fail" })
  const isUnseen = isSuccess(answer) || isServerError(answer)
  return "cause" in outcome && isUnseen
    ? {
        ...outcome,
        ...(check === undefined ? {} : { explainedBy: [check] }),
        hint: `Check that ${field} is there before you use it, and answer 400 if it isn't. ${FRAMEWORK}`
      }
    : outcome
}

export const validationIs400: FundCheck = {
  id: "ERRORS-7-1",
  level: "MUST",
  requirement: "R-7-1",
  also: ["R-4.2-7", "R-4.2-14", "R-7-10"],
  title: "A call that fails validation is answered 400.",
  hint: `${FRAMEWORK} 401 and 403 stop the service, 429 and 5xx make it repeat the call.`,
  modes: ["dev", "certify", "probe"],
  independent: true,
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      Effect.gen(function* () {
        const { body, operation } = offer
        const what = `a ${nouns[operation]} that fails validation`
        const limited = yield* unlessLimited(fund.call(operation, incomplete(offer)))
        if (limited !== undefined) return judgeMissing(offer, limited, what)
        // With a rate limit, this check ends here.
        yield* fund.call(operation, body())
        const answer = yield* fund.call(operation, incomplete(offer), { once: true })
        return answer.status !== 429
          ? judgeMissing(offer, answer, what)
          : failed(answer, {
              cause: `The fund answers ${what} like a call too many, so the service repeats it.`,
              expected: "400.",
              hint: "You refuse it rightly: answer 400 in place of 429, after which the service repeats a call that can't succeed."
            })
      })
    )
}

export const validIsNoError: FundCheck = {
  id: "ERRORS-7-5",
  level: "MUST",
  requirement: "R-7-7",
  title: "A call in good order is answered 2xx, at the latest when it is repeated.",
  hint: "Look for this call in your log. 5xx is for a temporary issue: the service repeats the call three times, and gives up.",
  modes: ["dev", "certify", "probe"],
  independent: true,
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.map(fund.call(operation, body()), (answer) =>
        isSuccess(answer) ? pass : validRefused(operation, answer)
      )
    )
}

const unusable: ReadonlyArray<readonly [keyof Person & string, string]> = [
  ["postcode", "none"],
  ["state", "none"],
  ["phone_number", "none"],
  ["employment_start_date", "2026-02-30"]
]

/** A field that says nothing about who the person is. */
const unusableField = (fund: FundUnderTest): Person | undefined => {
  const found = unusable.find(([field]) => fund.takes(field as "postcode") !== "excluded")
  return found === undefined ? undefined : { [found[0]]: found[1] }
}

/** A repeat of a call that failed would be that of a known person. */
const ONCE = { once: true } as const

/** It shows only where a fund answers a known person otherwise than a new one: 200 for 201. */
export const refusedKeepsNothing: FundCheck = {
  id: "ERRORS-7-8",
  level: "SHOULD",
  requirement: "D-member-registration",
  title: "A registration that is answered 400 leaves no member.",
  hint: "Validate before anything is written, or undo what was written before the refusal. Otherwise a person is a member without a number that anybody was told.",
  modes: ["dev", "certify"],
  independent: true,
  appliesTo: registers,
  lacks: (fund) =>
    unusableField(fund) === undefined
      ? `The profile excludes each field that could be made unusable: ${unusable.map(([field]) => field).join(", ")}.`
      : undefined,
  run: (fund) =>
    Effect.gen(function* () {
      const known = fund.member()
      const created = yield* fund.register(known, ONCE)
      const existing = yield* fund.register(known, ONCE)
      if (created.status !== 201 || existing.status !== 200)
        return notObserved(
          "The fund answers a new person and a member with the same status. Answer 201 to a new one and 200 to a member to have this checked."
        )
      const wrong = unusableField(fund) ?? {}
      const [field] = Object.keys(wrong)
      const person = fund.member()
      const refused = yield* fund.register({ ...person, ...wrong }, ONCE)
      if (refused.status !== 400)
        return notObserved(
          `The fund doesn't answer 400 to an unusable ${field}: have it check that, to see what a refusal leaves.`
        )
      const corrected = yield* fund.register(person, ONCE)
      if (!isSuccess(corrected)) return notObserved("The corrected registration isn't accepted.")
      return corrected.status === 200
        ? warned(corrected, {
            cause: "The fund keeps a person as a member whose registration it refused.",
            expected: "201: nobody was registered before.",
            actual: "200, as to a person who is a member already."
          })
        : pass
    })
}
