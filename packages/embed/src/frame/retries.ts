import type { Outcome } from "./outcome.ts"
import type { BannerMessage } from "./state.ts"

/** The attempts at a call that the service fails, and the pauses between them in seconds. */
const PAUSES_AFTER_FAILURES = [1, 4]

/** The longest pause in seconds while the service can't be reached; the browser's `online` event ends it earlier. */
const LONGEST_PAUSE = 15

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener("online", end)
      resolve()
    }
    const timer = setTimeout(end, seconds * 1000)
    addEventListener("online", end)
  })

/**
 * Makes a call until it has an outcome that the person can do something about: without a connection until there is one, too
 * fast as long as the service says, after a failure three times. Every operation of the embed API may be repeated.
 */
export const withRetries = async <A, View>(
  call: () => Promise<Outcome<A, View>>,
  onWait: (banner: BannerMessage | undefined) => void
): Promise<Exclude<Outcome<A, View>, { is: "tooFast" | "unreachable" }>> => {
  let failures = 0
  let unreached = 0
  let hasWaited = false
  for (;;) {
    const outcome = await call()
    hasWaited ||= outcome.is === "unreachable" || outcome.is === "tooFast"
    if (outcome.is === "unreachable") {
      onWait({ is: "offline" })
      await pause(Math.min(2 ** unreached++, LONGEST_PAUSE))
    } else if (outcome.is === "tooFast") {
      onWait({ is: "tooFast", seconds: outcome.seconds })
      await pause(outcome.seconds)
    } else if (outcome.is === "failed" && failures < PAUSES_AFTER_FAILURES.length) {
      await pause(PAUSES_AFTER_FAILURES[failures++]!)
    } else {
      if (hasWaited) onWait(undefined)
      return outcome
    }
  }
}
