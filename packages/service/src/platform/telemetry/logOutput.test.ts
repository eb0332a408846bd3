import { assert, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { makeLogOutput } from "./logOutput.ts"

const program = fileURLToPath(new URL("../../../test/loggingProgram.ts", import.meta.url))

const start = (end: string): ChildProcess =>
  spawn(process.execPath, [program, end], {
    env: { ...process.env, LOG_FORMAT: "json", LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"]
  })

/** The numbers of the lines that a program logged, and the text that isn't a line of the log. */
const logged = async (child: ChildProcess) => {
  let text = ""
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
  const [code] = await once(child, "close")
  const all = text.trim().split("\n")
  const isLogged = (line: string) => line.startsWith("{")
  return {
    code,
    numbers: all.filter(isLogged).map((line) => Number(/line (\d+) x/.exec(line)?.[1])),
    others: all.filter((line) => !isLogged(line)).join("\n"),
    last: all.findLastIndex(isLogged),
    firstOther: all.findIndex((line) => !isLogged(line))
  }
}

const ALL = Array.from({ length: 1000 }, (_, nth) => nth)

describe("the log of a process", () => {
  it("is whole and in order when it ends", async () => {
    const { code, numbers } = await logged(start("ends"))
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(numbers, ALL)
  })

  it("is whole when an uncaught error ends it, and stands before the error", async () => {
    const { code, firstOther, last, numbers, others } = await logged(start("throws"))
    assert.notStrictEqual(code, 0)
    assert.deepStrictEqual(numbers, ALL)
    assert.include(others, "SyntaxError")
    assert.isBelow(last, firstOther)
  })

  it("is whole when SIGTERM ends it", async () => {
    const child = start("waits")
    child.stdout?.once("data", () => child.kill("SIGTERM"))
    const { code, numbers } = await logged(child)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(numbers, ALL)
  })

  it("doesn't keep it from its work while nobody reads, and is whole afterwards", async () => {
    const child = start("floods")
    let worked = ""
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (worked += chunk))
    while (!worked.includes("19\n")) await once(child.stdout!, "data")
    const { code, numbers } = await logged(child)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(numbers, ALL)
  })
})

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
