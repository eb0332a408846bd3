import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { documentNames } from "../../src/documents.ts"
import { digestOf, readRelease, sealedFiles } from "../../src/ledger/releases.ts"
import type { Release } from "../../src/ledger/releases.ts"
import type { SpecsFolder } from "./SpecsFolder.ts"

export const folderOf = (specs: SpecsFolder, version: string): string =>
  join(specs.path, "published", version)

/** Makes the digests of a release those of what is there now. */
export const seal = (specs: SpecsFolder, version: string): void => {
  const folder = folderOf(specs, version)
  const names = sealedFiles(folder, readRelease(folder).entries)
  writeFileSync(
    join(folder, "SHA256SUMS"),
    names.map((name) => `${digestOf(join(folder, name))}  ${name}\n`).join("")
  )
}

/** Changes what a release says of itself, and its digests. */
export const rewriteRelease = (specs: SpecsFolder, version: string, fields: Partial<Release>): void => {
  const file = join(folderOf(specs, version), "release.json")
  const release = JSON.parse(readFileSync(file, "utf8"))
  writeFileSync(file, JSON.stringify({ ...release, ...fields }))
  seal(specs, version)
}

/** Writes the bundled documents as a release by hand, past `pnpm spec:publish`. */
export const writeRelease = (specs: SpecsFolder, version: string, fields: Partial<Release> = {}): void => {
  const folder = folderOf(specs, version)
  mkdirSync(folder, { recursive: true })
  for (const name of documentNames) {
    cpSync(join(specs.bundled, `${name}.json`), join(folder, `${name}.json`))
  }
  const release: Release = {
    version,
    published: "2026-03-10",
    binding: !version.startsWith("0."),
    entries: []
  }
  writeFileSync(join(folder, "release.json"), JSON.stringify(release))
  rewriteRelease(specs, version, fields)
}
