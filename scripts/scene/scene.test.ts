/** Mistakes in the call and in the file, and what is missing. Runs: scene.program.test.ts; what happens in them: contract-tests/scenes.long.test.ts. */
import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { UsageError } from "@embedded-super/program/commandLine"
import { sceneCall } from "./options.ts"
import { findRunning } from "./runningSystem.ts"
import { NOWHERE, sceneFiles } from "./test/files.ts"

const { aDataFolder, aScene, nothing } = sceneFiles()

const mistakeIn = (...args: ReadonlyArray<string>): string => {
  try {
    sceneCall(args)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return "no mistake"
}

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
})

describe("what is missing is named, with what to do", () => {
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
})
