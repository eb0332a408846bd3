/** The licences of the packages in a bundle: most of them may be passed on only with their text. */
import type { Metafile } from "esbuild"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The folder of the package that a file belongs to; undefined if the file is the project's own. */
const packageOf = (file: string): string | undefined =>
  /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

const licenceOf = (folder: string): string => {
  const { license, name, version } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8")
  ) as Manifest
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each))
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()
  if (license === undefined && text === "") throw new Error(`${name} has no licence, so it can't be packed.`)
  return [`${name} ${version}`, `Licence: ${license ?? "see below"}`, "", text].join("\n").trim()
}

/** The names, versions and licence texts of all packages that went into a bundle, as one text. */
export const licencesOf = ({ inputs }: Metafile): string => {
  const folders = new Set(Object.keys(inputs).flatMap((file) => packageOf(file) ?? []))
  return `${[...folders]
    .map(licenceOf)
    .toSorted()
    .join(`\n\n${"-".repeat(80)}\n\n`)}\n`
}
