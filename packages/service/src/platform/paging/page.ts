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

/** The lists whose positions are ids. */
type List =
  | "employers"
  | "employees"
  | "sessions"
  | "intents"
  | "issues"
  | "deliveries"
  | "products"
  | "keys"
  | "funds"

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

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

/**
 * The id in a cursor, for lists whose positions are ids. A cursor of another list is refused: its id would silently begin this
 * one in its middle. A cursor without a list's name is from a process of the version before, or the example of the spec.
 */
export const idOfCursor = (
  list: List,
  after: Cursor | undefined
): Effect.Effect<string | undefined, ValidationFailed> =>
  Effect.map(placeOfCursor(after, new RegExp(`^(?:${list} )?${UUID}$`)), (place) => place?.split(" ").at(-1))

const madeUp = new ValidationFailed({
  code: "validation_failed",
  detail: "The cursor was not issued for this list.",
  errors: [
    {
      in: "query",
      pointer: "#/after",
      code: "invalid_format",
      detail: "Take the cursor from pagination of the same list's page before."
    }
  ]
})

/** Makes a page from rows that were read one past its limit: the extra row shows whether the list continues. */
export const pageOf = <Row extends { readonly id: string }>(
  list: List,
  rows: ReadonlyArray<Row>,
  limit: number
): Page<Row> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    pagination: {
      next_cursor: rows.length > limit && last !== undefined ? cursorOf(`${list} ${last.id}`) : null
    }
  }
}
