/** What is a repeat: a webhook-id that was seen, whole, and nothing else. A repeat is accepted. */
import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/Check.ts"
import { isAccepted, type PartnerCheck } from "../../PartnerUnderTest.ts"
import { ifFetches, ifIssues, modes } from "../judging/applies.ts"
import { isFetched, notFetched } from "../judging/calls.ts"
import { mustAccept, unchangedNotAccepted } from "../judging/deliveries.ts"

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
      const first = yield* partner.deliver(webhook)
      if (!isAccepted(first)) return unchangedNotAccepted(first)
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
      const deliver = () => partner.deliver(partner.webhook(issue, "employer_issue_created"))
      const first = yield* deliver()
      if (!isAccepted(first)) return unchangedNotAccepted(first)
      const outcome = mustAccept(yield* deliver(), "A second webhook of one issue is refused.")
      if (outcome.verdict !== "pass") return outcome
      return notObserved("Both are answered 2xx. How many notifications are shown, the kit can't see.")
    })
}

/** The same id up to its last four letters: those are other ones. */
const alike = (id: string): string =>
  id.slice(0, -4) +
  id.slice(-4).replaceAll(/[0-9a-f]/g, (digit) => ((Number.parseInt(digit, 16) + 7) % 16).toString(16))

/** Ids that the service makes at one time begin alike. */
const readsWholeId: PartnerCheck = {
  id: "DUPLICATE-2.1-2",
  level: "MUST",
  requirement: "R-4.1-9",
  title: "Two webhooks whose webhook-ids begin alike are two events.",
  hint: "Compare the whole webhook-id, which has up to 68 letters. A column that is too short cuts it off, and the beginning is that of other events of the same time.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const first = partner.entity("employer")
      const webhook = partner.webhook(first, "employer_settings_changed")
      yield* partner.deliver(webhook)
      if (!(yield* partner.until(() => isFetched(partner, first))))
        return notFetched(partner, first, "The employer isn't fetched after employer_settings_changed.")
      const other = partner.entity("employer")
      const change = partner.webhook(other, "employer_settings_changed")
      yield* partner.deliver({ ...change, id: alike(webhook.id) })
      if (yield* partner.until(() => isFetched(partner, other))) return pass
      return notFetched(
        partner,
        other,
        "A webhook is taken for a repeat because its webhook-id begins like another one's."
      )
    })
}

export const acceptsRepeats: ReadonlyArray<PartnerCheck> = [acceptsRepeat, acceptsIssueTwice, readsWholeId]
