/**
 * Builds the published files: `dist`, JavaScript and declarations compiled by tsc. It includes the parts of `contracts`
 * that the sources use, because `contracts` isn't published.
 */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, posix, sep } from "node:path"
import process from "node:process"

const here = import.meta.dirname
const dist = join(here, "dist")
const contracts = join(here, "../contracts")
const emitted = join(dist, ".emitted")

/** The modules used from `contracts`, and the files of `dist` that they become. */
const taken: Readonly<Record<string, string>> = {
  "@embedded-super/contracts/types/partner-api": "contract/types.js",
  "@embedded-super/contracts/types/webhooks": "contract/webhooks.js",
  "@embedded-super/contracts/webhook-events": "contract/events.js",
  "@embedded-super/contracts/checkField": "contract/checkField.js",
  "@embedded-super/contracts/pasted": "contract/pasted.js",
  "@embedded-super/contracts/bundled/partner-api": "contract/document.js"
}

/** A file whose imports have the new names of its neighbours, and of the copied parts of `contracts`. */
const rewritten = (file: string, text: string): string => {
  const from = posix.dirname(file.split(sep).join(posix.sep))
  return text.replaceAll(/(from |import\()"([^"]+)"( with \{ type: "json" \})?/g, (_, before, specifier) => {
    const copy = taken[specifier]
    const path = copy === undefined ? specifier.replace(/^(\..*)\.ts$/, "$1.js") : posix.relative(from, copy)
    return `${before}"${path.startsWith(".") || copy === undefined ? path : `./${path}`}"`
  })
}

const write = (file: string, text: string): void => {
  const path = join(dist, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

rmSync(dist, { recursive: true, force: true })
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc")
execFileSync(process.execPath, [compiler, "-p", join(here, "tsconfig.build.json"), "--outDir", emitted], {
  stdio: "inherit"
})

const sources = join(emitted, "partner-sdk/src")
for (const file of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
  if (/\.(js|d\.ts)$/.test(file)) write(file, rewritten(file, readFileSync(join(sources, file), "utf8")))
}
for (const [types, name] of [
  ["partner-api", "types"],
  ["webhooks", "webhooks"]
]) {
  cpSync(join(contracts, `src/types/${types}.ts`), join(dist, `contract/${name}.d.ts`))
  write(`contract/${name}.js`, "export {}\n")
}
for (const ending of ["js", "d.ts"]) {
  for (const [module, name] of [
    ["webhook-events", "events"],
    ["checkField", "checkField"],
    ["pure-checks", "pure-checks"],
    ["pasted", "pasted"]
  ])
    cpSync(join(emitted, `contracts/src/${module}.${ending}`), join(dist, `contract/${name}.${ending}`))
}
const document = JSON.parse(readFileSync(join(contracts, "bundled/partner-api.json"), "utf8"))
write("contract/document.js", `export default ${JSON.stringify(document)}\n`)
rmSync(emitted, { recursive: true })
