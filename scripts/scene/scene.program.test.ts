/** `pnpm scene` as a program: mistakes, and steps that fail. What happens in the scenes: contract-tests/scenes.long.test.ts. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, afterAll } from "vitest"
import { startProgram } from "@embedded-super/program/startProgram"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { failingFund, makeScene, timelineOf } from "@embedded-super/service/testing"
import { redocly } from "@embedded-super/program/respect"
import { KEY, sceneFiles } from "./test/files.ts"
import { readScene } from "./sceneFile.ts"

const { aDataFolder, aScene, nothing } = sceneFiles()

const scene = (...args: ReadonlyArray<string>) => startProgram("scripts/scene.ts", args).ended

/** Runs a scene against a service that answers so to the partner's calls. */
const against = async (answer: RequestListener, file = aScene()) => {
  const server = createServer((request, response) =>
    request.url?.startsWith("/_workbench") === true ? response.end("{}") : answer(request, response)
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ended = await scene(file, "--data-dir", aDataFolder(url))
  server.closeAllConnections()
  server.close()
  return { ...ended, url }
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

describe("a mistake is named", () => {
  it("ends with 2, and shows no stack", async () => {
    const { code, stderr, stdout } = await scene(aScene(() => "[]"))
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(/^[^\n]* is no scene: [^\n]*\n$/)
  })

  it("ends with 1 where nothing was started", async () => {
    const { code, stderr } = await scene(aScene(), "--data-dir", nothing)
    expect(code).toBe(1)
    expect(stderr).toBe(`There is no ${nothing}/demo.json. Run start first, and this in a second terminal.\n`)
  })

  it("names the line of what Arazzo doesn't have", async () => {
    const file = aScene((text) => text.replace("description: The", "descripton: The"))
    const { code, stderr } = await against(json(200, {}), file)
    expect(code).toBe(2)
    expect(stderr).toBe(
      `${file} isn't an Arazzo document:\n  line 12: Property \`descripton\` is not expected here.\n`
    )
  })
})

describe("a run", () => {
  it("ends with 1 at a step that fails, and says what was expected, what came and what to do", async () => {
    const problem = {
      type: "https://docs.embedded-super.example/errors#unauthorized",
      title: "Unauthorized",
      status: 401,
      code: "unauthorized",
      detail: "The API key is missing or isn't valid."
    }
    const file = aScene()
    const unauthorized: RequestListener = (_, response) =>
      response.writeHead(401, { "content-type": "application/problem+json" }).end(JSON.stringify(problem))
    const { code, stderr, stdout, url } = await against(unauthorized, file)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "A scene\n" })
    expect(stderr.split("\n")).toEqual(
      expect.arrayContaining([
        "FAIL  The partner lists its employers",
        `      ${file}, step listEmployers: GET ${url}/api/v1/employers`,
        "      expected: $statusCode == 200",
        "      came: 401",
        "      the answer says: unauthorized: The API key is missing or isn't valid.",
        "      The key in the data folder is no longer valid. Run start again."
      ])
    )
    expect(stderr).not.toContain(KEY)
  })

  it("ends with 1 at an answer that breaks the contract", async () => {
    const { code, stderr } = await against(json(200, { version: "v1", pagination: { next_cursor: null } }))
    expect(code).toBe(1)
    expect(stderr).toMatch(/expected: an answer that fits the contract\n +came: .*'?data'?/)
  })
})

// A scene that the Workbench makes is an Arazzo document that Redocly accepts, and that `pnpm scene` can read.

const folder = mkdtempSync(join(tmpdir(), "embedded-super-made-scene-"))
afterAll(() => rmSync(folder, { recursive: true }))

it("a made scene passes Redocly's lint, and calls only operations that the contracts have", async () => {
  const request = { name: "failing-fund", first_seq: 1, last_seq: failingFund.length }
  const { document } = await Effect.runPromise(
    Effect.flatMap(makeScene, (make) => make(request as Parameters<typeof make>[0])).pipe(
      Effect.provide(timelineOf(failingFund))
    )
  )
  const file = join(folder, "failing-fund.arazzo.yaml")
  writeFileSync(file, document ?? "")
  const scene = readScene(file)
  expect(scene.lines.size).toBe(10)
  // With the contracts' places: from the temporary folder the relative ones lead nowhere.
  writeFileSync(file, scene.text)
  const { code, stderr, stdout } = await startProgram(redocly, ["lint", file], {
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
  }).ended
  expect(code, stdout + stderr).toBe(0)
})
