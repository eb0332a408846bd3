/** The package as published: packed, unpacked in a project outside this workspace, and used there. */
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { promisify } from "node:util"
import { publint } from "publint"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const run = promisify(execFile)
const here = join(import.meta.dirname, "..")
const workspace = join(here, "../..")

const tsc = join(workspace, "node_modules/.bin/tsc")
const strict = ["--strict", "--noEmit", "--target", "es2022"]

/** The packages that a partner has installed beside the SDK; `openapi-fetch` comes with it. */
const installed = ["openapi-fetch", "express", "fastify", "msw", "@types/express", "@types/node"]

let project = ""
let installedSdk = ""
let tarball: Uint8Array<ArrayBuffer>
let readme = ""

/** Runs pnpm: the one that runs this test, or one by npx, as in the README. */
const pnpm = (...args: ReadonlyArray<string>) => {
  const own = process.env["npm_execpath"] ?? ""
  if (!own.includes("pnpm")) return run("npx", ["--yes", "pnpm@12.21.0", ...args], { cwd: here })
  return /\.[cm]?js$/.test(own)
    ? run(process.execPath, [own, ...args], { cwd: here })
    : run(own, args, { cwd: here })
}

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "partner-sdk-")))
  await pnpm("pack", "--pack-destination", project)
  const file = (await readdir(project)).find((name) => name.endsWith(".tgz")) ?? ""
  tarball = new Uint8Array(await readFile(join(project, file)))
  installedSdk = join(project, "node_modules/@embedded-super/partner-sdk")
  await mkdir(installedSdk, { recursive: true })
  await run("tar", ["-xzf", join(project, file), "-C", installedSdk, "--strip-components=1"])
  for (const name of installed) {
    const link = join(project, "node_modules", name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(await realpath(join(here, "node_modules", name)), link)
  }
  await writeFile(join(project, "package.json"), `{"name":"payroll","type":"module"}`)
  await cp(join(here, "test/published"), project, { recursive: true })
  readme = await readFile(join(installedSdk, "README.md"), "utf8")
  const guide = await readFile(join(workspace, "packages/docs/guides/partners/sdk.md"), "utf8")
  for (const [, name = "", code = ""] of guide.matchAll(/```js title="(\S+)"\n([^]*?)```/g))
    await writeFile(join(project, name), code)
  for (const [name, code] of programs()) await writeFile(join(project, name), code)
})
afterAll(() => rm(project, { recursive: true, force: true }))

/** The README's programs, by the names in their first lines. */
const programs = () =>
  Array.from(
    readme.matchAll(/```js\n\/\/ (\S+\.mjs)\n([^]*?)```/g),
    ([, name = "", code = ""]) => [name, code] as const
  )

describe("the published package", () => {
  it("holds what it needs: built code and types, and nothing of the workspace", async () => {
    const files = (await readdir(installedSdk, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile()
    )
    const outside = files.filter(({ parentPath }) => !parentPath.startsWith(join(installedSdk, "dist")))
    assert.deepStrictEqual(outside.map(({ name }) => name).toSorted(), [
      "LICENSE",
      "README.md",
      "package.json"
    ])
    assert.deepStrictEqual(
      files.filter(({ name }) => name.endsWith(".ts") && !name.endsWith(".d.ts")),
      []
    )
    for (const { name, parentPath } of files) {
      const text = await readFile(join(parentPath, name), "utf8")
      assert.notInclude(text, workspace, name)
      assert.notMatch(text, /"(workspace|catalog|link|file):|from "(\/|@embedded-super\/contracts)/, name)
    }
    const manifest = JSON.parse(await readFile(join(installedSdk, "package.json"), "utf8"))
    assert.deepStrictEqual(Object.keys(manifest.dependencies), ["openapi-fetch"])
    assert.hasAllKeys(manifest.peerDependencies, ["express", "fastify", "msw"])
    for (const { optional } of Object.values<{ optional: boolean }>(manifest.peerDependenciesMeta))
      assert.isTrue(optional)
  })

  it("is clean by publint and by arethetypeswrong, as an ESM-only package", async () => {
    const { messages } = await publint({ pkgDir: installedSdk, strict: true, pack: false })
    assert.deepStrictEqual(messages, [])
    const found = await checkPackage(createPackageFromTarballData(tarball))
    assert.isNotFalse(found.types)
    // CommonJS, and the module resolution that predates `exports`, aren't supported.
    const promised = ("problems" in found ? found.problems : []).filter(
      (problem) =>
        !("resolutionKind" in problem) || !["node10", "node16-cjs"].includes(problem.resolutionKind)
    )
    assert.deepStrictEqual(promised, [])
  })

  it("compiles in a partner's project by Node's resolution, and has nothing of the workspace in it", async () => {
    const options = ["--module", "nodenext", "--skipLibCheck", "--types", "node", "--listFiles"]
    const { stdout } = await run(tsc, [...strict, ...options, "consumer.ts"], { cwd: project })
    assert.include(stdout, join(installedSdk, "dist/contract/types.d.ts"))
    assert.notInclude(stdout, join(workspace, "packages"))
  })

  it("has declarations that compile themselves by a bundler's resolution, without Node's types", async () => {
    const own = ["", "/web", "/express"].map((path) => `export * from "@embedded-super/partner-sdk${path}"\n`)
    await writeFile(join(project, "core.ts"), own.join(""))
    const options = ["--module", "esnext", "--moduleResolution", "bundler", "--types", ""]
    await run(tsc, [...strict, ...options, "--lib", "es2022,dom,dom.iterable", "core.ts"], { cwd: project })
  })
})

describe("the README's programs", () => {
  it("has receivers of at most ten lines", () => {
    const receivers = programs().filter(([name]) => ["express.mjs", "fastify.mjs", "web.mjs"].includes(name))
    assert.lengthOf(receivers, 3)
    for (const [name, code] of receivers) assert.isAtMost(code.trim().split("\n").length, 10, name)
  })

  it("take what is signed, unknown subjects too, refuse a forgery, and fetch from the service alone", async () => {
    const { stdout } = await run(process.execPath, ["run.mjs"], { cwd: project })
    const { express, fastify, verify, web, ...rest } = JSON.parse(stdout)
    const statuses = { known: 204, unknown: 204, forged: 400 }
    for (const receiver of [express, fastify, web]) {
      assert.deepStrictEqual(receiver.statuses, statuses)
      assert.lengthOf(receiver.printed, 2)
      assert.match(receiver.printed[0], /^msg_\S+ employer_settings_changed true$/)
      assert.match(receiver.printed[1], /^msg_\S+ product_changed false$/)
    }
    assert.deepStrictEqual(verify.statuses, statuses)
    assert.lengthOf(verify.printed, 1)
    assert.match(rest.v1a, /^msg_/)
    delete rest.v1a
    assert.deepStrictEqual(rest, {
      employer: "Wattle & Daughters Pty Ltd",
      entity: true,
      stranger: "foreign_url",
      notV1a: "bad_signature",
      decoded: false,
      signed: ["webhook-id", "webhook-timestamp", "webhook-signature"]
    })
  })

  it("names the Nodes that the package and msw run on", async () => {
    const enginesOf = async (folder: string) =>
      JSON.parse(await readFile(join(folder, "package.json"), "utf8")).engines.node
    const [, own, mock] = /Node (\d+) or later[^]*?its mock Node ([\d.]+),/.exec(readme) ?? []
    assert.strictEqual(await enginesOf(installedSdk), `>=${own}`)
    assert.strictEqual(await enginesOf(join(project, "node_modules/msw")), `>=${mock}.0`)
  })

  it("has a test on the mock that passes", async () => {
    const { stdout } = await run(process.execPath, ["payroll.test.mjs"], { cwd: project })
    assert.match(stdout, /pass 1\n/)
  })
})

describe("the programs of the guide", () => {
  it("create, rename and list employers, and take each event once", async () => {
    const { stdout } = await run(process.execPath, ["guide.mjs"], { cwd: project })
    assert.deepStrictEqual(JSON.parse(stdout), {
      count: 2,
      renamed: "Wattle & Daughters Pty Ltd",
      unconfigured: ["Banksia Bakery"],
      taken: [1, 2]
    })
  })

  it("have tests on the mock that pass", async () => {
    const { stdout } = await run(process.execPath, ["createEmployer.test.mjs"], { cwd: project })
    assert.match(stdout, /pass 2\n/)
  })
})
