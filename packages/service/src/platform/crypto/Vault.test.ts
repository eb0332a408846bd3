import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { TestVault } from "../../../test/TestSettings.ts"
import { equalBytes } from "./envelope.ts"
import { masterKeyOf, masterKeyRing, MasterKeys } from "./MasterKeys.ts"
import { Vault } from "./Vault.ts"

const cell = { table: "t", column: "c", tenant: "p", row: "r" }

layer(TestVault.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("Vault", (it) => {
  it.effect("opens what it sealed, redacted", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const opened = yield* vault.open(cell, yield* vault.seal(cell, Redacted.make("123 456 782 ü")))
      assert.strictEqual(Redacted.value(opened), "123 456 782 ü")
      assert.strictEqual(String(opened), "<redacted>")
    })
  )

  it.effect("fingerprints are equal for equal values of one purpose only", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const print = vault.fingerprint("email", "a@example.com")
      assert.strictEqual(print.length, 32)
      assert.isTrue(equalBytes(print, vault.fingerprint("email", Redacted.make("a@example.com"))))
      assert.isFalse(equalBytes(print, vault.fingerprint("phone", "a@example.com")))
      assert.isFalse(equalBytes(print, vault.fingerprint("email", "b@example.com")))
      assert.isFalse(equalBytes(print, print.subarray(1)))
    })
  )

  it.effect("fingerprints are the same in the next process", () =>
    Effect.gen(function* () {
      const vault = yield* Vault
      const later = yield* Effect.provide(Effect.service(Vault), Layer.fresh(TestVault.layer))
      assert.deepStrictEqual(later.fingerprint("email", "x"), vault.fingerprint("email", "x"))
    })
  )

  it.effect("another master key is refused in one sentence", () =>
    Effect.gen(function* () {
      const other = Vault.layer.pipe(
        Layer.provide(Layer.succeed(MasterKeys, masterKeyRing(masterKeyOf(Buffer.alloc(32, 8)))))
      )
      const error = yield* Effect.flip(Effect.scoped(Layer.build(Layer.fresh(other))))
      assert.strictEqual(error.problem, "The master key is not the one that this database was sealed with.")
    })
  )
})
