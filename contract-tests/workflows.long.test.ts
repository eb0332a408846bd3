/** The workflows with answers that were changed on the way, or never come. The workflows themselves: workflows.test.ts. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { startAltered } from "./src/workflows/altered.ts"
import { changedAnswers, expectNamed } from "./src/workflows/changedAnswers.ts"
import { published } from "./src/workflows/respect.ts"
import { worldOfWorkflows } from "./src/workflows/world.ts"

describe("redocly respect, against the service and both simulators", () => {
  const world = worldOfWorkflows()

  it.each(changedAnswers)("$title: it fails, and names the step", (changed) => expectNamed(world, changed))

  it("a webhook that never comes: it fails, and names the step that waits for it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "embedded-super-impatient-"))
    cpSync(dirname(published), folder, { recursive: true })
    const impatient = join(folder, "onboarding.arazzo.json")
    writeFileSync(impatient, readFileSync(published, "utf8").replace(/"retryLimit": \d+/, '"retryLimit": 2'))
    const before = world.programs.add(
      await startAltered(world.servers()["partner-simulator"] ?? "", {
        method: "GET",
        path: /^\/_simulator\/webhooks$/,
        change: ({ body, status }) => ({
          status,
          body: {
            ...body,
            data: body.data.filter(({ payload }: any) => payload?.event !== "employer_settings_changed")
          }
        })
      })
    )
    const servers = { ...world.servers(), "partner-simulator": before.url }
    const { code, printed, workflows } = await world.run(impatient, {
      servers,
      workflows: ["chooseDefaultFund"]
    })
    rmSync(folder, { recursive: true })
    expect(before.changed(), printed).toBe(3)
    expect(workflows[0]?.failures.join("\n"), printed).toMatch(/^chooseDefaultFund\.receiveSettingsChanged: /)
    expect(workflows[0]?.steps.at(-1)).toBe("receiveSettingsChanged")
    expect(code).toBe(1)
  })
})
