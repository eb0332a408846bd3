/** Every command of "Everyday questions" on a database that takes no changes, as on a replica. */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { admin, adminOf } from "../../test/admin.ts"
import { aDatabaseToAsk, argumentsOf, readQuestions, TestQuestions } from "../../test/questions.ts"
import { asServer } from "../../test/TestDatabase.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"

/** The commands of the page that change something, if only the audit log. */
const WRITES = [
  "find",
  "fund hold",
  "fund release",
  "fund-calls enter-number",
  "fund-calls release",
  "outgoing hold",
  "partner resume",
  "partner suspend",
  "person erase",
  "person export",
  "webhook replay"
]

layer(TestQuestions.layer, { excludeTestServices: true })("a database that takes no changes", (it) => {
  it.effect("is read by each command that reads, and named by each that writes", () =>
    Effect.gen(function* () {
      const { asked } = yield* aDatabaseToAsk
      // What a process stores at its first start.
      yield* admin("sftp host-key")
      const database = new URL(Redacted.value(yield* DatabaseUrl)).pathname.slice(1)
      yield* asServer(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
      const wrong: Array<string> = []
      for (const { commands, number } of readQuestions())
        for (const [at, command] of commands.entries()) {
          const one = asked[number]?.[at] ?? { shows: "" }
          const { code, output } = yield* adminOf(argumentsOf(command, one))
          const writes = WRITES.some((name) => command.startsWith(`${name} `))
          const isRight = writes
            ? code === 1 && output.startsWith("The database takes no changes.\n")
            : output.includes(one.shows) && (code === (one.code ?? 0) || command === "status")
          if (!isRight) wrong.push(`admin ${command}: ${code}\n${output.slice(0, 300)}`)
        }
      assert.deepStrictEqual(wrong, [])
    })
  )
})
