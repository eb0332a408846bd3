/**
 * Packs a program into one tarball, which `npx ./<name>-<version>.tgz` starts: bundled files, no dependencies, no repository.
 * Modules that are loaded on demand stay in files of their own, so that the start reads little.
 */
import { build, type Metafile, type Plugin } from "esbuild"
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

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

/**
 * The names, versions and licence texts of all packages that went into a bundle, as one text: most of them may be passed on
 * only with it.
 */
const licencesOf = ({ inputs }: Metafile): string => {
  const folders = new Set(Object.keys(inputs).flatMap((file) => packageOf(file) ?? []))
  return `${[...folders]
    .map(licenceOf)
    .toSorted()
    .join(`\n\n${"-".repeat(80)}\n\n`)}\n`
}

export interface PackedProgram {
  /** The name of the package. */
  readonly name: string
  /** The command that starts the installed package: `npx fund-check`. */
  readonly command: string
  readonly version: string
  readonly description: string
  /** As the beginning of a sentence. */
  readonly title: string
  /** The program's source. */
  readonly main: string
  /** Files that come along, by their names in the package. */
  readonly files: Readonly<Record<string, string>>
  /** The folder for the tarball. */
  readonly target: string
  /** Modules that stay out, by the end of their path, each with its replacement. */
  readonly without?: Readonly<Record<string, string>>
}

/** Node caches the compiled code for later runs, if it supports that (22.8 and later). */
const starter = (title: string): string => `#!/usr/bin/env node
import * as module from "node:module"
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error("${title} needs Node.js 22.19 or newer; this is " + process.versions.node + ". Install it from https://nodejs.org.")
  process.exit(2)
}
module.enableCompileCache?.()
await import("./program.js")
`

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

/**
 * Modules of Node that are loaded when one of their exports is first used. A static import of `node:http` makes Node read
 * each of its exports, and `WebSocket` among them loads fetch and HTTP/2: 40 ms of a start, for nothing. The others take
 * 20 ms, and a simulator over plain http needs neither.
 */
const LAZY = ["http", "https", "tls"] as const

const lazyModules: Plugin = {
  name: "lazy-modules",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: new RegExp(`^(node:)?(${LAZY.join("|")})$`) }, ({ path }) => ({
      path: path.replace("node:", ""),
      namespace: "lazy-modules"
    }))
    onLoad({ filter: /./, namespace: "lazy-modules" }, ({ path }) => ({
      contents: `
        let loaded
        for (const key of ${JSON.stringify(Object.keys(process.getBuiltinModule(path) ?? {}))})
          Object.defineProperty(exports, key, {
            enumerable: true,
            get: () => (loaded ??= process.getBuiltinModule("node:${path}"))[key]
          })`
    }))
  }
}

const leftOut = (modules: Readonly<Record<string, string>>): Plugin => ({
  name: "left-out",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const [, contents] = Object.entries(modules).find(([end]) => path.endsWith(end)) ?? []
      return contents === undefined ? undefined : { loader: "ts", contents }
    })
})

/** Bundles and packs, and returns the tarball's path. */
export const packTarball = async ({
  command,
  name,
  description,
  files,
  main,
  target,
  title,
  version,
  without = {}
}: PackedProgram): Promise<string> => {
  const draft = mkdtempSync(join(tmpdir(), `${name}-`))
  const { metafile } = await build({
    metafile: true,
    entryPoints: { program: main },
    outdir: draft,
    bundle: true,
    splitting: true,
    chunkNames: "[name]-[hash]",
    plugins: [leftOut(without), onlyUsedSchemas, lazyModules],
    // Optional native helpers of ssh2.
    external: ["cpu-features", "*.node"],
    platform: "node",
    format: "esm",
    target: "node22",
    minify: true,
    legalComments: "none",
    logLevel: "error",
    // CommonJS within the bundle loads Node's own modules by require; ssh2 asks for its folder, too.
    banner: {
      js: `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url), __dirname = import.meta.dirname;`
    }
  })
  const manifest = {
    name,
    version,
    description,
    license: "Apache-2.0",
    type: "module",
    bin: { [command]: "start.js" },
    engines: { node: ">=22.19" }
  }
  writeFileSync(join(draft, "start.js"), starter(title))
  writeFileSync(join(draft, "THIRD-PARTY-LICENSES.txt"), licencesOf(metafile))
  chmodSync(join(draft, "start.js"), 0o755)
  writeFileSync(join(draft, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const [as, file] of Object.entries(files)) copyFileSync(file, join(draft, as))
  mkdirSync(target, { recursive: true })
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", target], {
    cwd: draft,
    encoding: "utf8"
  })
  rmSync(draft, { recursive: true })
  return join(target, packed.trim())
}
