/** A registration that is refused leaves no member. It shows only where a fund answers a known person otherwise: 200 for 201. */
import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { isSuccess, warned } from "../shared/answers.ts"
import { type Person, registers } from "../shared/registering.ts"

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

export const refusedKeepsNothing: FundCheck = {
  id: "ERRORS-7-8",
  level: "SHOULD",
  requirement: "D-member-registration",
  title: "A registration that is answered 400 leaves no member.",
  hint: "Validate before anything is written, or undo what was written before the refusal. Otherwise a person is a member without a number that anybody was told.",
  modes: ["dev", "certify"],
  independent: true,
  appliesTo: registers,
  run: (fund) =>
    Effect.gen(function* () {
      const known = fund.member()
      const created = yield* fund.register(known, ONCE)
      const existing = yield* fund.register(known, ONCE)
      if (created.status !== 201 || existing.status !== 200)
        return notObserved(
          "The fund answers a new person and a member with the same status. Answer 201 to a new one and 200 to a member to have this checked."
        )
      const wrong = unusableField(fund)
      const [field] = Object.keys(wrong ?? {})
      if (wrong === undefined) return notObserved("The fund takes no field that could be made unusable.")
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
