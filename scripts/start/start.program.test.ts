import { statSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Program, startProgram } from "@embedded-super/program/startProgram"
import { newPlace, type Place, secondsUntilReady, sentences } from "./test/Place.ts"

const anyPorts = ["--port", "0", "--fund-port", "0", "--partner-port", "0"]

describe("start", () => {
  let place: Place
  let running: Program
  let banner: string

  beforeAll(async () => {
    place = await newPlace()
    running = place.start(...anyPorts)
    await secondsUntilReady(running)
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
      service_url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
      docs_url: `${demo.service_url}/docs/`,
      partner: { id: some, key: some },
      products: [
        { id: some, name: some, key: some, webhook_secret: some },
        { id: some, name: some, key: some, webhook_secret: some }
      ],
      funds: [{ id: some, name: some, url: some, auth: some }],
      sftp: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      simulators: {
        fund: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
        partner: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)
      }
    })
  })

  it("says so when it runs on this folder already, and leaves that one running", async () => {
    const { code, stderr, stdout } = await place.start().ended
    expect(stdout + stderr).toMatch(sentences)
    expect(stderr).toContain(`Another start uses ${place.dataDir} (process ${running.pid}).\n`)
    expect(stderr).toContain("--data-dir")
    expect(code).toBe(1)
    const { service_url } = place.demoFile()
    expect((await fetch(`${service_url}/health/ready`)).status).toBe(200)
  })

  it("lets the Workbench reach the fund that it started, which has an authority of its own", async () => {
    const { service_url } = place.demoFile()
    const answer = await fetch(`${service_url}/_workbench/levers/funds/banksia/faults`)
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  })

  it("lets each command of the operator use its database, also after the sandbox's clock was moved", async () => {
    for (const line of [
      "clock advance 1 days",
      "partner list",
      "product list",
      "fund list",
      "issue-webhooks on --partner wattle",
      "--dev fund-calls list",
      "audit"
    ]) {
      const { code, stderr } = await place.admin(line).ended
      expect({ line, code, stderr }).toStrictEqual({ line, code: 0, stderr: "" })
    }
  })

  it("ends everything on Ctrl-C, in order, and exits 0", async () => {
    process.kill(running.pid, "SIGINT")
    const { code, stderr } = await running.ended
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
    expect(place.processes()).toStrictEqual([])
  })
})

describe("start with arguments that can't be used", () => {
  it.each([
    [["--port", "http"], 2, /^--port http is not a port\. Give a whole number from 0 to 65535\.\n$/],
    [["--colour"], 2, /^Unknown option '--colour'; see --help\.\n$/],
    [
      ["--data-dir", "/dev/null/data"],
      1,
      /^\/dev\/null\/data\/run can't be made \(\w+\)\. .* with --data-dir\.\n$/
    ],
    // Node's own recursive mkdir never returns there.
    [["--data-dir", "/proc/x"], 1, /^\/proc\/x\/run can't be made \(ENOENT\)\. .* with --data-dir\.\n$/]
  ])("(%j) says so in a sentence, and exits %i", async (options, exitCode, sentence) => {
    const { code, stderr, stdout } = await startProgram("scripts/start.ts", options).ended
    expect(stdout + stderr).toMatch(sentence)
    expect(code).toBe(exitCode)
  })
})
