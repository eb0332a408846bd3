import { ValidationFailed } from "@embedded-super/contracts/problems"
import type { Cursor, Pagination } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { newest, type ReadPage } from "../state/Table.ts"

/** The refusal of one value in a request. */
export const invalid = (
  [place, pointer, code]: readonly [place: "body" | "query", pointer: string, code: string],
  explanation: string,
  detail = "1 thing in the request needs attention."
) =>
  new ValidationFailed({
    code: "validation_failed",
    detail,
    errors: [{ in: place, pointer, code, detail: explanation }]
  })

const madeUp = invalid(
  ["query", "#/after", "invalid_format"],
  "Take the cursor from pagination.next_cursor of the page before.",
  "The cursor was not issued by this simulator."
)

/** The answer with a page of items, newest first. They are numbered in order of arrival; a cursor is a number. */
export const pageOf = <Row extends { readonly seq: number }, Item>(
  read: ReadPage<Row>,
  { after, limit }: { readonly after?: Cursor; readonly limit: number },
  itemOf: (row: Row) => Item
) => {
  const before = after === undefined ? newest : Number(Buffer.from(after, "base64url").toString())
  if (!Number.isSafeInteger(before)) return Effect.fail(madeUp)
  const found = read(before, limit + 1)
  const shown = found.slice(0, limit)
  const next = found.length > limit ? Buffer.from(String(shown.at(-1)!.seq)).toString("base64url") : null
  const pagination: Pagination = { next_cursor: next as Cursor | null }
  return Effect.succeed({ data: shown.map(itemOf), version: "v1" as const, pagination })
}
