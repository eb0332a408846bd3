import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Program, Ended } from "@embedded-super/program/startProgram"
import { fundMembers, newPlace, type Place } from "./test/Place.ts"

/** The program to kill as soon as the demo prints that an operation is done. */
const kills = [
  { what: "service", when: "the employer's embed is open", printed: "(openEmbed)" },
  { what: "start", when: "the demo waits for the employer's webhook", printed: "(chooseDefaultFund)" },
  { what: "database", when: "the employee's answers are saved", printed: "(saveIdentity)" },
  { what: "service", when: "the fund is chosen", printed: "(chooseFund)" },
  { what: "service", when: "the member is being registered", printed: "(confirmReview)" }
] as const

describe("kill -9 during the demo, and start again", () => {
  let place: Place
  let running: Program
  let demo: Ended
  const log: Array<{ readonly killed: string; readonly while: string; goesOnAfterSeconds: number }> = []
  const ends: Array<Ended> = []
  const kept: { employers: ReadonlyArray<any>; sessions: ReadonlyArray<any> } = {
    employers: [],
    sessions: []
  }

  const pidOf = (what: (typeof kills)[number]["what"]): number => {
    if (what === "start") return running.pid
    return what === "database" ? place.databasePid() : place.pidOf(what)
  }

  /** Simulates a user at the terminal, who runs `start` again whenever it has ended. */
  const keepStarting = async (until: Promise<unknown>): Promise<void> => {
    let isOver = false
    void until.then(() => (isOver = true))
    for (;;) {
      const ended = await Promise.race([running.ended, until])
      if (isOver) return
      ends.push(ended as Ended)
      running = place.start()
    }
  }

  const listed = async (path: string): Promise<ReadonlyArray<any>> => {
    const { products, service_url } = place.demoFile()
    const headers = { "x-api-key": products[0]?.key ?? "" }
    return (await (await fetch(`${service_url}/api/v1/${path}`, { headers })).json()).data
  }

  beforeAll(async () => {
    place = await newPlace()
    running = await place.started()
    const walk = place.demo()
    const waiting: Array<(typeof kills)[number]> = [...kills]
    let killedAt: number | undefined
    void walk
      .line((line) => {
        const last = log.at(-1)
        if (last !== undefined && killedAt !== undefined && line.includes(" -> 20")) {
          last.goesOnAfterSeconds = Math.round((performance.now() - killedAt) / 100) / 10
          killedAt = undefined
        }
        const [next] = waiting
        // Only a success counts, not a 503 while the service starts.
        if (next === undefined || !line.includes(" -> 20") || !line.includes(next.printed)) return undefined
        waiting.shift()
        process.kill(pidOf(next.what), "SIGKILL")
        killedAt = performance.now()
        log.push({ killed: next.what, while: next.when, goesOnAfterSeconds: Number.NaN })
        return undefined
      })
      .catch(() => undefined)
    await keepStarting(walk.ended)
    demo = await walk.ended
    kept.employers = await listed("employers")
    kept.sessions = await listed("onboarding-session")
    console.table(log)
  }, 300_000)
  afterAll(() => place.clear())

  it("the same demo reaches its end after each kill", () => {
    expect(demo).toMatchObject({ code: 0, stderr: "" })
    expect(log).toHaveLength(kills.length)
  })

  it("the database is restarted by itself; start has to be run again, and says so", () => {
    const printed = ends.map(({ code, stderr }) => `${code}: ${stderr}`).join("\n")
    expect(ends, printed).toHaveLength(kills.filter(({ what }) => what !== "database").length)
    const exited = ends.filter(({ code }) => code !== null)
    expect(exited.map(({ code }) => code)).toStrictEqual([1, 1, 1])
    for (const { stderr } of exited) {
      expect(stderr).toMatch(
        /^The service ended by itself \(killed by SIGKILL\)\..*\nRun start again: .*\.\n$/
      )
    }
  })

  it("nothing that was answered is lost, and nothing is there twice", () => {
    const [employerId, sessionId, laterId] = [...demo.stdout.matchAll(/^ {7}id: (\S+)$/gm)].map(
      ([, id]) => id
    )
    // The payroll application's own employers and people are there too, each once.
    const remoteIds = kept.employers.map(({ remote_id }) => remote_id)
    expect(remoteIds).toHaveLength(new Set(remoteIds).size)
    expect(kept.employers.filter(({ id }) => id === employerId)).toHaveLength(1)
    expect(kept.sessions.filter(({ employer }) => employer.id === employerId)).toMatchObject([
      { id: laterId, data_delivery_state: "initial" },
      { id: sessionId, data_delivery_state: "completed" }
    ])
  })

  it("the fund has the member once", async () => {
    const memberNumber = /member number: (\S+)/.exec(demo.stdout)?.[1]
    const numbers = (await fundMembers(place)).map(({ member_number }) => member_number)
    expect(numbers.filter((number) => number === memberNumber)).toHaveLength(1)
    expect(numbers).toHaveLength(new Set(numbers).size)
  })

  it("nothing is left running once start is stopped", async () => {
    process.kill(running.pid, "SIGINT")
    expect((await running.ended).code).toBe(0)
    expect(place.processes()).toStrictEqual([])
  })
})
