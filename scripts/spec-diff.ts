/** `pnpm spec:diff`: how the specs differ from the last published release, as the version step that each needs. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { redoclyConfig, specDocuments } from "./support/spec-documents.ts"
import type { SpecDocument } from "./support/spec-documents.ts"
import { runJsonTool, runTool } from "./support/tools.ts"

const published = "specs/published"

interface DiffReport {
  /** Left out when nothing changed. */
  readonly bump?: "major" | "minor" | "patch"
  readonly changes: ReadonlyArray<{ readonly path: string; readonly kind: string; readonly impact: string }>
}

/** The newest release: a folder named for its version, which holds one bundle a document. */
const latestRelease = (): string | undefined => {
  const names = existsSync(published) ? readdirSync(published) : []
  const versions = names.filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  return versions.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1)
}

const diff = async (document: SpecDocument, base: string, folder: string): Promise<DiffReport> => {
  const current = join(folder, `${document.name}.json`)
  await runTool("redocly", ["bundle", document.name, "--config", redoclyConfig, "--output", current])
  const options = ["--config", redoclyConfig, "--format", "json", "--fail-on", "none"]
  return runJsonTool<DiffReport>("redocly", ["diff", base, current, ...options])
}

const compare = async (release: string): Promise<void> => {
  console.log(`Compared with release ${release}:`)
  const folder = mkdtempSync(join(tmpdir(), "spec-diff-"))
  try {
    // Redocly compares OpenAPI and AsyncAPI; workflows promise nothing of their own.
    for (const document of specDocuments().filter(({ kind }) => kind !== "arazzo")) {
      const base = join(published, release, `${document.name}.json`)
      if (!existsSync(base)) {
        console.log(`new    ${document.name}`)
        continue
      }
      const { bump, changes } = await diff(document, base, folder)
      console.log(
        `${(bump ?? "none").padEnd(6)} ${document.name}${changes.length > 0 ? `, ${changes.length} changes` : ""}`
      )
      for (const { path, kind, impact } of changes) {
        if (impact !== "patch") console.log(`         ${impact} ${kind} ${path}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const release = latestRelease()
if (release === undefined)
  console.log(`Nothing is published yet: ${published} holds no release to compare with.`)
else await compare(release)
