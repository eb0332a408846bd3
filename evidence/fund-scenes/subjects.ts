import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { detailsRepo, Employers } from "@embedded-super/service/onboarding"
import { FundCalls, FundLinks, type StoredFund } from "@embedded-super/service/funds"
import { aProduct } from "@embedded-super/service/testing/stand-ins"
import { people, registrantsOf } from "../chaos/registration/registrants.ts"

/** The onboarding session, or the employer details, that a call concerns. */
export interface Subject {
  readonly id: string
}

/** People of a series that no row of chaos uses; each scene uses different ones. */
const everybody = people(2000, 6)
let taken = 0
let nextAbn = 50_000_000_000

/** Creates that many employees of one product, who confirmed joining the fund. */
export const employeesOf = (count: number) =>
  Effect.fnUntraced(function* (fund: StoredFund) {
    taken += count
    const request = yield* registrantsOf(yield* aProduct(), fund)
    const registrants = yield* request(everybody.slice(taken - count, taken))
    return registrants.map(({ sessionId }): Subject => ({ id: sessionId }))
  })

/** ABNs with valid check digits. */
const abnsFrom = (first: number, count: number): ReadonlyArray<string> => {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
  const found: Array<string> = []
  for (let n = first; found.length < count; n += 1) {
    const digits = [...String(n)].map(Number)
    const sum = digits.reduce(
      (total, digit, at) => total + (at === 0 ? digit - 1 : digit) * (weights[at] ?? 0),
      0
    )
    if (sum % 89 === 0) found.push(String(n))
  }
  return found
}

/** Creates that many employers of one product, who confirmed the fund; their details are due for delivery. */
export const detailsOf = (count: number) =>
  Effect.fnUntraced(function* (fund: StoredFund) {
    const sql = yield* SqlClient.SqlClient
    const calls = yield* FundCalls
    const repo = yield* detailsRepo
    const productId = yield* aProduct()
    yield* (yield* FundLinks).link(fund.slug, productId)
    const [product] = yield* sql<{ id: S.FundProductId; usi: S.Usi }>`
      SELECT id, usi FROM fund_products WHERE fund_id = ${fund.id}`
    if (product === undefined) return yield* Effect.die(new Error("the fund has no product"))
    const abns = abnsFrom(nextAbn, count)
    nextAbn = Number(abns.at(-1)) + 1
    return yield* Effect.forEach(abns, (abn, nth) =>
      Effect.gen(function* () {
        const creation = Schema.decodeSync(EmployerCreation)({
          abn,
          name: `Wattle ${nth} Pty Ltd`,
          remote_id: `${nth}`
        })
        const { data } = yield* (yield* Employers).create(productId, creation)
        const confirmed = {
          fund_id: fund.id,
          fund_product_id: product.id,
          usi: product.usi,
          employer_number: null,
          confirmed_at: new Date()
        }
        const answers = { details: {}, custom_answers: [] }
        const saved = yield* repo.save({ productId, employerId: data.id }, confirmed, answers)
        yield* calls.request({ operation: "employer_details", productId, fundId: fund.id, ...saved })
        return { id: saved.detailsId } satisfies Subject
      }).pipe(sql.withTransaction)
    )
  })

/** Counts the subjects by outcome: done, visible to the operator (listed or waiting), or lost silently. */
export const fateOf = Effect.fnUntraced(function* (fund: StoredFund, subjects: ReadonlyArray<Subject>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ subject: string; state: string; has_number: boolean }>`
    SELECT coalesce(k.session_id, k.details_id)::text AS subject, k.state,
      k.session_id IS NULL OR x.outcome = 'complete' AS has_number
    FROM fund_calls k LEFT JOIN super_selections x ON x.session_id = k.session_id WHERE k.fund_id = ${fund.id}`
  const found = new Map(rows.map((row) => [row.subject, row]))
  const count = (is: (row: (typeof rows)[number] | undefined) => boolean) =>
    subjects.filter(({ id }) => is(found.get(id))).length
  return {
    done: count((row) => row?.state === "done" && row.has_number),
    listed: count((row) => row?.state === "waiting" || row?.state === "stopped"),
    lost: count(
      (row) => row === undefined || row.state === "superseded" || (row.state === "done" && !row.has_number)
    )
  }
})
