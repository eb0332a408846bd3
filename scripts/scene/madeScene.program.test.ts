/** A scene that the Workbench makes is an Arazzo document that Redocly accepts, and that `pnpm scene` can read. */
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { failingFund, makeScene, timelineOf } from "@embedded-super/service/testing"
import { readScene } from "./sceneFile.ts"
import { redocly } from "@embedded-super/program/respect"
import { startProgram } from "@embedded-super/program/startProgram"

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
