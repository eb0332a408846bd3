import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { startProgram } from "../../contract-tests/src/programs/ChildProgram.ts"

const folder = mkdtempSync(join(tmpdir(), "embedded-super-scene-test-"))
afterAll(() => rmSync(folder, { recursive: true }))

const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const scene = (...args: ReadonlyArray<string>) => startProgram("scripts/scene.ts", args).ended

/** A scene with one step. */
const aScene = (name: string, change: (text: string) => string = (text) => text): string =>
  written(
    name,
    change(`arazzo: 1.0.1
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
components:
  inputs:
    run:
      type: object
      properties:
        product_key: { type: string, format: password }
        abn: { type: string, default: "80000000001" }
`)
  )

const KEY = `product_sandbox_8fK2mQ4z_${"x".repeat(43)}_0aB3xY`

/** A data folder as `start` leaves it, whose service is at this address. */
const aDataFolder = (service: string): string => {
  const dataDir = join(folder, `data-${Math.random().toString(36).slice(2)}`)
  mkdirSync(join(dataDir, "run"), { recursive: true })
  const demo = {
    service_url: service,
    partner: { id: "p", key: "partner_key" },
    products: [{ id: "q", name: "Payroll", key: KEY, webhook_secret: "whsec_x" }],
    simulators: { fund: "http://127.0.0.1:9", partner: "http://127.0.0.1:9" }
  }
  writeFileSync(join(dataDir, "demo.json"), JSON.stringify(demo))
  writeFileSync(join(dataDir, "profile.json"), JSON.stringify({ fund: { slug: "banksia" } }))
  const fund = { event: "ready", kind: "fund", url: "http://127.0.0.1:9", ca_file: null }
  const files = { fund_profile: join(dataDir, "profile.json") }
  writeFileSync(join(dataDir, "run/fund.json"), JSON.stringify({ ...fund, files }))
  return dataDir
}

describe("a mistake in the call is one sentence, and ends with 2", () => {
  it.each<readonly [string, ReadonlyArray<string>, RegExp]>([
    ["no file", [], /^Name a scene\. /],
    ["two files", ["one.yaml", "two.yaml"], /^Too many arguments: 2/],
    ["a file that isn't there", ["nowhere.arazzo.yaml"], /^There is no file nowhere\.arazzo\.yaml\. /],
    ["a folder", ["scenes"], /^scenes is a folder\. Name one scene of it\./],
    ["an unknown flag", ["scenes/breaker.arazzo.yaml", "--nonsense"], /--nonsense/],
    [
      "an address elsewhere",
      ["scenes/breaker.arazzo.yaml", "--service", "https://api.example.com"],
      /^--service https:\/\/api\.example\.com is not an address of this machine\./
    ],
    [
      "an input without a value",
      ["scenes/breaker.arazzo.yaml", "--input", "fund"],
      /^An --input isn't NAME=VALUE\./
    ],
    [
      "an input that the scene doesn't have",
      ["scenes/failing-fund.arazzo.yaml", "--input", "abn=51824753556"],
      /^scenes\/failing-fund\.arazzo\.yaml has no input abn\. It has: run_id, product_key, fund\./
    ]
  ])("%s", async (_, args, says) => {
    const { code, stderr, stdout } = await scene(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(says)
    expect(stderr.trimEnd()).not.toMatch(/\n/)
  })
})

describe("a mistake in the file is named, and ends with 2", () => {
  it.each<readonly [string, (text: string) => string, RegExp]>([
    ["no YAML", () => "arazzo: 1.0.1\n- one", / isn't YAML: .*line 2/],
    ["no Arazzo", () => "openapi: 3.1.1\n", / is no scene: it doesn't begin with "arazzo: 1\.0\.1"\./],
    ["an empty file", () => "", / is no scene: /],
    ["no workflow", (text) => text.replace("workflows:", "others:"), / has 0 workflows\. A scene has one\./],
    [
      "a source that no one knows",
      (text) => text.replace("name: partner-api", "name: bank-api"),
      / has the source bank-api\. A scene knows: partner-api, embed-api, workbench-api, partner-simulator, fund-simulator\./
    ],
    [
      "an operation that the contract doesn't have",
      (text) => text.replace("partner-api.listEmployers", "partner-api.listEmployees2"),
      /: the step listEmployers calls \$sourceDescriptions\.partner-api\.listEmployees2, which no source of the scene has\./
    ]
  ])("%s", async (what, change, says) => {
    const { code, stderr, stdout } = await scene(aScene(`${what.replaceAll(" ", "-")}.yaml`, change))
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(says)
    expect(stderr.trimEnd()).not.toMatch(/\n/)
  })
})

describe("without a running system", () => {
  it("says that start must be run first, and ends with 1", async () => {
    const { code, stderr } = await scene(aScene("no-start.yaml"), "--data-dir", join(folder, "nothing"))
    expect(code).toBe(1)
    expect(stderr).toBe(
      `There is no ${join(folder, "nothing")}/demo.json. Run start first, and this in a second terminal.\n`
    )
  })

  it("says that the service doesn't answer, and ends with 1", async () => {
    const { code, stderr } = await scene(aScene("away.yaml"), "--data-dir", aDataFolder("http://127.0.0.1:9"))
    expect(code).toBe(1)
    expect(stderr).toBe(
      "The service doesn't answer at http://127.0.0.1:9. Run start, and the scene when start says that it is ready.\n"
    )
  })

  it("names the fund that doesn't run, and those that do", async () => {
    const file = aScene("other-fund.yaml", (text) =>
      text.replace("abn:", "fund:").replace("80000000001", "telopea")
    )
    const { code, stderr } = await scene(file, "--data-dir", aDataFolder("http://127.0.0.1:9"))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^No simulator of the fund telopea runs here; there is banksia\. /)
  })
})
