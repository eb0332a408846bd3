import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { abns } from "../../../fund-rules/test/lists.ts"
import { accepted, aListFund, looked, supply, TestLists } from "../../test/funds/TestLists.ts"
import { Database } from "../platform/database/Database.ts"
import { ListLookup } from "./ListLookup.ts"

/** Lookups of another process over the same database. */
const otherLookups = Effect.map(
  Layer.build(Layer.fresh(ListLookup.layer.pipe(Layer.provide(Database.layer)))),
  Context.get(ListLookup)
)

const [ABN = assert.fail("no ABN")] = abns(1)

layer(TestLists.layer, { excludeTestServices: true })("what a process remembers of a fund's list", (it) => {
  it.effect("is given up at the next lookup once another process has taken a new list", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund()
      const list = (number: string) => `abn,employer_number\n${ABN},${number}\n`
      const other = yield* otherLookups
      const elsewhere = looked(fund, ABN).pipe(Effect.provideService(ListLookup, other))
      yield* supply(fund, list("EMP-1"))
      assert.deepStrictEqual([yield* looked(fund, ABN), yield* elsewhere], ["EMP-1", "EMP-1"])
      yield* accepted(fund, "8 days")
      yield* supply(fund, list("EMP-2"))
      assert.deepStrictEqual([yield* elsewhere, yield* looked(fund, ABN)], ["EMP-2", "EMP-2"])
    })
  )
})
