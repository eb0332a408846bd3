import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { bundles } from "../src/bundles.ts"
import { writeSpecs } from "../src/specFiles.ts"

it("the digests are those of the files beside them, by somebody else's count, and leave out none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-specs-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await writeSpecs(folder)
  const digests: Record<string, string> = JSON.parse(readFileSync(join(folder, "digests.json"), "utf8"))
  const files = readdirSync(folder).filter((name) => name !== "digests.json")
  expect(files.toSorted()).toEqual(bundles.map((name) => `${name}.json`).toSorted())
  const counted = execFileSync("sha256sum", files, { cwd: folder, encoding: "utf8" }).trim().split("\n")
  expect(
    Object.entries(digests)
      .map(([name, digest]) => `${digest}  ${name}`)
      .toSorted()
  ).toEqual(counted.toSorted())
})
