import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { adminOf } from "../../test/admin.ts"
import { aDatabaseToAsk, argumentsOf, readQuestions, TestQuestions } from "../../test/questions.ts"

layer(TestQuestions.layer, { excludeTestServices: true })("the operators' everyday questions", (it) => {
  it.effect("have the answer that the page promises, by its own commands", () =>
    Effect.gen(function* () {
      const { asked } = yield* aDatabaseToAsk
      const questions = readQuestions()
      assert.deepStrictEqual(
        questions.map(({ number }) => String(number)),
        Object.keys(asked)
      )
      const wrong: Array<string> = []
      for (const { commands, number, pages, question } of questions) {
        const of = asked[number] ?? []
        assert.strictEqual(commands.length, of.length, `${number}. ${question}: ${commands.join("; ")}`)
        assert.isAbove(commands.length + pages.length, 0, question)
        for (const [at, command] of commands.entries()) {
          const one = of[at] ?? { shows: "" }
          const { code, output } = yield* adminOf(argumentsOf(command, one))
          if (code !== (one.code ?? 0) || !output.includes(one.shows))
            wrong.push(`${number}. admin ${command}: ${code}, without "${one.shows}"\n${output}`)
        }
      }
      assert.deepStrictEqual(wrong, [])
    })
  )
})
