import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import lines from "./help.ts"

it("has one line of help for each root script, and none for another", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
  expect(Object.keys(lines).toSorted()).toEqual(Object.keys(scripts).toSorted())
})
