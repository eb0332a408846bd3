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

  const lastSeq = async (): Promise<number> =>
    (await world.workbench("listTimelineEntries", { query: { limit: "1" }, status: 200 })).last_seq

  /** The kinds and outcomes of fund calls and levers after a position. */
  const outcomesAfter = async (after: number): Promise<ReadonlyArray<string>> => {
    const entriesOf = (kind: string) =>
      world.workbench("listTimelineEntries", {
        query: { after: String(after), kind, limit: "100" },
        status: 200
      })
    const parts = await Promise.all(["fund_called", "lever_pulled"].map(entriesOf))
    return parts.flatMap(({ data }) => data.map(({ kind, outcome }: any) => `${kind} ${outcome}`))
  }

  it.each(["failing-fund", "late-membership"])(
    "the part of the time line that %s wrote becomes a scene, which makes the same happen again",
    async (name) => {
      const before = await lastSeq()
      const first = await world.scene(`scenes/${name}.arazzo.yaml`)
      expect(first.code, first.stdout + first.stderr).toBe(0)
      const until = await lastSeq()
      const happened = await outcomesAfter(before)

      const part = { name: `${name}-again`, first_seq: before + 1, last_seq: until }
      const made = await world.workbench("makeScene", { body: part, status: 200 })
      expect(made.data.file_name).toBe(`${name}-again.arazzo.yaml`)
      for (const secret of world.secrets()) expect(made.data.document).not.toContain(secret)
      const again = await world.scene(world.written(made.data.file_name, made.data.document))
      expect({ code: again.code, stderr: again.stderr }, `${again.stdout}\n${made.data.document}`).toEqual({
        code: 0,
        stderr: ""
      })
      expect(await outcomesAfter(until)).toEqual(happened)
    }
  )
})
