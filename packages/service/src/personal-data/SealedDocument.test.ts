import { assert, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { TestVault } from "../../test/TestSettings.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { sealedDocument } from "./SealedDocument.ts"

const Person = Schema.Struct({ family_name: Schema.String, email: Schema.optionalKey(Schema.String) })
const owner = {
  product_id: "bffc9067-28ee-4381-a0f2-92fae25d9f83",
  id: "01a1fb67-1800-7000-8000-000000000031"
}

layer(TestVault.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("a sealed document", (it) => {
  it.effect("comes back as it was, and shows nothing while it rests", () =>
    Effect.gen(function* () {
      const people = sealedDocument(yield* Vault, { table: "people", column: "details" }, Person)
      const sealed = yield* people.seal(owner, { family_name: "Lovelace" })
      assert.notInclude(Buffer.from(sealed).toString("latin1"), "Lovelace")
      assert.deepStrictEqual(yield* people.open(owner, sealed), { family_name: "Lovelace" })
    })
  )

  it.effect("doesn't open in another row, and the failure says nothing of what it holds", () =>
    Effect.gen(function* () {
      const people = sealedDocument(yield* Vault, { table: "people", column: "details" }, Person)
      const sealed = yield* people.seal(owner, { family_name: "Lovelace" })
      const exit = yield* Effect.exit(people.open({ ...owner, id: owner.product_id }, sealed))
      assert.isTrue(Exit.isFailure(exit))
      if (Exit.isFailure(exit)) assert.notInclude(Cause.pretty(exit.cause), "Lovelace")
    })
  )
})
