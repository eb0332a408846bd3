/** Scenes and data folders for tests, in a folder that is removed after the test file that makes it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** Made once for each test file, at its top. */
export const sceneFiles = () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-scene-test-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  let files = 0

  return {
    /** Where nothing was started. */
    nothing: join(folder, "nothing"),

    /** A scene with one step, changed. */
    aScene: (change: (text: string) => string = (text) => text): string => {
      const file = join(folder, `scene-${files++}.arazzo.yaml`)
      writeFileSync(file, change(SCENE))
      return file
    },

    /** A data folder as `start` leaves it, whose service is at this address. */
    aDataFolder: (service: string, without: ReadonlyArray<string> = []): string =>
      fillDataFolder(mkdtempSync(join(folder, "data-")), service, without)
  }
}

const SCENE = `arazzo: 1.0.1
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

export const KEY = `product_sandbox_8fK2mQ4z_${"x".repeat(43)}_0aB3xY`
/** An address of this machine at which nothing listens. */
export const NOWHERE = "http://127.0.0.1:9"

const fillDataFolder = (dataDir: string, service: string, without: ReadonlyArray<string>): string => {
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
