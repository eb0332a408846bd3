import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"

/** A token from its endpoint. */
export interface FetchedToken {
  readonly token: Redacted.Redacted
  /** Seconds from the moment of the token request. */
  readonly expiresIn: number
}

/** Access tokens, cached in memory until shortly before they expire. */
export interface AccessTokens {
  /** Returns the cached token, or a new one. Callers that ask during a fetch wait for its token. */
  readonly get: <E, R>(
    scope: string,
    fetch: Effect.Effect<FetchedToken, E, R>
  ) => Effect.Effect<{ readonly token: Redacted.Redacted; readonly isKept: boolean }, E, R>
  /** Removes this token from the cache; a token fetched since stays. */
  readonly forget: (scope: string, token: Redacted.Redacted) => Effect.Effect<void>
}

interface Kept {
  readonly token: Redacted.Redacted
  readonly until: number
}

/**
 * A token isn't used within this many seconds of its expiry, or within the last tenth of its life if that is shorter.
 */
export const MARGIN_SECONDS = 30

/** Above this many scopes, expired tokens are removed. */
const MANY = 1000

/** Tokens are as sensitive as keys: they are kept only in the memory of the process that fetched them. */
export const accessTokens = Effect.sync((): AccessTokens => {
  const kept = new Map<string, Kept>()
  const fetching = new Map<string, Semaphore.Semaphore>()

  const oneAtATime = (scope: string) => {
    const known = fetching.get(scope) ?? Semaphore.makeUnsafe(1)
    fetching.set(scope, known)
    return known.withPermit
  }

  const forgetEnded = (now: number) => {
    if (kept.size < MANY) return
    for (const [scope, { until }] of kept) {
      if (until > now) continue
      kept.delete(scope)
      fetching.delete(scope)
    }
  }

  return {
    get: (scope, fetch) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const known = kept.get(scope)
        if (known !== undefined && known.until > now) return { token: known.token, isKept: true }
        const { expiresIn, token } = yield* fetch
        forgetEnded(now)
        const margin = Math.min(MARGIN_SECONDS, expiresIn / 10)
        kept.set(scope, { token, until: now + (expiresIn - margin) * 1000 })
        return { token, isKept: false }
      }).pipe(oneAtATime(scope)),
    forget: (scope, token) =>
      Effect.sync(() => {
        if (kept.get(scope)?.token === token) kept.delete(scope)
      })
  }
})
