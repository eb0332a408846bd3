import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ssrfProbe } from "../../../test/egress/ssrfCorpus.ts"
import { addressVectors, answerVectors, nameVectors } from "../../../test/egress/ssrfVectors.ts"

describe("calling inside the network", () => {
  let probe: Awaited<ReturnType<typeof ssrfProbe>>
  beforeAll(async () => {
    probe = await ssrfProbe()
  })
  afterAll(() => probe.close())

  it.each(addressVectors.map((vector) => [JSON.stringify(vector[0]), vector] as const))(
    "isn't reached by the address %s",
    async (_, vector) => {
      assert.deepStrictEqual(await probe.judgeAddress(vector), [])
    }
  )

  it.each(nameVectors.map((vector) => [vector[0], vector] as const))(
    "isn't reached by the name %s, whatever it resolves to",
    async (_, vector) => {
      assert.deepStrictEqual(await probe.judgeName(vector), [])
    }
  )

  it.each(answerVectors.map((vector) => [vector[0], vector] as const))(
    "isn't reached by an answer that leads there: %s",
    async (_, vector) => {
      assert.deepStrictEqual(await probe.judgeAnswer(vector), [])
    }
  )

  it("is what was refused: what may be called was reached", () => {
    const { reached } = probe.counts()
    assert.isAtLeast(reached, answerVectors.length + 8)
  })
})
