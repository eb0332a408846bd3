import * as Effect from "effect/Effect"
import { pass } from "../../../check/outcomes.ts"
import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { ifFetches, isFetched, modes, notFetched } from "../judging.ts"

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

export const otherEntities: ReadonlyArray<PartnerCheck> = [keepsEntitiesApart]
