/** A webhook is worked off though its time is that of another one, or long ago, or a newer one of another entity came before. */
import * as Effect from "effect/Effect"
import { pass } from "../../../check/Check.ts"
import type { Entity, PartnerCheck, PartnerUnderTest } from "../../PartnerUnderTest.ts"
import { ifFetches, modes } from "../judging/applies.ts"
import { fetchesOf, isFetched, notCalled, notFetched } from "../judging/calls.ts"
import { ago } from "./lateWebhooks.ts"

const fetchedMore = (partner: PartnerUnderTest, entity: Entity, than: number) =>
  partner.until(() => fetchesOf(partner, entity).length > than)

/** The order holds within an entity only. */
const keepsEntitiesApart: PartnerCheck = {
  id: "ORDER-3-10",
  level: "MUST",
  requirement: "R-4.1-9",
  title: "An entity is fetched though a newer webhook of another entity came before.",
  hint: "Different entities don't wait for each other. If you compare times, compare those of one entity.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const [newer, older] = [partner.entity("employer"), partner.entity("employer")]
      // Of the same hour: that it is old by itself is a check of its own.
      const earlier = partner.webhook(older, "employer_settings_changed")
      yield* partner.deliver(partner.webhook(newer, "employer_settings_changed"))
      yield* partner.until(() => isFetched(partner, newer))
      yield* partner.deliver(earlier)
      return (yield* partner.until(() => isFetched(partner, older)))
        ? pass
        : notFetched(
            partner,
            older,
            "An entity isn't fetched because its webhook is older than one of another entity."
          )
    })
}

/** inserted_at has whole seconds, in which an entity may change twice. */
const sameSecond: PartnerCheck = {
  id: "ORDER-3-11",
  level: "MUST",
  requirement: "R-4.1-9",
  title: "A second change of an entity within the same second is followed by a fetch of its own.",
  hint: "Recognise repeats by webhook-id. inserted_at is no key: two events of one entity may have the same.",
  modes,
  restsOn: ["ORDER-3-3"],
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const employer = partner.entity("employer")
      const first = partner.webhook(employer, "employer_settings_changed")
      yield* partner.deliver(first)
      if (!(yield* partner.until(() => isFetched(partner, employer))))
        return notFetched(partner, employer, "The employer isn't fetched after employer_settings_changed.")
      const before = fetchesOf(partner, employer).length
      const inserted_at = first.payload["inserted_at"]
      yield* partner.deliver(partner.webhook(employer, "employer_settings_changed", { inserted_at }))
      if (yield* fetchedMore(partner, employer, before)) return pass
      return notCalled(partner, employer, {
        cause: "A second change of an entity isn't followed by a fetch, because both have one inserted_at.",
        expected: "A GET of the employer for each webhook-id",
        actual: "No call after the first one."
      })
    })
}

/** Attempts go on for days after an outage, and a replay may be weeks late. */
const worksOffOld: PartnerCheck = {
  id: "ORDER-3-12",
  level: "MUST",
  requirement: "R-4.1-9",
  title: "After a webhook that was generated days ago, the entity is fetched.",
  hint: "Fetch the entity however old inserted_at is. What came late is the only word of that change.",
  modes,
  restsOn: ["ORDER-3-10"],
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const today = partner.entity("employer")
      yield* partner.deliver(partner.webhook(today, "employer_settings_changed"))
      if (!(yield* partner.until(() => isFetched(partner, today))))
        return notFetched(partner, today, "The employer isn't fetched after employer_settings_changed.")
      for (const days of [partner.draw.int("days", 2, 5), partner.draw.int("days", 25, 29)]) {
        const employer = partner.entity("employer")
        const inserted_at = yield* ago(days)
        yield* partner.deliver(partner.webhook(employer, "employer_settings_changed", { inserted_at }))
        if (yield* partner.until(() => isFetched(partner, employer))) continue
        return notFetched(
          partner,
          employer,
          "An entity isn't fetched because its webhook was generated days ago."
        )
      }
      return pass
    })
}

export const eachChange: ReadonlyArray<PartnerCheck> = [keepsEntitiesApart, sameSecond, worksOffOld]
