/** Where the played partner API is meant to differ from the service's, and why. Every other difference fails the test. */

/** Headers that the service sends to a caller with a key, and the kit doesn't. */
export const meantHeaders: Readonly<Record<string, string>> = {
  ratelimit:
    "The kit limits nobody: its own burst of a thousand webhooks would use up the limit of 50 at once.",
  "ratelimit-policy": "As for ratelimit. A 429 of the kit has Retry-After, as the service's has."
}

const notPlayed =
  "No webhook calls for it. The kit answers 403 with a sentence that says so, and the checks see the call."

/** By the names of requests. */
export const meant: Readonly<Record<string, string>> = {
  "DELETE a completed session": notPlayed,
  "DELETE a session": notPlayed,
  "DELETE an intent": notPlayed
}
