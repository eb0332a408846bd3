import { createHash } from "node:crypto"
import { type Migration, type Schema, schema } from "../src/platform/database/migrations/index.ts"

/** The schema of a program that has more migrations than this one; each has a digest of its own. */
export const withMigrations = (
  more: Readonly<Record<string, Migration>>,
  contracting: ReadonlyArray<string> = []
): Schema => ({
  migrations: { ...schema.migrations, ...more },
  digests: {
    ...schema.digests,
    ...Object.fromEntries(
      Object.keys(more).map((name) => [name, createHash("sha256").update(name).digest("hex")])
    )
  },
  contracting
})
