import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { BuiltEmbeds } from "../src/build/buildEmbeds.ts"

/** A file, or files together, and the bytes that they may have. */
export interface Size {
  readonly what: string
  readonly bytes: number
  readonly budget: number
}

/** The sizes of the embeds that are built into a folder, compressed as browsers get them. */
export const sizesIn = (folder: string): ReadonlyArray<Size> => {
  const { apps } = JSON.parse(readFileSync(join(folder, "embeds.json"), "utf8")) as BuiltEmbeds
  const sizeOf = (name: string) => statSync(join(folder, name)).size
  const pageOf = (app: keyof typeof apps) => readFileSync(join(folder, apps[app].pages["en-AU"]!), "utf8")
  const scriptsOf = (app: keyof typeof apps): number => {
    const names = [...pageOf(app).matchAll(/\/embed\/assets\/([\w-]+\.js)/g)].map(([, name]) => name!)
    return names.reduce((sum, name) => sum + sizeOf(`${name}.gz`), 0)
  }
  const [, style = ""] = /<style>([^]*?)<\/style>/.exec(pageOf("onboarding")) ?? []
  return [
    { what: "employee embed, script and words, gz", bytes: scriptsOf("onboarding"), budget: 45_000 },
    { what: "employer embed, script and words, gz", bytes: scriptsOf("super_settings"), budget: 40_000 },
    { what: "intent embed, script and words, gz", bytes: scriptsOf("intent"), budget: 27_500 },
    ...["embedded-super.js", "embedded-super.mjs"].map((name) => ({
      what: `loader ${name}, gz`,
      bytes: sizeOf(`${name}.gz`),
      budget: 3000
    })),
    ...Object.values(apps)
      .flatMap(({ pages }) => Object.values(pages))
      .map((page) => ({ what: `page ${page}, br`, bytes: sizeOf(`${page}.br`), budget: 3500 })),
    { what: "style sheet, gz", bytes: gzipSync(style, { level: 9 }).length, budget: 6000 }
  ]
}
