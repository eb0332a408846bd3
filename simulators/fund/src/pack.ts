/**
 * Packs the fund simulator into one tarball, which a fund's engineer starts with `npx
 * ./embedded-super-fund-simulator-<version>.tgz`: one bundled file, no dependencies. `node pack.ts [folder]`.
 */
import { build, type Plugin } from "esbuild"
import { execFileSync } from "node:child_process"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const here = fileURLToPath(new URL(".", import.meta.url))
const { version } = JSON.parse(readFileSync(join(here, "../package.json"), "utf8")) as {
  readonly version: string
}

/** Node caches the compiled code for later runs, if it supports that (22.8 and later). */
const starter = `#!/usr/bin/env node
import * as module from "node:module"
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error("The fund simulator needs Node.js 22.19 or newer; this is " + process.versions.node + ". Install it from https://nodejs.org.")
  process.exit(2)
}
module.enableCompileCache?.()
await import("./fund-simulator.js")
`

const manifest = {
  name: "embedded-super-fund-simulator",
  version,
  description: "A super fund to integrate with, on your own machine.",
  license: "Apache-2.0",
  type: "module",
  bin: "start.js",
  engines: { node: ">=22.19" }
}

/**
 * The contracts hold each schema of every API; creating the unused ones would cost time at each start. A bundler can't
 * see that creating a schema has no side effect, so this plugin declares it.
 */
const onlyUsedSchemas: Plugin = {
  name: "only-used-schemas",
  setup: ({ onLoad }) =>
    onLoad({ filter: /contracts[/\\]src[/\\]schemas\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8").replace(
        /^(export const \w+(?:: [^=]+)?) = ([^]*?)(?=\n(?:export |\/\*\*|$(?![^])))/gm,
        "$1 = /* @__PURE__ */ (() => $2)()"
      )
    }))
}

const target = resolve(process.argv[2] ?? join(here, "../dist"))
const draft = mkdtempSync(join(tmpdir(), "fund-simulator-"))
await build({
  entryPoints: { "fund-simulator": join(here, "main.ts") },
  outdir: draft,
  bundle: true,
  // Modules that are loaded on demand (certificates are created once, few users exchange files) stay in separate files.
  splitting: true,
  chunkNames: "[name]-[hash]",
  plugins: [onlyUsedSchemas],
  // Optional native helpers of ssh2.
  external: ["cpu-features", "*.node"],
  platform: "node",
  format: "esm",
  target: "node22",
  minify: true,
  legalComments: "none",
  logLevel: "error",
  // CommonJS within the bundle loads Node's own modules by require.
  banner: {
    js: `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);`
  }
})
writeFileSync(join(draft, "start.js"), starter)
chmodSync(join(draft, "start.js"), 0o755)
writeFileSync(join(draft, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(join(here, "../README.md"), join(draft, "README.md"))
copyFileSync(join(here, "../../../LICENSE"), join(draft, "LICENSE"))
mkdirSync(target, { recursive: true })
const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", target], {
  cwd: draft,
  encoding: "utf8"
})
rmSync(draft, { recursive: true })
console.log(join(target, name.trim()))
