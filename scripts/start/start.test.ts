import { readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { databasesOutside } from "../../contract-tests/src/database/removeOutside.ts"
import { receiptOf } from "../../contract-tests/src/programs/receipt.ts"
import { takePort } from "../../contract-tests/src/programs/takenPort.ts"
import { type ChildProgram, startProgram } from "../../contract-tests/src/programs/ChildProgram.ts"
import { newPlace, type Place, secondsUntilReady } from "./test/Place.ts"

/** What is wrong in one sentence, and what to do about it; no stack, no log. */
const sentences = /^[A-Z][^\n{]*\.\n?(?:[A-Z][^\n{]*\.\n)?$/

describe("start", () => {
  let place: Place
  let running: ChildProgram
  let banner: string

  beforeAll(async () => {
    place = await newPlace()
    running = place.start()
    console.log(`start, first time: ready in ${await secondsUntilReady(running)} s`)
    await running.line((line) => (line.includes("LOG_FORMAT") ? true : undefined))
    banner = running.printed()
  })
  afterAll(() => place.clear())

  it("prints a page with no key or secret on it", () => {
    const { partner, products } = place.demoFile()
    for (const secret of [
      partner.key,
      ...products.flatMap(({ key, webhook_secret }) => [key, webhook_secret])
    ]) {
      expect(banner).not.toContain(secret)
    }
  })

  it("writes what the demo needs, for its user's eyes only", () => {
    const demo = place.demoFile()
    const some = expect.any(String)
    expect(statSync(join(place.dataDir, "demo.json")).mode & 0o777).toBe(0o600)
    expect(demo).toStrictEqual({
      service_url: `http://localhost:${place.ports.service}`,
      docs_url: `http://localhost:${place.ports.service}/docs/`,
      partner: { id: some, key: some },
      products: [
        { id: some, name: some, key: some, webhook_secret: some },
        { id: some, name: some, key: some, webhook_secret: some }
      ],
      funds: [{ id: some, name: some, url: some, auth: some }],
      simulators: {
        fund: `https://127.0.0.1:${place.ports.fund}`,
        partner: `http://127.0.0.1:${place.ports.partner}`
      }
    })
  })

  it("says so when it runs on this folder already, and lets that one be", async () => {
    const { code, stderr, stdout } = await place.start().ended
    expect(stdout + stderr).toMatch(sentences)
    expect(stderr).toContain(`Another start uses ${place.dataDir} (process ${running.pid}).\n`)
    expect(stderr).toContain("--data-dir")
    expect(code).toBe(1)
    const { service_url } = place.demoFile()
    expect((await fetch(`${service_url}/health/ready`)).status).toBe(200)
  })

  it("ends everything on Ctrl-C, in order and within five seconds, and exits 0", async () => {
    const begun = performance.now()
    process.kill(running.pid, "SIGINT")
    const { code, stderr } = await running.ended
    expect(performance.now() - begun).toBeLessThan(5000)
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
    expect(place.processes()).toStrictEqual([])
  })

  it("keeps its keys and secrets when it is started again", async () => {
    const before = place.demoFile()
    running = place.start()
    console.log(`start, second time: ready in ${await secondsUntilReady(running)} s`)
    expect(place.demoFile()).toStrictEqual(before)
  })

  it.each(["service", "fund"] as const)(
    "says which program ended when the %s is killed, ends the others, and leaves nothing behind",
    async (name) => {
      if (name !== "service") await secondsUntilReady((running = place.start()))
      process.kill(place.pidOf(name), "SIGKILL")
      const { code, stderr } = await running.ended
      expect(stderr).toMatch(sentences)
      expect(stderr).toMatch(new RegExp(`^The ${name}.* ended by itself \\(killed by SIGKILL\\)\\.`))
      expect(code).toBe(1)
      expect(place.processes()).toStrictEqual([])
    }
  )

  it("leaves nothing behind when it is killed itself: its programs notice, and end in order", async () => {
    await secondsUntilReady((running = place.start()))
    await running.kill()
    await receiptOf(async () => (place.processes().length === 0 ? true : undefined))
  })
})

describe("start, run by npx and pnpm", () => {
  it.each(["npx", "pnpm"])("ends all that it began when %s is ended, the database too", async (name) => {
    const place = await newPlace()
    try {
      const running = place.startBy("npx,pnpm")
      await secondsUntilReady(running)
      const pid = new RegExp(`^${name} is process (\\d+)$`, "m").exec(running.printed())?.[1]
      process.kill(Number(pid), "SIGTERM")
      await receiptOf(async () => (place.processes().length === 0 ? true : undefined))
    } finally {
      place.clear()
    }
  })
})

describe("start --clean", () => {
  let place: Place
  beforeAll(async () => void (place = await newPlace({ isClosed: true })))
  afterAll(() => place.clear())

  it("is refused while a start runs; then removes what start made, wherever it lies, and nothing else", async () => {
    const database = join(place.dataDir, "postgres")
    const running = await place.started()
    await running.line((line) => (line.includes("LOG_FORMAT") ? true : undefined))
    const outside = databasesOutside(database)
    expect(outside).toHaveLength(process.getuid?.() === 0 ? 1 : 0)
    for (const home of outside) expect(running.printed()).toContain(`The database is in ${home},\n`)
    const refused = await place.start("--clean").ended
    expect(refused).toStrictEqual({
      code: 1,
      stdout: "",
      stderr: `A start runs on ${place.dataDir} (process ${running.pid}).\nStop it with Ctrl-C, then clean.\n`
    })
    process.kill(running.pid, "SIGINT")
    await running.ended

    writeFileSync(join(place.dataDir, "mine.txt"), "")
    const { code, stdout } = await place.start("--clean").ended
    expect(code).toBe(0)
    for (const path of [database, ...outside]) expect(stdout).toContain(`  ${path}\n`)
    expect(readdirSync(place.dataDir).toSorted()).toStrictEqual(["master.key", "mine.txt"])
    expect(databasesOutside(database)).toStrictEqual([])
  })

  it("says so when there is nothing to remove", async () => {
    const { code, stdout } = await place.start("--clean").ended
    expect({ code, stdout }).toStrictEqual({
      code: 0,
      stdout: `There is nothing of start's in ${place.dataDir}.\n`
    })
  })
})

describe("start, when a port is taken", () => {
  const flags = { service: "--port", fund: "--fund-port", partner: "--partner-port" }

  it.each(["service", "fund", "partner"] as const)(
    "of the %s, says so and what to do, exits 1 and leaves nothing behind",
    async (name) => {
      const place = await newPlace()
      const taken = await takePort()
      try {
        const { code, stderr, stdout } = await place.start(flags[name], `${taken.port}`).ended
        expect(stdout + stderr).toMatch(sentences)
        expect(stderr).toContain(`Port ${taken.port} `)
        expect(stderr).toMatch(new RegExp(`(?<!-)${flags[name]}\\b`))
        expect(code).toBe(1)
        expect(place.processes()).toStrictEqual([])
      } finally {
        await taken.free()
        place.clear()
      }
    }
  )
})

describe("start, told something that can't be", () => {
  it.each([
    [["--port", "http"], 2, /^--port http is not a port\. Give a whole number from 0 to 65535\.\n$/],
    [
      ["--fund-port", "4190"],
      2,
      /^Browsers and fetch refuse to open port 4190\. Choose another with --fund-port\.\n$/
    ],
    [["--colour"], 2, /^Unknown option '--colour'; see --help\.\n$/],
    [
      ["--data-dir", "/dev/null/data"],
      1,
      /^\/dev\/null\/data\/run can't be made \(\w+\)\. .* with --data-dir\.\n$/
    ],
    // Node's own way of making folders never ends there.
    [["--data-dir", "/proc/x"], 1, /^\/proc\/x\/run can't be made \(ENOENT\)\. .* with --data-dir\.\n$/]
  ])("(%j) says so in a sentence, and exits %i", async (options, exitCode, sentence) => {
    const { code, stderr, stdout } = await startProgram("scripts/start.ts", options).ended
    expect(stdout + stderr).toMatch(sentence)
    expect(code).toBe(exitCode)
  })
})
