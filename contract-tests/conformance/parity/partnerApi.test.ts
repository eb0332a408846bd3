/** The kit plays the partner API as the service has it: the same requests get the same answers, but for intended differences. */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type AnswerShape, answersOf } from "./partnerApi/answers.ts"
import { meant, meantHeaders } from "./partnerApi/meant.ts"
import { playedApi } from "./partnerApi/playedApi.ts"
import { realApi, realService } from "./partnerApi/realApi.ts"

type Answers = ReadonlyMap<string, AnswerShape>

const withoutMeant = ({ headers, ...answer }: AnswerShape): AnswerShape => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in meantHeaders)))
})

const headersIn = (answers: Answers): ReadonlySet<string> =>
  new Set([...answers.values()].flatMap(({ headers }) => Object.keys(headers)))

layer(realService.layer, { excludeTestServices: true })("the played partner API", (it) => {
  it.effect("answers as the service does", () =>
    Effect.gen(function* () {
      const real: Answers = yield* answersOf(yield* realApi)
      const played: Answers = yield* answersOf(yield* playedApi)
      const differing: Array<string> = []
      for (const [name, answer] of real) {
        const shapes = [answer, played.get(name)!].map(withoutMeant)
        const isSame = JSON.stringify(shapes[0]) === JSON.stringify(shapes[1])
        if (!isSame) differing.push(name)
        if (!(name in meant)) assert.deepStrictEqual(shapes[1], shapes[0], name)
      }
      assert.sameMembers(differing, Object.keys(meant))
      const onlyReal = [...headersIn(real)].filter((name) => !headersIn(played).has(name))
      assert.sameMembers(onlyReal, Object.keys(meantHeaders))
      process.stdout.write(`${real.size} requests, of which ${differing.length} differ as meant\n`)
    })
  )
})
