import * as Context from "effect/Context"
import type { SimulatedFund } from "./funds.ts"

/** The fund that this simulator plays. */
export class PlayedFund extends Context.Service<PlayedFund, SimulatedFund>()(
  "@embedded-super/fund-simulator/PlayedFund"
) {}
