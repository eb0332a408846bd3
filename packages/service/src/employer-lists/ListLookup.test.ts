import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { hashedAbn } from "@embedded-super/rules/employer-list/listKeys"
import { abns } from "../../../rules/test/lists.ts"
import { accepted, aListFund, looked, supply, TestLists } from "../../test/funds/TestLists.ts"
import { Database } from "../platform/database/Database.ts"
import { ListLookup } from "./ListLookup.ts"
import { ListSalts } from "./ListSalts.ts"

/** Lookups of another process over the same database. */
const otherLookups = Effect.map(
  Layer.build(Layer.fresh(ListLookup.layer.pipe(Layer.provide(Database.layer)))),
  Context.get(ListLookup)
)

const [ABN = assert.fail("no ABN")] = abns(1)

layer(TestLists.layer, { excludeTestServices: true })("what a process remembers of a fund's list", (it) => {
  it.effect("is given up at the next lookup once another process has taken a list with a new salt", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund({ format: "hashed", salted: true })
      const takes = Effect.fnUntraced(function* (salt: string, number: string) {
        yield* (yield* ListSalts).replace(fund.slug, Redacted.make(salt))
        yield* supply(fund, `abn,employer_number\n${hashedAbn(salt, ABN)},${number}\n`)
      })
      const other = yield* otherLookups
      const both = Effect.all([
        looked(fund, ABN),
        looked(fund, ABN).pipe(Effect.provideService(ListLookup, other))
      ])
      yield* takes("a-salt-of-sixteen-bytes-or-more", "EMP-1")
      assert.deepStrictEqual(yield* both, ["EMP-1", "EMP-1"])
      yield* accepted(fund, "8 days")
      yield* takes("the-salt-of-next-year-and-longer", "EMP-2")
      assert.deepStrictEqual(yield* both, ["EMP-2", "EMP-2"])
    })
  )
})
