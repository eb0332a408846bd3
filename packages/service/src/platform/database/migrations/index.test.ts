import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { schema } from "./index.ts"

const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}_\w+\.ts$/.test(file))

const digestOf = (file: string) =>
  createHash("sha256")
    .update(readFileSync(join(import.meta.dirname, file)))
    .digest("hex")

describe("the digests of migrations", () => {
  it("are those of the files: a merged migration never changes, and each new one has its digest", () => {
    const found = Object.fromEntries(files.toSorted().map((file) => [file.slice(0, -3), digestOf(file)]))
    assert.deepStrictEqual(
      found,
      { ...schema.digests },
      "If you changed a migration that is merged, restore it, and write a new one. If yours is new, add its digest."
    )
  })
})
