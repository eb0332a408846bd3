import * as Effect from "effect/Effect"
import { pass, warn } from "../../../check/Check.ts"
import type { Callback, Entity, PartnerCheck } from "../../PartnerUnderTest.ts"
import { ifFetches, modes } from "../judging/applies.ts"
import { fetchesOf, isFetched, noCall, notCalled, notFetched, polls } from "../judging/calls.ts"

/** Progress, the form, completion: the data of the end is fetched. */
const fetchesFinalData: PartnerCheck = {
  id: "ORDER-3-1",
  level: "MUST",
  requirement: "R-4.1-9",
  title: "After onboarding_session_completed the session is fetched, though it was fetched before.",
  hint: "Fetch the session for each webhook-id that is new. The id of the session is no key against repeats: it is the same in all its webhooks.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const session = partner.entity("onboarding_session")
      yield* partner.deliver(partner.webhook(session, "onboarding_session_changed"))
      if (!(yield* partner.until(() => isFetched(partner, session))))
        return notFetched(partner, session, "The session isn't fetched after onboarding_session_changed.")
      const before = fetchesOf(partner, session).length
      partner.advance(session, "finished")
      yield* partner.deliver(partner.webhook(session, "onboarding_session_completed"))
      if (yield* partner.until(() => fetchesOf(partner, session).length > before)) return pass
      return notCalled(partner, session, {
        cause: "A session isn't fetched again after onboarding_session_completed.",
        expected: "GET of the session after its completion",
        actual: "No call after the one for onboarding_session_changed."
      })
    })
}

/** A waiting `changed` is replaced by what follows it, so completion may be the first webhook. */
const acceptsCompletionFirst: PartnerCheck = {
  id: "ORDER-3-2",
  level: "MUST",
  requirement: "R-4.1-9",
  title: "A session is fetched after onboarding_session_completed, though no webhook came before.",
  hint: "Don't require an earlier onboarding_session_changed: it isn't sent if a newer webhook of the session replaced it.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const session = partner.entity("onboarding_session")
      partner.advance(session, "finished")
      yield* partner.deliver(partner.webhook(session, "onboarding_session_completed"))
      return (yield* partner.until(() => isFetched(partner, session)))
        ? pass
        : notFetched(
            partner,
            session,
            "A completed session isn't fetched if no earlier webhook announced it."
          )
    })
}

/** Each change of a session is a webhook of its own. */
const fetchesEachChange: PartnerCheck = {
  id: "ORDER-3-3",
  level: "MUST",
  requirement: "R-4.1-9",
  title: "A second onboarding_session_changed is followed by a fetch of its own.",
  hint: "Recognise repeats by webhook-id, not by the entity and its event.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const session = partner.entity("onboarding_session")
      yield* partner.deliver(partner.webhook(session, "onboarding_session_changed"))
      if (!(yield* partner.until(() => isFetched(partner, session))))
        return notFetched(partner, session, "The session isn't fetched after onboarding_session_changed.")
      const before = fetchesOf(partner, session).length
      yield* partner.deliver(partner.webhook(session, "onboarding_session_changed"))
      if (yield* partner.until(() => fetchesOf(partner, session).length > before)) return pass
      return notCalled(partner, session, {
        cause: "A second onboarding_session_changed of a session isn't followed by a fetch.",
        expected: "A GET of the session for each webhook-id",
        actual: "No call after the first one."
      })
    })
}

/** More than a receiver needs: the data, the form, and one repeat of each. */
const enough = 6

/** Fetches of the session itself: one, and one repeat. */
const fetches = 2

/** How long it is watched: a receiver that polls every few hundred milliseconds is seen. */
const WATCHED_MS = 700

const isOfItself =
  ({ url }: Entity) =>
  ({ path }: Callback): boolean =>
    path === new URL(url).pathname

const endsWithCompletion: PartnerCheck = {
  id: "ORDER-3-4",
  level: "SHOULD",
  requirement: "R-6-13",
  title: "A session isn't polled after its last webhook.",
  hint: "Nothing follows onboarding_session_completed: fetch once, and stop the timer that polls. A number that comes later has a webhook of its own, employee_changed.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const session = partner.entity("onboarding_session")
      partner.advance(session, "finished")
      yield* partner.deliver(partner.webhook(session, "onboarding_session_completed"))
      if (!(yield* partner.until(() => isFetched(partner, session)))) return noCall(partner, session)
      yield* Effect.all([partner.settled(session), Effect.sleep(WATCHED_MS)], { concurrency: 2 })
      const calls = partner.callbacks(session)
      if (calls.length <= enough && fetchesOf(partner, session).filter(isOfItself(session)).length <= fetches)
        return pass
      return warn({
        cause: "A session is polled after its last webhook.",
        root: polls,
        expected: "One fetch",
        actual: `${calls.length} calls, without another webhook.`,
        exchange: calls.at(-1)!.id
      })
    })
}

export const followsCompletion: ReadonlyArray<PartnerCheck> = [
  fetchesFinalData,
  acceptsCompletionFirst,
  fetchesEachChange,
  endsWithCompletion
]
