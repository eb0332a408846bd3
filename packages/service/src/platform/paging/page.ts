import { ValidationFailed } from "@embedded-super/contracts/problems"
import type { Cursor, Pagination } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"

/**
 * The page that a list operation requests. Ids are UUIDs of version 7, so "before this id" is "older than this one".
 */
export interface PageRequest {
  readonly after: Cursor | undefined
  readonly limit: number
}

/** A page of a list, newest first, and the position at which the list continues. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly pagination: Pagination
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The cursor of a position in a list. Callers can read it, but don't need to. */
export const cursorOf = (place: string) => Buffer.from(place).toString("base64url") as Cursor

/** The position of a cursor; undefined on the first page. An invalid cursor is refused. */
export const placeOfCursor = (
  after: Cursor | undefined,
  shape: RegExp
): Effect.Effect<string | undefined, ValidationFailed> => {
  if (after === undefined) return Effect.undefined
  const place = Buffer.from(after, "base64url").toString()
  return shape.test(place) ? Effect.succeed(place) : Effect.fail(madeUp)
}

/** The same for lists whose positions are ids. */
export const idOfCursor = (after: Cursor | undefined): Effect.Effect<string | undefined, ValidationFailed> =>
  placeOfCursor(after, UUID)

const madeUp = new ValidationFailed({
  code: "validation_failed",
  detail: "The cursor was not issued by this service.",
  errors: [
    {
      in: "query",
      pointer: "#/after",
      code: "invalid_format",
      detail: "Take the cursor from pagination.next_cursor of the page before."
    }
  ]
})

/** Makes a page from rows that were read one past its limit: the extra row shows whether the list continues. */
export const pageOf = <Row extends { readonly id: string }>(
  rows: ReadonlyArray<Row>,
  limit: number
): Page<Row> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    pagination: { next_cursor: rows.length > limit && last !== undefined ? cursorOf(last.id) : null }
  }
}
