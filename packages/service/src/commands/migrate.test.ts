import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { aFile, runHere } from "../../test/admin.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"

layer(Layer.provideMerge(TestDatabase.layer, NodeServices.layer), { excludeTestServices: true })(
  "migrate",
  (it) => {
    it.effect("reads no instance file: the schema comes first, and the file needs its operator", () =>
      Effect.gen(function* () {
        const env = {
          DATABASE_URL: Redacted.value(yield* DatabaseUrl),
          INSTANCE_FILE: yield* aFile("operator: nobody")
        }
        const { code, stderr, stdout } = yield* runHere(["migrate"], env)
        assert.strictEqual(code, 0, stderr)
        assert.include(stdout, "Nothing to migrate.\n")
      })
    )
  }
)
