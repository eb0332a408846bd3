/** Mistakes in the call and in the file, and steps that fail. What happens in the scenes: contract-tests/scenes.test.ts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { startProgram } from "../../contract-tests/src/programs/ChildProgram.ts"
import { UsageError } from "../support/commandLine.ts"
import { sceneCall } from "./options.ts"
import { findRunning } from "./runningSystem.ts"

const folder = mkdtempSync(join(tmpdir(), "embedded-super-scene-test-"))
afterAll(() => rmSync(folder, { recursive: true }))

const scene = (...args: ReadonlyArray<string>) => startProgram("scripts/scene.ts", args).ended

let files = 0

/** A scene with one step, changed. */
const aScene = (change: (text: string) => string = (text) => text): string => {
  const file = join(folder, `scene-${files++}.arazzo.yaml`)
  const text = `arazzo: 1.0.1
info: { title: A scene, version: 1.0.0 }
sourceDescriptions:
  - name: partner-api
    url: somewhere
    type: openapi
workflows:
  - workflowId: one
    inputs: { $ref: "#/components/inputs/run" }
    steps:
      - stepId: listEmployers
        description: The partner lists its employers. All of them.
        operationId: $sourceDescriptions.partner-api.listEmployers
        parameters:
          - { name: X-API-Key, in: header, value: $inputs.product_key }
        successCriteria:
          - condition: $statusCode == 200
          - condition: $response.body#/pagination/next_cursor == null
components:
  inputs:
    run:
      type: object
      properties:
        product_key: { type: string, format: password }
        abn: { type: string, default: "80000000001" }
`
  writeFileSync(file, change(text))
  return file
}

const mistakeIn = (...args: ReadonlyArray<string>): string => {
  try {
    sceneCall(args)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return "no mistake"
}

const KEY = `product_sandbox_8fK2mQ4z_${"x".repeat(43)}_0aB3xY`
const NOWHERE = "http://127.0.0.1:9"

/** A data folder as `start` leaves it, whose service is at this address. */
const aDataFolder = (service: string, without: ReadonlyArray<string> = []): string => {
  const dataDir = mkdtempSync(join(folder, "data-"))
  mkdirSync(join(dataDir, "run"))
  const demo = {
    service_url: service,
    partner: { id: "p", key: "partner_key" },
    products: [{ id: "q", name: "Payroll", key: KEY, webhook_secret: "whsec_x" }],
    simulators: { fund: NOWHERE, partner: NOWHERE }
  }
  writeFileSync(join(dataDir, "demo.json"), JSON.stringify(demo))
  writeFileSync(
    join(dataDir, "profile.json"),
    JSON.stringify({ fund: { slug: "banksia", name: "Banksia Super" } })
  )
  const files = { fund_profile: join(dataDir, "profile.json") }
  const fund = { event: "ready", kind: "fund", url: NOWHERE, ca_file: null, files }
  writeFileSync(join(dataDir, "run/fund.json"), JSON.stringify(fund))
  writeFileSync(join(dataDir, "run/running.json"), "{}")
  // Files that an ended simulator left, or that aren't written whole yet, hide no other.
  writeFileSync(join(dataDir, "run/half.json"), `{"event":"ready",`)
  const gone = { ...fund, kind: "partner", ca_file: join(dataDir, "gone.pem"), files: {} }
  writeFileSync(join(dataDir, "run/gone.json"), JSON.stringify(gone))
  const elsewhere = { ...fund, url: "https://fund.example.com", files: {} }
  writeFileSync(join(dataDir, "run/elsewhere.json"), JSON.stringify(elsewhere))
  for (const name of without) rmSync(join(dataDir, "run", name))
  return dataDir
}

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

describe("a mistake in the call is one sentence", () => {
  const breaker = "scenes/breaker.arazzo.yaml"
  it.each<readonly [string, ReadonlyArray<string>, RegExp]>([
    ["no file", [], /^Name a scene\. For example: scenes\/failing-fund\.arazzo\.yaml$/],
    [
      "a file that isn't there",
      ["none.yaml"],
      /^There is no file none\.yaml\. Scenes are in the folder scenes\.$/
    ],
    ["a folder", ["scenes"], /^scenes is a folder\. Name one scene of it\.$/],
    ["an unknown flag", [breaker, "--nonsense"], /--nonsense/],
    [
      "another machine",
      [breaker, "--service", "https://api.example.com"],
      /^--service \S+ is not an address of this/
    ],
    ["no address", [breaker, "--service", "here"], /^--service here is not an address of this machine\./],
    ["an input without a value", [breaker, "--input", "whsec_secret"], /^An --input isn't NAME=VALUE\./],
    [
      "an unknown input",
      [breaker, "--input", "abn=1"],
      /has no input abn\. Its inputs are: run_id, partner_key, webhook_url\.$/
    ]
  ])("%s", (_, args, says) => {
    const message = mistakeIn(...args)
    expect(message).toMatch(says)
    expect(message).not.toMatch(/\n|whsec/)
  })
})

describe("a mistake in the file is named", () => {
  it.each<readonly [string, (text: string) => string, RegExp]>([
    ["no YAML", () => "arazzo: 1.0.1\n- one", / isn't YAML: .*line 2/],
    ["no Arazzo", () => "openapi: 3.1.1\n", / is no scene: it doesn't begin with "arazzo: 1\.0\.1"\.$/],
    ["an empty file", () => "", / is no scene: /],
    ["no workflow", (text) => text.replace("workflows:", "others:"), / has 0 workflows\. A scene has one\.$/],
    [
      "an unknown source",
      (text) => text.replace("name: partner-api", "name: bank-api"),
      / has the source bank-api\. A scene knows: partner-api, embed-api, workbench-api, partner-simulator, fund-simulator\.$/
    ],
    [
      "an unknown operation",
      (text) => text.replace("partner-api.listEmployers", "partner-api.listEmploys"),
      /: the step listEmployers calls \$sourceDescriptions\.partner-api\.listEmploys, which no source of the scene has\./
    ]
  ])("%s", (_, change, says) => {
    const message = mistakeIn(aScene(change))
    expect(message).toMatch(says)
    expect(message).not.toMatch(/\n/)
  })

  it("and by the program, which ends with 2 and shows no stack", async () => {
    const { code, stderr, stdout } = await scene(aScene(() => "[]"))
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(/^[^\n]* is no scene: [^\n]*\n$/)
  })

  it("by its line, if Arazzo doesn't have it", async () => {
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

describe("what is missing is named, with what to do", () => {
  const nothing = join(folder, "nothing")
  const withFund = (text: string) => text.replace("abn:", "fund:").replace("80000000001", "telopea")
  const withoutValue = (text: string) => text.replace(`{ type: string, default: "80000000001" }`, "{}")

  it.each<readonly [string, string, string, RegExp]>([
    ["start", nothing, aScene(), /\/nothing\/demo\.json\. Run start first, and this in a second terminal\.$/],
    [
      "the simulators",
      aDataFolder(NOWHERE, ["fund.json"]),
      aScene(),
      /^The simulators of \S+ aren't ready\. Run the scene when start says that it is\.$/
    ],
    ["the service", aDataFolder(NOWHERE), aScene(), /^The service doesn't answer at \S+9\. Run start, /],
    [
      "the fund",
      aDataFolder(NOWHERE),
      aScene(withFund),
      /^No simulator of the fund telopea .* there is banksia\. --input fund=banksia runs the scene with that one\.$/
    ],
    [
      "what the scene's fund must be",
      aDataFolder(NOWHERE),
      resolve("scenes/stale-list.arazzo.yaml"),
      / with that one\. It needs: The slug of a fund whose lookups .* scenes\/README\.md make banksia such a fund\.$/
    ],
    [
      "a value",
      aDataFolder(NOWHERE),
      aScene(withoutValue),
      / needs a value for abn\. Give it with --input abn=VALUE\.$/
    ]
  ])("%s", async (_, dataDir, file, says) => {
    await expect(findRunning(sceneCall([file, "--data-dir", dataDir]))).rejects.toThrow(says)
  })

  it("and the program ends with 1", async () => {
    const { code, stderr } = await scene(aScene(), "--data-dir", nothing)
    expect(code).toBe(1)
    expect(stderr).toBe(`There is no ${nothing}/demo.json. Run start first, and this in a second terminal.\n`)
  })
})
