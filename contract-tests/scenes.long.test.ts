/** The scenes of the folder `scenes` and of the docs, and one that the Workbench made, run by `pnpm scene`. */
import { describe, expect, it } from "vitest"
import { type Scene, sample, sceneNames, scenes } from "./src/workflows/scenes.ts"
import { worldOfScenes } from "./src/workflows/sceneWorld.ts"

/** The lines that `pnpm scene` prints of a scene, without the times. */
const printedOf = ({ info, workflows: [{ steps }] }: Scene): ReadonlyArray<string> => [
  info.title,
  ...steps.map(({ description = "" }) => `ok  ${description.replace(/\.$/, "")}`)
]

describe("the scenes, run by pnpm scene against the service, two funds and the payroll application", () => {
  const world = worldOfScenes()

  it("each reaches its end, and the time line has what happened: five days pass in seconds", async () => {
    const files = [
      ...sceneNames.map((name) => `scenes/${name}.arazzo.yaml`),
      world.written("sample.yaml", sample)
    ]
    const { code, stderr, stdout } = await world.scene(...files)
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" })
    const lines = stdout.trimEnd().split("\n")
    expect(lines.map((line) => line.replace(/ \(\d+ m?s\)$/, ""))).toEqual(scenes.flatMap(printedOf))
    for (const secret of world.secrets()) expect(stdout).not.toContain(secret)
    expect(stdout).not.toMatch(/whsec_/)
  })

  it("a part of the time line becomes a scene, which makes the same happen again", async () => {
    const before = await world.workbench("listTimelineEntries", { query: { limit: "1" }, status: 200 })
    expect((await world.scene("scenes/failing-fund.arazzo.yaml")).code).toBe(0)
    const after = await world.workbench("listTimelineEntries", { query: { limit: "1" }, status: 200 })
    const part = { name: "made-again", first_seq: before.last_seq + 1, last_seq: after.last_seq }
    const made = await world.workbench("makeScene", { body: part, status: 200 })
    expect(made.data.file_name).toBe("made-again.arazzo.yaml")
    for (const secret of world.secrets()) expect(made.data.document).not.toContain(secret)

    const { code, stderr, stdout } = await world.scene(world.written(made.data.file_name, made.data.document))
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(
      /^ok {2}\S.* to answer 503 to the next 2 calls of registerMember \(register a member\) /m
    )
    const again = await world.workbench("listTimelineEntries", {
      query: { after: String(after.last_seq), kind: "fund_called" },
      status: 200
    })
    expect(again.data.map(({ status }: { readonly status: number }) => status)).toEqual([503, 503, 201])
  })
})
