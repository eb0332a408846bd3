import type * as S from "@embedded-super/contracts/schemas"
import type { Frame } from "@embedded-super/pages/pages/index"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { SimulatorClock } from "../clock/SimulatorClock.ts"
import { KIT, SERVICE, WORKBENCH } from "../log/entries.ts"
import { SimulatorAddress } from "../server/listen.ts"

export interface FrameOptions extends Pick<Frame, "name" | "paths" | "places" | "start"> {
  /** Whom the simulator plays. */
  readonly program: Pick<S.WorkbenchSource, "source" | "slug"> & { readonly name: string }
}

/** The frame of a simulator's pages, which show the simulator alone. The clock is read for each page. */
export const framing = Effect.fnUntraced(function* ({ program, ...options }: FrameOptions) {
  const { get, millis } = yield* SimulatorClock
  const { url } = yield* SimulatorAddress
  const source = { ...program, url, is_up: true, detail: null } as S.WorkbenchSource
  return Effect.gen(function* () {
    const { now } = yield* get
    const ahead = millis() - (yield* Clock.currentTimeMillis)
    // A clock that is stopped falls behind the machine's.
    const ahead_seconds = Math.max(0, Math.round(ahead / 1000))
    const frame: Frame = {
      ...options,
      workbench: { now, ahead_seconds, sources: [source] },
      others: { [SERVICE]: "service", [WORKBENCH]: "service", [KIT]: "service" }
    }
    return frame
  })
})
