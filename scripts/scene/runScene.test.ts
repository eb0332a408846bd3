import { expect, it } from "vitest"
import { progress } from "./runScene.ts"

const scenes = [
  { workflowId: "one", title: "First", lines: new Map([["wait", "The fund answers"]]) },
  { workflowId: "two", title: "Second", lines: new Map([["wait", "The partner answers"]]) }
]

it("prints each scene's title, and a line for each step that has ended well, with its whole time", () => {
  let now = 0
  const lineFor = progress(scenes, () => now)
  const at = (time: number, printed: string) => {
    now = time
    return lineFor(printed)
  }
  expect(at(500, "  Running workflow scene-0.arazzo.yaml / one ")).toBe("First")
  expect(at(510, "  ✗ GET /_workbench/entries - step wait ")).toBeUndefined()
  expect(at(520, "  Retrying step wait (1/150)")).toBeUndefined()
  expect(at(750, "  ✓ GET /_workbench/entries - step wait ")).toBe("ok  The fund answers (250 ms)")
  expect(at(750, "    ✓ success criteria check - $statusCode == 200")).toBeUndefined()
  expect(at(800, "  Running workflow scene-1.arazzo.yaml / two ")).toBe("Second")
  expect(at(20_800, "  ✓ POST /api/v1/employers - step wait ")).toBe("ok  The partner answers (20 s)")
})
