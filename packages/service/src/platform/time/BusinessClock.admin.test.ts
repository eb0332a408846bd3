import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { admin } from "../../../test/admin.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the operator's commands for the clock",
  (it) => {
    it.effect("show it and, with --dev alone, move it ahead and leave a trail", () =>
      Effect.gen(function* () {
        const before = yield* admin("clock show")
        assert.match(
          before.output,
          /^live products: +(\S+)\nsandbox products and simulated funds: +\1 {2}0 ahead\n$/
        )
        const refused = yield* admin("clock advance 5 days")
        assert.deepStrictEqual(refused, {
          code: 1,
          output:
            "The clock can't be moved: this process runs without --dev.\nRun it with --dev, on a database of your own.\n"
        })
        const odd = yield* admin("--dev clock advance soon")
        assert.strictEqual(odd.code, 1)
        assert.include(odd.output, "Give a number and a unit")
        assert.notInclude(odd.output, "soon")
        const moved = yield* admin("--dev clock advance 5 days")
        assert.strictEqual(moved.code, 0)
        assert.match(moved.output, / {2}5d ahead\n$/)
        const afterwards = yield* admin("clock show")
        assert.strictEqual(afterwards.code, 1)
        assert.include(afterwards.output, "only a process with --dev may use it")
        assert.include((yield* admin("--dev audit")).output, "clock.advance")
      })
    )
  }
)
