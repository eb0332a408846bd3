/**
 * The settings of the payroll application: the service, the product that calls it, and whether a completed intent becomes a
 * session at once.
 *
 * Guide: partners/wattle-payroll
 */
import { SimulatorAddress, State, settingOf } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

interface Kept {
  /** The product in whose name the payroll calls the service. */
  readonly productId: string | undefined
  readonly serviceUrl: string | undefined
  /** Whether a completed intent becomes a session at once. */
  readonly convertsIntents: boolean
}

const initial: Kept = { productId: undefined, serviceUrl: undefined, convertsIntents: true }

export class PayrollSettings extends Context.Service<
  PayrollSettings,
  {
    readonly productId: () => string | undefined
    /** The service's URL, without a trailing slash. */
    readonly serviceUrl: () => string | undefined
    /** The service's origin, for the page's policy. */
    readonly serviceOrigin: () => string | undefined
    /** Whether the command line named the service, which no page can change. */
    readonly isServiceFixed: boolean
    readonly convertsIntents: () => boolean
    readonly change: (change: Partial<Kept>) => void
    /** The origin of the payroll application, which has to be among the product's target origins. */
    readonly ownOrigin: string
  }
>()("@embedded-super/partner-simulator/PayrollSettings") {
  static readonly layer = (fixedUrl: string | undefined) =>
    Layer.effect(
      PayrollSettings,
      Effect.gen(function* () {
        const state = yield* State
        const { url } = yield* SimulatorAddress
        const kept = settingOf(state, "payroll_settings", initial)
        const serviceUrl = () => (fixedUrl ?? kept.get().serviceUrl)?.replace(/\/+$/, "")
        return PayrollSettings.of({
          productId: () => kept.get().productId,
          serviceUrl,
          serviceOrigin: () => {
            const known = serviceUrl()
            return known === undefined || !URL.canParse(known) ? undefined : new URL(known).origin
          },
          isServiceFixed: fixedUrl !== undefined,
          convertsIntents: () => kept.get().convertsIntents,
          change: (change) => kept.set({ ...kept.get(), ...change }),
          ownOrigin: new URL(url).origin
        })
      })
    )
}
