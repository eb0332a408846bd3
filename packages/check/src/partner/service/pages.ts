/** Lists of the played service: newest first, in pages, with the filters of the partner API. */
import { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Kept } from "./Stock.ts"

type Json = Readonly<Record<string, unknown>>

/** The query of a list operation; the filters differ by list. */
export interface ListQuery {
  readonly after?: S.Cursor | undefined
  readonly limit: number
}

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

const cursorOf = ({ id }: Kept): S.Cursor => Buffer.from(id).toString("base64url") as S.Cursor

/** An entity's employer is named by its id alone, or is an object of it. */
const valueOf = (data: Json, filter: string): unknown =>
  filter === "employer_id" && !("employer_id" in data) ? (data["employer"] as Json)["id"] : data[filter]

/** The page that is asked for, of everything that a product has, oldest first. */
export const pageOf = Effect.fnUntraced(function* (
  all: ReadonlyArray<Kept>,
  dataOf: (kept: Kept) => Json,
  { after, limit, ...filters }: ListQuery
) {
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  const found = all
    .filter((kept) => wanted.every(([filter, value]) => valueOf(dataOf(kept), filter) === value))
    .toReversed()
  const place = after === undefined ? undefined : Buffer.from(after, "base64url").toString()
  const before = found.findIndex(({ id }) => id === place)
  if (place !== undefined && before === -1) return yield* madeUp
  const items = found.slice(before + 1, before + 1 + limit)
  const last = items.at(-1)
  const isMore = last !== undefined && last !== found.at(-1)
  return { items, pagination: { next_cursor: isMore ? cursorOf(last) : null } }
})
