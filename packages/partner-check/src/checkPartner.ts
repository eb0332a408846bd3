/**
 * Checks a partner: the kit as a function. The command line and the tests use it. While it runs, it listens at the
 * settings' `service_url` and plays the service there.
 *
 * The trap: the receiver has to be set up with that address, the keys and the secrets before. A receiver that knows another
 * service refuses every delivery, and looks broken.
 */
import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import { makeExchanges } from "@embedded-super/conformance/exchange/Exchanges"
import type { Progress } from "@embedded-super/conformance/run/Progress"
import { runKit } from "@embedded-super/conformance/run/runKit"
import { select } from "@embedded-super/conformance/run/select"
import type { CheckMode, CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { kit } from "./kit.ts"
import { makePartnerUnderTest } from "./makePartnerUnderTest.ts"
import type { PartnerUnderTest } from "./PartnerUnderTest.ts"
import type { PartnerSettings } from "./settings/PartnerSettings.ts"

export interface CheckPartnerOptions {
  readonly settings: PartnerSettings
  readonly mode: CheckMode
  readonly seed: number
  /** Groups and ids; empty or left out for all. */
  readonly names?: ReadonlyArray<string>
  /** Once the played service listens, before the first delivery. */
  readonly onListening?: (serviceUrl: string) => Effect.Effect<void>
  readonly onProgress?: (progress: Progress) => Effect.Effect<void>
}

/** Fails if nothing accepts deliveries. An unsigned one is sent, which a correct receiver refuses. */
const requireReachable = Effect.fnUntraced(function* (
  partner: PartnerUnderTest,
  url: string
): Effect.fn.Return<void, CannotRun> {
  const webhook = partner.webhook(partner.entity("employer"), "employer_settings_changed")
  const { failure } = yield* partner.deliver(webhook, { signers: [] })
  if (failure !== "connection_refused") return
  const sentence = `The receiver can't be reached at ${new URL(url).origin}: nothing accepts connections there. Start it, or correct receiver_url.`
  return yield* new CannotRun({ reason: "unreachable", sentence })
})

/** Runs the checks of this mode, and reports. */
export const checkPartner = (options: CheckPartnerOptions): Effect.Effect<CheckReport, CannotRun> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { mode, names = [], onListening, onProgress, seed, settings } = options
      const selected = yield* select(kit, mode, names)
      const exchanges = makeExchanges()
      const { serviceUrl, worldOf } = yield* makePartnerUnderTest(settings, exchanges)
      yield* onListening?.(serviceUrl) ?? Effect.void
      yield* requireReachable(worldOf(undefined), settings.receiver_url)
      return yield* runKit({
        kit: selected,
        worldOf: (_, { id }) => worldOf(id),
        mode,
        seed,
        subject: { name: settings.name, address: new URL(settings.receiver_url).origin },
        exchanges,
        ...(names.length === 0 ? {} : { selection: names.map((name) => name.toUpperCase()) }),
        ...(onProgress === undefined ? {} : { onProgress })
      })
    })
  )
