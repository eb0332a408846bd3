import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { causes, GOOD, live, LONG_WAIT, outcomesOf, result, upload } from "./uploading.ts"

// Mistakes: uploads.long.test.ts.
describe("an upload to the kit's SFTP server", () => {
  live(
    "as the service wants it fails no check; the file disappears and a result appears",
    Effect.gen(function* () {
      let written: Readonly<Record<string, unknown>> = {}
      let left: ReadonlyArray<string> = []
      const outcomes = yield* outcomesOf(
        (login) =>
          Effect.gen(function* () {
            const files = yield* login()
            yield* upload(files, "employers.csv", GOOD)
            written = yield* result(files, "employers.csv.accepted.json")
            left = yield* files.list("/inbox")
          }),
        LONG_WAIT
      )
      assert.deepStrictEqual(causes(outcomes), {})
      for (const id of [
        "LIST-2.6-15",
        "LIST-2.6-16",
        "LIST-2.6-17",
        "LIST-2.6-1",
        "LIST-2.6-5",
        "LIST-2.6-20"
      ])
        assert.strictEqual(outcomes.get(id)?.verdict, "pass", id)
      assert.deepInclude(written, {
        outcome: "accepted",
        rows: 3,
        accepted_rows: 3,
        bad_rows: 0,
        findings: []
      })
      assert.notInclude(left, "employers.csv")
    })
  )
})
