import * as Effect from "effect/Effect"
import { fail, notObserved, pass } from "../../../check/outcomes.ts"
import type { PartnerCheck, Which } from "../../PartnerUnderTest.ts"
import { both, conversionsOf, ifConverts, ifFetches, modes, notCalled } from "../judging.ts"

/** A complete intent becomes a session. */
const createsSession: PartnerCheck = {
  id: "CALLBACK-4.1-7",
  level: "MUST",
  requirement: "R-6-16",
  also: ["R-1-10", "R-4.1-7", "R-4.1-8"],
  title: "After onboarding_intent_completed the session is created from the intent.",
  hint: "POST /api/v1/onboarding-session-intent/{id}/onboarding-session with the key of the intent's product. The body may be left out: then send no Content-Type, or application/json. Some clients add application/x-www-form-urlencoded to each POST.",
  modes,
  independent: true,
  appliesTo: ifConverts,
  run: (partner) =>
    Effect.gen(function* () {
      for (const product of [0, 1] as ReadonlyArray<Which>) {
        const intent = partner.entity("onboarding_session_intent", { product })
        partner.advance(intent, "finished")
        yield* partner.deliver(partner.webhook(intent, "onboarding_intent_completed"))
        const isMade = () => conversionsOf(partner, intent).some(({ status }) => status === 201)
        if (yield* partner.until(isMade)) continue
        const last = conversionsOf(partner, intent).at(-1)
        const expected = "POST …/onboarding-session, answered 201"
        if (last === undefined)
          return notCalled(partner, intent, {
            cause: "No session is created from a complete intent.",
            expected,
            actual: "No POST."
          })
        return fail({
          cause:
            last.status === 415
              ? "The call that creates the session of an intent is refused because of its Content-Type."
              : "The call that creates the session of an intent is refused.",
          expected,
          actual: `POST, answered ${last.status}`,
          exchange: last.id
        })
      }
      return pass
    })
}

/** The contents of the intent decide, so it is fetched first. */
const fetchesFirst: PartnerCheck = {
  id: "CALLBACK-4.1-8",
  level: "MUST",
  requirement: "R-4.1-10",
  title: "An intent is fetched before its session is created.",
  hint: "Fetch the intent from url, then create the session: the intent names the employee, and whether it has a session already.",
  modes,
  independent: true,
  appliesTo: both(ifFetches, ifConverts),
  run: (partner) =>
    Effect.gen(function* () {
      const intent = partner.entity("onboarding_session_intent")
      partner.advance(intent, "finished")
      yield* partner.deliver(partner.webhook(intent, "onboarding_intent_completed"))
      if (!(yield* partner.until(() => conversionsOf(partner, intent).length > 0)))
        return notObserved("No session is created.")
      const calls = partner.callbacks(intent)
      const fetched = calls.find(({ method, status }) => method === "GET" && status === 200)
      const made = conversionsOf(partner, intent)[0]!
      if (fetched !== undefined && calls.indexOf(fetched) < calls.indexOf(made)) return pass
      return fail({
        cause: "A session is created from an intent that wasn't fetched before.",
        expected: "GET of the intent, then POST …/onboarding-session",
        actual: "POST …/onboarding-session first.",
        exchange: made.id
      })
    })
}

export const conversions: ReadonlyArray<PartnerCheck> = [createsSession, fetchesFirst]
