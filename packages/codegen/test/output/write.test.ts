import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { compare, write } from "../../src/output/write.ts"

const files = new Map([
  ["src/a.ts", "a"],
  ["src/types/b.ts", "b"],
  ["other/c.ts", "c"]
])

describe("write", () => {
  let root = ""
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "codegen-write-"))
    mkdirSync(join(root, "src"))
    writeFileSync(join(root, "package.json"), "{}")
    writeFileSync(join(root, "src/a.ts"), "old")
    writeFileSync(join(root, "src/gone.ts"), "gone")
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const differences = [
    { path: "other/c.ts", kind: "missing" },
    { path: "src/a.ts", kind: "changed" },
    { path: "src/gone.ts", kind: "left over" },
    { path: "src/types/b.ts", kind: "missing" }
  ]

  it("reports what differs without writing", () => {
    expect(compare(root, files)).toEqual(differences)
    expect(readFileSync(join(root, "src/a.ts"), "utf8")).toBe("old")
  })

  it("makes the folders hold exactly what was generated, and leaves the package's own files", () => {
    expect(write(root, files)).toEqual(differences)
    expect(compare(root, files)).toEqual([])
    expect(existsSync(join(root, "src/gone.ts"))).toBe(false)
    expect(existsSync(join(root, "package.json"))).toBe(true)
  })
})
