import { ValidationFailed } from "@embedded-super/contracts/problems"
import type { Cursor, Pagination } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { newest, type ReadPage } from "../state/Table.ts"

/** A page of a list, and the cursor of the next page. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly pagination: Pagination
}

const madeUp = new ValidationFailed({
  code: "validation_failed",
  detail: "The cursor was not issued by this simulator.",
  errors: [
    {
      in: "query",
      pointer: "#/after",
      code: "invalid_format",
      detail: "Take the cursor from pagination.next_cursor of the page before."
    }
  ]
})

/** A page of items that are numbered in order of arrival, newest first. A cursor is the number of the last item. */
export const pageOf = <A extends { readonly seq: number }>(
  read: ReadPage<A>,
  { after, limit }: { readonly after?: Cursor; readonly limit: number }
): Effect.Effect<Page<A>, ValidationFailed> => {
  const before = after === undefined ? newest : Number(Buffer.from(after, "base64url").toString())
  if (!Number.isSafeInteger(before)) return Effect.fail(madeUp)
  const found = read(before, limit + 1)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const next = found.length > limit && last !== undefined ? last.seq : undefined
  return Effect.succeed({
    items,
    pagination: {
      next_cursor: next === undefined ? null : (Buffer.from(String(next)).toString("base64url") as Cursor)
    }
  })
}
