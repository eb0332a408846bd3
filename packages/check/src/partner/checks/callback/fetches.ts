import { type WebhookEventName, webhookEvents } from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import { pass } from "../../../check/outcomes.ts"
import type { PartnerCheck, PartnerUnderTest, Which } from "../../PartnerUnderTest.ts"
import { both, ifFetches, ifIssues, isFetched, modes, notFetched } from "../judging.ts"

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

const urlHint = "Call the url of the payload, with the key that product_id selects in the header X-API-Key."

const fetchings: ReadonlyArray<Fetching> = [
  {
    n: 1,
    event: "employer_settings_changed",
    requirement: "R-6-5",
    what: "the employer",
    hint: urlHint
  },
  {
    n: 2,
    event: "onboarding_session_changed",
    requirement: "R-4.1-9",
    what: "the session",
    hint: urlHint
  },
  {
    n: 3,
    event: "onboarding_intent_completed",
    requirement: "R-4.1-10",
    what: "the intent",
    hint: urlHint
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
    hint: "Keep one key for each product, and select it by product_id. With another product's key an entity isn't found."
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
