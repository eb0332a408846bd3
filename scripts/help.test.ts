import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import lines from "./help.ts"

it("has one line of help for each root script that people run, and none for another", () => {
  const { postinstall: _, ...scripts } = JSON.parse(readFileSync("package.json", "utf8")).scripts
  expect(Object.keys(lines).toSorted()).toEqual(Object.keys(scripts).toSorted())
})
