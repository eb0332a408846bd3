/**
 * Checks a partner: the kit as a function. The command line and the tests use it. While it runs, it listens at the
 * settings' `service_url` and plays the service there.
 *
 * The trap: the receiver has to be set up with that address, the keys and the secrets before. A receiver that knows another
 * service refuses every delivery, and looks broken.
 */
import type { CheckMode, CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { type Kit, eachRun, notMade } from "../check/Check.ts"
import { type CannotRun, usage } from "../cli/CannotRun.ts"
import { requireReachable } from "../cli/reachable.ts"
import { makeExchanges } from "../exchange/Exchange.ts"
import { runKit } from "../run/runKit.ts"
import type { RunRequest } from "../run/RunRequest.ts"
import { select } from "../run/select.ts"
import { kit } from "./kit.ts"
import { makePartnerUnderTest } from "./makePartnerUnderTest.ts"
import type { PartnerUnderTest } from "./PartnerUnderTest.ts"
import type { PartnerSettings } from "./PartnerSettings.ts"

/** The problems of the played service lead to `docsUrl`, too. */
export interface CheckPartnerOptions extends RunRequest {
  readonly settings: PartnerSettings
  /** Once the played service listens, before the first delivery. */
  readonly onListening?: (serviceUrl: string) => Effect.Effect<void>
}

/** A busy receiver may accept or refuse a delivery later: that proves nothing. */
const observed = (kit: Kit<PartnerUnderTest>, mode: CheckMode): Kit<PartnerUnderTest> =>
  eachRun(kit, (run, partner) =>
    Effect.map(run, (outcome) => {
      const busy = partner.busy()
      return busy === undefined ? outcome : notMade(mode, `The receiver was busy (${busy.status}).`)
    })
  )

/**
 * A certificate says that a partner may go live. All that `declared` leaves out is optional for that, but for the fetch, which
 * the description demands after each webhook (R-4.1-9).
 */
const FETCHES_NOTHING =
  "A certifying run checks that each entity is fetched, as every partner has to: set fetches_entities to true, or choose another mode."

/** Runs the checks of this mode, and reports. */
export const checkPartner = (options: CheckPartnerOptions): Effect.Effect<CheckReport, CannotRun> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { docsUrl, mode, names, onListening, settings } = options
      const selected = yield* select(kit, mode, names)
      if (mode === "certify" && !settings.declared.fetches_entities) return yield* usage(FETCHES_NOTHING)
      const exchanges = makeExchanges()
      const { serviceUrl, worldOf } = yield* makePartnerUnderTest(settings, exchanges, docsUrl)
      yield* onListening?.(serviceUrl) ?? Effect.void
      yield* requireReachable([new URL(settings.receiver_url)], {
        subject: "The receiver",
        correct: "Correct receiver_url in the settings.",
        start: "Start it, or correct receiver_url in the settings."
      })
      return yield* runKit({
        ...options,
        kit: observed(selected, mode),
        worldOf: (draws, { id }) => worldOf(draws, id),
        subject: { name: settings.name, address: new URL(settings.receiver_url).origin },
        exchanges
      })
    })
  )
