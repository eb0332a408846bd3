import { expect, it } from "vitest"
import { withPlannedBadges } from "./badges.ts"

it("an operation whose code is yet to come bears a badge, and no other does", () => {
  const { paths } = withPlannedBadges({
    paths: { "/a": { get: { "x-planned": "partner-side" }, post: {} } }
  })
  expect(paths["/a"]).toEqual({
    get: { "x-planned": "partner-side", "x-badges": [{ name: "Planned", position: "after" }] },
    post: {}
  })
})
