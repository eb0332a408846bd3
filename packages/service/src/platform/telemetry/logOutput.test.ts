import { assert, describe, it } from "@effect/vitest"
import { makeLogOutput } from "./logOutput.ts"

const busy = () => Object.assign(new Error("full"), { code: "EAGAIN" })

/** An output into a text; `takes` says how many bytes each write takes, or that it fails. */
const outputInto = (takes: ReadonlyArray<number | Error>) => {
  let bytesSoFar = Buffer.alloc(0)
  const written = { text: "", writes: 0 }
  const output = makeLogOutput((bytes) => {
    const step = takes[written.writes] ?? bytes.length
    written.writes += 1
    if (typeof step !== "number") throw step
    bytesSoFar = Buffer.concat([bytesSoFar, bytes.subarray(0, step)])
    written.text = bytesSoFar.toString()
    return Math.min(step, bytes.length)
  })
  return { output, written }
}

describe("lines of the log", () => {
  it("are written together, an urgent one at once with those before it", () => {
    const { output, written } = outputInto([])
    output.add("one", false)
    output.add("two", false)
    assert.strictEqual(written.text, "")
    output.add("three", true)
    assert.deepStrictEqual(written, { text: "one\ntwo\nthree\n", writes: 1 })
  })

  it("are written whole by a pipe that takes a part or none of them", () => {
    const { output, written } = outputInto([2, busy(), 3, busy(), busy()])
    output.add("one – é", false)
    output.add("two", true)
    assert.strictEqual(written.text, "one – é\ntwo\n")
  })

  it("are written soon, also after a pipe was full", async () => {
    const { output, written } = outputInto([busy()])
    output.add("one", false)
    while (written.writes < 2) await new Promise((resolve) => setTimeout(resolve, 1))
    assert.strictEqual(written.text, "one\n")
  })

  it("are dropped without a failure where nobody can read them", () => {
    const { output, written } = outputInto([Object.assign(new Error("closed"), { code: "EPIPE" })])
    output.add("one", true)
    assert.deepStrictEqual(written, { text: "", writes: 1 })
  })
})
