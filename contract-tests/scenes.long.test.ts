/** A scene that the Workbench made of the time line of another scene. The scenes themselves: scenes.test.ts. */
import { expect, it } from "vitest"
import { worldOfScenes } from "./src/workflows/sceneWorld.ts"

const world = worldOfScenes()

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
