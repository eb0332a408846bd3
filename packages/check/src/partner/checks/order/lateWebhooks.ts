import * as Effect from "effect/Effect"
import * as Clock from "effect/Clock"
import { pass, warn } from "../../../check/Check.ts"
import { type Entity, isAccepted, type PartnerCheck } from "../../PartnerUnderTest.ts"
import { both, ifFetches, ifIssues, modes } from "../judging/applies.ts"
import { isFetched } from "../judging/calls.ts"
import { mustAccept, unchangedNotAccepted } from "../judging/deliveries.ts"

/** Days before now, as the payload names times. */
export const ago = (days: number): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    new Date(now - days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z")
  )

/** A replay of an earlier webhook comes after the last one. */
const acceptsLate: PartnerCheck = {
  id: "ORDER-3-5",
  level: "MUST",
  requirement: "D-replays",
  title: "An earlier webhook of a completed session is answered 2xx.",
  hint: "Answer 2xx, and fetch the session as it is now. A replay comes after newer webhooks, because you asked for it.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      const session = partner.entity("onboarding_session")
      partner.advance(session, "finished")
      const earlier = partner.webhook(session, "onboarding_session_changed")
      yield* partner.deliver(partner.webhook(session, "onboarding_session_completed"))
      return mustAccept(
        yield* partner.deliver(earlier),
        "An earlier webhook of a completed session is refused."
      )
    })
}

/** A late webhook can't undo an end that was reached. */
const doesNotGoBack: PartnerCheck = {
  id: "ORDER-3-6",
  level: "SHOULD",
  requirement: "D-replays",
  title: "An earlier webhook of a completed session changes nothing at the service.",
  hint: "Let the fetched session decide. It is completed, whatever the webhook's event says.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const session = partner.entity("onboarding_session")
      partner.advance(session, "finished")
      const earlier = partner.webhook(session, "onboarding_session_changed")
      yield* partner.deliver(partner.webhook(session, "onboarding_session_completed"))
      yield* partner.until(() => isFetched(partner, session))
      yield* partner.deliver(earlier)
      yield* partner.settled(session)
      // A method that the path doesn't have (405) is a fetch done wrongly, and changes nothing.
      const change = partner
        .callbacks(session)
        .find(({ method, status }) => !["GET", "HEAD"].includes(method) && status !== 405)
      if (change === undefined) return pass
      return warn({
        cause: "An earlier webhook makes the receiver change a completed session.",
        expected: "No call but fetches.",
        actual: `${change.method}, answered ${change.status}`,
        exchange: change.id
      })
    })
}

/** Attempts go on for at least 60 hours, and a replay may be a month late. */
const acceptsOld: PartnerCheck = {
  id: "ORDER-3-7",
  level: "MUST",
  requirement: "D-webhook-delivery",
  title: "A webhook that was generated days ago is accepted, if it is signed now.",
  hint: "Compare webhook-timestamp with your clock, never inserted_at: that is when the event happened, and stays over all attempts.",
  modes,
  independent: true,
  run: (partner) =>
    Effect.gen(function* () {
      for (const days of [partner.draw.int("days", 2, 5), partner.draw.int("days", 25, 29)]) {
        const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed", {
          inserted_at: yield* ago(days)
        })
        const outcome = mustAccept(
          yield* partner.deliver(webhook),
          "A webhook is refused because it was generated days ago."
        )
        if (outcome.verdict !== "pass") return outcome
      }
      return pass
    })
}

/** The webhook of the creation may be replayed later, or have been missed. */
const acceptsUnknownIssue: PartnerCheck = {
  id: "ORDER-3-8",
  level: "MUST",
  requirement: "R-6-24",
  title: "The resolution of an issue that the receiver doesn't know is answered 2xx.",
  hint: "There is no notification to clear: answer 2xx and do nothing.",
  modes,
  independent: true,
  appliesTo: ifIssues,
  run: (partner) =>
    Effect.gen(function* () {
      const resolve = (issue: Entity) => {
        partner.advance(issue, "finished")
        return partner.deliver(partner.webhook(issue, "employer_issue_resolved"))
      }
      const known = partner.entity("employer_issue")
      yield* partner.deliver(partner.webhook(known, "employer_issue_created"))
      const usual = yield* resolve(known)
      if (!isAccepted(usual)) return unchangedNotAccepted(usual)
      return mustAccept(
        yield* resolve(partner.entity("employer_issue")),
        "The resolution of an issue that the receiver doesn't know is refused."
      )
    })
}

/** The service has resolved it already; the partner's own resolution is for its users. */
const doesNotResolveAgain: PartnerCheck = {
  id: "ORDER-3-9",
  level: "SHOULD",
  requirement: "R-6-24",
  title: "An issue that was resolved automatically isn't resolved by the receiver.",
  hint: "Clear the notification. PUT …/resolve is for an issue that your user has dealt with.",
  modes,
  independent: true,
  appliesTo: both(ifIssues, ifFetches),
  run: (partner) =>
    Effect.gen(function* () {
      const issue = partner.entity("employer_issue")
      yield* partner.deliver(partner.webhook(issue, "employer_issue_created"))
      yield* partner.until(() => isFetched(partner, issue))
      partner.advance(issue, "finished")
      yield* partner.deliver(partner.webhook(issue, "employer_issue_resolved"))
      yield* partner.settled(issue)
      const put = partner.callbacks(issue).find(({ method }) => method === "PUT")
      if (put === undefined) return pass
      return warn({
        cause: "The receiver resolves an issue that was resolved automatically.",
        expected: "No call but fetches.",
        actual: `PUT, answered ${put.status}`,
        exchange: put.id
      })
    })
}

export const lateWebhooks: ReadonlyArray<PartnerCheck> = [
  acceptsLate,
  doesNotGoBack,
  acceptsOld,
  acceptsUnknownIssue,
  doesNotResolveAgain
]
