import { type WebhookEventName, webhookEvents } from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import { pass, fail } from "../../../check/Check.ts"
import type { PartnerCheck, PartnerUnderTest, Which } from "../../PartnerUnderTest.ts"
import { both, ifConverts, ifFetches, ifIssues, ifTwoProducts, modes } from "../judging/applies.ts"
import { isFetched, notFetched, notCalled } from "../judging/calls.ts"
import { callTheUrl } from "../judging/fixes.ts"
import { conversionsOf, noSession } from "../judging/sessions.ts"

interface Fetching {
  readonly n: number
  readonly event: WebhookEventName
  readonly requirement: string
  readonly also?: ReadonlyArray<string>
  readonly what: string
  readonly product?: Which
  readonly hint: string
  readonly appliesTo?: (partner: PartnerUnderTest) => true | string
}

const fetchings: ReadonlyArray<Fetching> = [
  {
    n: 1,
    event: "employer_settings_changed",
    requirement: "R-6-5",
    what: "the employer",
    hint: callTheUrl
  },
  {
    n: 2,
    event: "onboarding_session_changed",
    requirement: "R-4.1-9",
    what: "the session",
    hint: callTheUrl
  },
  {
    n: 3,
    event: "onboarding_intent_completed",
    requirement: "R-4.1-10",
    what: "the intent",
    hint: callTheUrl,
    appliesTo: ifConverts
  },
  {
    n: 4,
    event: "employer_issue_created",
    requirement: "R-6-20",
    what: "the issue",
    hint: "Fetch the issue, and show its kind and recommended_actions to the employer.",
    appliesTo: ifIssues
  },
  {
    n: 5,
    event: "employee_changed",
    requirement: "R-4.1-9",
    what: "the employee",
    hint: "A member number came after the session's last webhook: fetch the employee, and take over the number."
  },
  {
    n: 6,
    event: "employer_settings_changed",
    requirement: "R-2.1-10",
    also: ["R-5-3"],
    what: "an entity of the second product",
    product: 1,
    hint: "Set up your software with both products, and work off the webhooks of each. If it knows one product alone, leave only that in the settings.",
    appliesTo: ifTwoProducts
  }
]

const checkOf = ({
  also = [],
  appliesTo,
  event,
  hint,
  n,
  product = 0,
  requirement,
  what
}: Fetching): PartnerCheck => ({
  id: `CALLBACK-4.1-${n}`,
  level: "MUST",
  requirement,
  also,
  title: `After ${event}, ${what} is fetched with the key of its product.`,
  hint,
  modes,
  independent: true,
  appliesTo: appliesTo === undefined ? ifFetches : both(ifFetches, appliesTo),
  run: (partner) =>
    Effect.gen(function* () {
      const entity = partner.entity(webhookEvents[event].subject, { product })
      if (event === "onboarding_intent_completed") partner.advance(entity, "finished")
      yield* partner.deliver(partner.webhook(entity, event))
      return (yield* partner.until(() => isFetched(partner, entity)))
        ? pass
        : notFetched(
            partner,
            entity,
            `${what[0]!.toUpperCase()}${what.slice(1)} isn't fetched after ${event}.`
          )
    })
})

export const fetches: ReadonlyArray<PartnerCheck> = fetchings.map(checkOf)

/** A complete intent becomes a session. */
const createsSessionOf = (
  product: Which,
  cause: string,
  check: Pick<PartnerCheck, "id" | "requirement" | "also" | "title" | "hint" | "appliesTo">
): PartnerCheck => ({
  ...check,
  level: "MUST",
  fixes: {
    "The call that creates the session of an intent is refused.":
      "Look at the code of the answer. The call needs the key of the intent's product, and no body: what the contract doesn't name is refused.",
    "The call that creates the session of an intent is refused because of its Content-Type.":
      "The body may be left out: then send no Content-Type, or application/json. Some clients add application/x-www-form-urlencoded to each POST."
  },
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const intent = partner.entity("onboarding_session_intent", { product })
      partner.advance(intent, "finished")
      yield* partner.deliver(partner.webhook(intent, "onboarding_intent_completed"))
      const isMade = () => conversionsOf(partner, intent).some(({ status }) => status === 201)
      if (yield* partner.until(isMade)) return pass
      const last = conversionsOf(partner, intent).at(-1)
      const expected = "POST …/onboarding-session, answered 201"
      if (last === undefined) return notCalled(partner, intent, { cause, expected, actual: "No POST." })
      return fail({
        cause:
          last.status === 415
            ? "The call that creates the session of an intent is refused because of its Content-Type."
            : "The call that creates the session of an intent is refused.",
        expected,
        actual: `POST, answered ${last.status}`,
        exchange: last.id
      })
    })
})

const createsSessions: ReadonlyArray<PartnerCheck> = [
  createsSessionOf(0, "No session is created from a complete intent.", {
    id: "CALLBACK-4.1-7",
    requirement: "R-6-16",
    also: ["R-1-10", "R-4.1-7", "R-4.1-8"],
    title: "After onboarding_intent_completed the session is created from the intent.",
    hint: "POST /api/v1/onboarding-session-intent/{id}/onboarding-session, with the key of the intent's product.",
    appliesTo: ifConverts
  }),
  createsSessionOf(1, "No session is created from a complete intent of the second product.", {
    id: "CALLBACK-4.1-16",
    requirement: "R-5-3",
    also: ["R-6-16"],
    title: "The session of the second product's intent is created with the key of that product.",
    hint: "Select the key by product_id for this call, too, and work off the intents of each product.",
    appliesTo: both(ifConverts, ifTwoProducts)
  })
]

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
        return noSession(partner, intent)
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

export const conversions: ReadonlyArray<PartnerCheck> = [...createsSessions, fetchesFirst]
