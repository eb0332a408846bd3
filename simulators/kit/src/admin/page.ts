import { ValidationFailed } from "@embedded-super/contracts/problems"
import type { Cursor, Pagination } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"

/** A page of a list, and where the list goes on. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly pagination: Pagination
}

const madeUp = new ValidationFailed({
  code: "validation_failed",
  detail: "The cursor is none that this simulator gave out.",
  errors: [
    {
      in: "query",
      pointer: "#/after",
      code: "invalid_format",
      detail: "Take the cursor from pagination.next_cursor of the page before."
    }
  ]
})

/** A page of what was numbered in the order of its coming, the newest first. A cursor is the number of the last one. */
export const pageOf = <A extends { readonly seq: number }>(
  newestFirst: ReadonlyArray<A>,
  { after, limit }: { readonly after?: Cursor; readonly limit: number }
): Effect.Effect<Page<A>, ValidationFailed> => {
  const before = after === undefined ? Infinity : Number(Buffer.from(after, "base64url").toString())
  if (!(before === Infinity || Number.isSafeInteger(before))) return Effect.fail(madeUp)
  const rest = newestFirst.filter(({ seq }) => seq < before)
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  const next = rest.length > limit && last !== undefined ? last.seq : undefined
  return Effect.succeed({
    items,
    pagination: {
      next_cursor: next === undefined ? null : (Buffer.from(String(next)).toString("base64url") as Cursor)
    }
  })
}
