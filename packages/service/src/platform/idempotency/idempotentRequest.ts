import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

const BARE = /^[!#-~]{1,255}$/
const QUOTED = /^"([!#-[\]-~]{1,255})"$/

/**
 * The key of an Idempotency-Key header, the same for both of its forms: `"k"`, as the draft has it
 * (draft-ietf-httpapi-idempotency-key-header-07, 2.1), and a bare `k`. Undefined where there is none, and where it is
 * none: the operation itself refuses that one with all else that is wrong in the request.
 */
export const idempotencyKeyOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : (QUOTED.exec(header)?.[1] ?? BARE.exec(header)?.[0])

const sorted = (_: string, value: unknown): unknown =>
  Predicate.isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** JSON whose meaning is the same is written the same; what isn't JSON stays as it is. */
const canonical = (body: string): string =>
  Result.getOrElse(
    Result.try(() => JSON.stringify(JSON.parse(body), sorted)),
    () => body
  )

/** What two requests have in common if they ask for the same: method, path and meaning of the body. */
export const requestText = (request: {
  readonly method: string
  readonly path: string
  readonly body: string
}): string => [request.method, request.path, canonical(request.body)].join("\n")
