import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { ifIssues, modes, mustAccept } from "../judging.ts"

/** A repeat that is refused comes again. */
const acceptsRepeat: PartnerCheck = {
  id: "DUPLICATE-2.1-1",
  level: "MUST",
  requirement: "D-webhook-delivery",
  title: "A delivery that comes again is answered 2xx.",
  hint: "Answer a webhook-id that you have handled as you answered it first. An insert that violates a unique key is a success here.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
      const first = mustAccept(yield* partner.deliver(webhook), "")
      if (first.verdict !== "pass") return notObserved("The first delivery is refused, too.")
      // Each attempt is signed with its own time.
      for (const age of [0, 2]) {
        const outcome = mustAccept(
          yield* partner.deliver(webhook, { age }),
          "A repeated delivery is refused."
        )
        if (outcome.verdict !== "pass") return outcome
      }
      return pass
    })
}

/** The same issue, under another webhook-id: the issue's own id is the key. */
const acceptsIssueTwice: PartnerCheck = {
  id: "DUPLICATE-6-2",
  level: "MUST",
  requirement: "R-6-21",
  also: ["R-2.2-2"],
  title: "employer_issue_created of one issue may come twice; one notification is shown.",
  hint: "The id of the issue is a stable key: insert the notification if it isn't there, and answer 2xx in both cases.",
  modes,
  independent: true,
  appliesTo: ifIssues,
  run: (partner) =>
    Effect.gen(function* () {
      const issue = partner.entity("employer_issue")
      for (const cause of ["An issue's webhook is refused.", "A second webhook of one issue is refused."]) {
        const webhook = partner.webhook(issue, "employer_issue_created")
        const outcome = mustAccept(yield* partner.deliver(webhook), cause)
        if (outcome.verdict !== "pass") return outcome
      }
      return notObserved("Both are answered 2xx. How many notifications are shown, the kit can't see.")
    })
}

export const acceptsRepeats: ReadonlyArray<PartnerCheck> = [acceptsRepeat, acceptsIssueTwice]
