/** The ways to end `start`, and the state it leaves behind: each test starts all of its programs again. */
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { databasesOutside } from "@embedded-super/program/testing/dataFolder"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { takePort } from "@embedded-super/program/testing/takenPort"
import type { Program } from "@embedded-super/program/startProgram"
import { newPlace, type Place, secondsUntilReady, sentences } from "./test/Place.ts"

describe("start, again on the same folder", () => {
  let place: Place
  let running: Program
  beforeAll(async () => {
    place = await newPlace()
    running = place.start()
    await secondsUntilReady(running)
    process.kill(running.pid, "SIGINT")
    await running.ended
  })
  afterAll(() => place.clear())

  it("keeps its keys and secrets when it is started again", async () => {
    // The port of SFTP is a free one, another each time.
    const { sftp: _, ...before } = place.demoFile()
    running = place.start()
    console.log(`start, second time: ready in ${await secondsUntilReady(running)} s`)
    expect(place.demoFile()).toMatchObject(before)
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
      stderr: `start is running on ${place.dataDir} (process ${running.pid}).\nStop it with Ctrl-C, then clean.\n`
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
