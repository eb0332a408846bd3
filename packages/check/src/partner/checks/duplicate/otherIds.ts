import * as Effect from "effect/Effect"
import { pass } from "../../../check/outcomes.ts"
import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { ifFetches, isFetched, modes, notFetched } from "../judging.ts"

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

export const otherIds: ReadonlyArray<PartnerCheck> = [readsWholeId]
