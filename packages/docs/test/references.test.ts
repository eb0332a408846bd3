import { expect, it } from "vitest"
import { markPlanned } from "../src/references.ts"

it("an operation whose code is yet to come says so, and no other does", () => {
  const { paths } = markPlanned({
    paths: {
      "/a": {
        get: { "x-planned": "partner-side", summary: "Fetch it", description: "All of it." },
        post: { summary: "Make it" }
      }
    }
  })
  expect(paths["/a"]).toEqual({
    get: {
      "x-planned": "partner-side",
      summary: "Fetch it (planned)",
      description: "**Planned:** this operation answers 404 in this version.\n\nAll of it."
    },
    post: { summary: "Make it" }
  })
})
