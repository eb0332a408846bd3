/** One of the two partner APIs that are compared: what a caller needs to send the same requests to both. */
import type * as Effect from "effect/Effect"

/** The ids of the entities that each API has, by name. */
export interface Things {
  readonly employer: string
  /** Of the product whose limit is used up. */
  readonly limitedEmployer: string
  readonly employee: string
  readonly session: string
  readonly completedSession: string
  readonly startedIntent: string
  /** One for each request that may convert it. */
  readonly completeIntents: ReadonlyArray<string>
  readonly openIssue: string
  readonly otherOpenIssue: string
  readonly resolvedIssue: string
}

export interface Api {
  readonly url: string
  /** The key of the product that has the things, and of another one. */
  readonly key: string
  readonly otherKey: string
  /** A key with which the next request is answered 429. */
  readonly usedUpKey: string
  readonly things: Things
  /** Waits until a request about an intent is at work. */
  readonly untilAtWork: (intent: string) => Effect.Effect<void>
  /** Sends requests while calls about an intent wait for their answers. */
  readonly whileHeld: <A>(intent: string, requests: Effect.Effect<A>) => Effect.Effect<A>
}

/** How many complete intents there are. */
export const COMPLETE_INTENTS = 8
