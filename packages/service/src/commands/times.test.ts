/** Each command that takes a time refuses one without its zone, which would be read as another time than was meant. */
import { assert, layer } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { admin, runHere } from "../../test/admin.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"

const TIMES: ReadonlyArray<readonly [command: string, takesDay: boolean]> = [
  ["fund hold --fund banksia --reason upgrade --until", false],
  ["outgoing hold --reason upgrade --until", false],
  ["audit --since", true],
  ["audit --until", true],
  ["audit export --since", true],
  ["audit export --until", true],
  ["request show 01a1fb67-1800-7000-8000-0000000000d1 --since", true],
  ["restore report --since", true],
  ["webhook replay --product 01a1fb67-1800-7000-8000-0000000000d1 --from", true]
]

layer(Layer.provideMerge(TestDatabase.layer, NodeServices.layer), { excludeTestServices: true })(
  "a time on the command line",
  (it) => {
    for (const [command, takesDay] of TIMES) {
      it.effect(`is refused without a zone: ${command}`, () =>
        Effect.gen(function* () {
          for (const time of [
            "2099-12-01T22:00",
            "2099-12-01T22:00+1100",
            "2099-13-01T22:00Z",
            "1-Dec-2099"
          ]) {
            const { code, output } = yield* admin(`${command} ${time}`)
            assert.strictEqual(code, 2, `${time}: ${output}`)
            assert.include(output, "Expected a time with its zone, such as 2026-12-01T22:00+11:00", time)
          }
          const day = yield* admin(`${command} 2099-12-01`)
          assert.strictEqual(day.output.includes("Expected a time"), !takesDay, day.output)
          const time = yield* admin(`${command} 2099-12-01T22:00+11:00`)
          assert.notInclude(time.output, "Expected a time")
          const words = ["admin", ...command.split(" "), "2099-12-01 11:00:00.811+00"]
          const { code, stderr, stdout } = yield* runHere(words)
          assert.notInclude(stderr + stdout, "Expected a time", "as PostgreSQL writes it")
          assert.notStrictEqual(code, 2)
        })
      )
    }
  }
)
