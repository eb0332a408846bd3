import { assert, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { fileURLToPath } from "node:url"

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
