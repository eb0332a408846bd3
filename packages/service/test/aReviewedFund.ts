import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { aFundProfile, aMySuper } from "../../rules/test/aFundProfile.ts"
import { FundProfiles } from "../src/funds/FundProfiles.ts"

let funds = 0

/** A fund with two MySuper products; `load` loads its profile again, with a change of the first one. */
export const aReviewedFund = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const profiles = yield* FundProfiles
  const number = ++funds
  const [first, second] = [1, 2].map((nth) => `DFR${String(number * 10 + nth).padStart(4, "0")}AU`) as [
    string,
    string
  ]
  const load = (change: object | "withdrawn" = {}) =>
    profiles.load(
      aFundProfile({
        fund: { slug: `review-${number}`, name: `Fund ${number}`, abn: "60905115063" },
        products: [
          ...(change === "withdrawn" ? [] : [aMySuper(first, { name: "MySuper 1", ...change })]),
          aMySuper(second, { name: "MySuper 2" })
        ],
        operations: {
          member_registration: { url: "https://api.banksia.example/v1/member_registration", usi: second }
        }
      })
    )
  const { fund } = yield* load()
  const rows = yield* sql<{ id: S.FundProductId; usi: S.Usi }>`SELECT id, usi FROM fund_products
    WHERE fund_id = ${fund.id} ORDER BY usi`
  const [one, other] = rows as [(typeof rows)[0], (typeof rows)[0]]
  return { id: fund.id, slug: fund.slug, load, first: one, second: other }
})
