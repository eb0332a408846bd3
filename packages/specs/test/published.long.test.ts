/** The package as published: packed, and unpacked in a project outside this workspace. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { promisify } from "node:util"
import { publint } from "publint"
import { afterAll, beforeAll, expect, it } from "vitest"

const run = promisify(execFile)

let project = ""
let installed = ""

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "embedded-super-specs-")))
  const args = ["--yes", "pnpm@12.21.0", "pack", "--pack-destination", project]
  await run("npx", args, { cwd: join(import.meta.dirname, "..") })
  const tarball = (await readdir(project)).find((name) => name.endsWith(".tgz")) ?? ""
  installed = join(project, "node_modules/@embedded-super/specs")
  await mkdir(installed, { recursive: true })
  await run("tar", ["-xzf", join(project, tarball), "-C", installed, "--strip-components=1"])
})
afterAll(() => rm(project, { recursive: true, force: true }))

const read = async (name: string) => JSON.parse(await readFile(join(installed, name), "utf8"))

it("holds the documents, their digests, and nothing of the workspace", async () => {
  const files = await readdir(join(installed, "dist"))
  const digests: Record<string, string> = await read("dist/digests.json")
  expect(files.toSorted()).toEqual([...Object.keys(digests), "digests.json"].toSorted())
  for (const [name, digest] of Object.entries(digests)) {
    const content = await readFile(join(installed, "dist", name))
    expect(createHash("sha256").update(content).digest("hex"), name).toBe(digest)
  }
  expect((await readdir(installed)).toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json"])
  expect((await readFile(join(installed, "package.json"), "utf8")).includes("catalog:")).toBe(false)
  const { messages } = await publint({ pkgDir: installed, strict: true, pack: false })
  expect(messages).toEqual([])
})

it("has the version of the documents that are announced and released together", async () => {
  const { version } = await read("package.json")
  for (const name of ["partner-api", "fund-api", "webhooks", "embed-api"])
    expect((await read(`dist/${name}.json`)).info.version, name).toBe(version)
})

it("is read by its name, each document from a program", async () => {
  const program = `import partnerApi from "@embedded-super/specs/partner-api.json" with { type: "json" }
console.log(partnerApi.openapi, import.meta.resolve("@embedded-super/specs/onboarding.arazzo.json"))`
  await writeFile(join(project, "read.mjs"), program)
  const { stdout } = await run(process.execPath, ["read.mjs"], { cwd: project })
  expect(stdout).toMatch(/^3\.1\.\d file:.*dist\/onboarding\.arazzo\.json\n$/)
})
