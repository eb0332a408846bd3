import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Whether the fund with an ABN is a regulated self-managed super fund; `unknown`: nobody could say. */
export type Regulation = "regulated" | "not_regulated" | "unknown"

/** How the register of super funds is asked. A real one is one more of these, named in `RegulatedFunds.layer`. */
type Register = (abn: S.Abn) => Effect.Effect<Regulation>

/** What the simulated register says that isn't "regulated", by ABN. */
const SIMULATED: Readonly<Record<string, Regulation>> = {
  "82000000010": "not_regulated",
  "89000000019": "unknown"
}

const simulated: Register = (abn) => Effect.succeed(SIMULATED[abn] ?? "regulated")

/** Live products have no way to the register until one is configured, and say so. */
const none: Register = () => Effect.succeed("unknown")

/** How long an employee may wait for the register. */
const TIME_LIMIT = "3 seconds"

/**
 * The port to the register of regulated super funds (domain 3.4): simulated for sandboxed products. A self-managed fund
 * that isn't regulated can't be chosen; one that nobody could check can, and is marked. Ask outside of transactions.
 */
export class RegulatedFunds extends Context.Service<
  RegulatedFunds,
  {
    readonly check: (fund: { readonly abn: S.Abn; readonly sandboxed: boolean }) => Effect.Effect<Regulation>
  }
>()("@embedded-super/service/onboarding-sessions/RegulatedFunds") {
  static readonly layer = Layer.succeed(RegulatedFunds, {
    check: Effect.fn("RegulatedFunds.check")(({ abn, sandboxed }) =>
      Effect.timeoutOrElse((sandboxed ? simulated : none)(abn), {
        duration: TIME_LIMIT,
        orElse: () => Effect.succeed("unknown" as const)
      })
    )
  })
}
