/** The package as a fund's engineer gets it: only a tarball, in an empty folder, without network or repository. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync, spawnSync } from "node:child_process"
import { readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { folder } from "./fundCheck.ts"

const pack = fileURLToPath(new URL("../src/pack.ts", import.meta.url))

it.live("the packed kit is installed without network, and works; an older Node gets one sentence", () =>
  Effect.gen(function* () {
    const cwd = yield* folder
    const tarball = execFileSync(process.execPath, [pack, cwd], { encoding: "utf8" }).trim()
    assert.match(tarball, /embedded-super-fund-check-\d+\.\d+\.\d+\.tgz$/)
    writeFileSync(join(cwd, "package.json"), "{}")
    execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], {
      cwd,
      stdio: "ignore"
    })
    const installed = readdirSync(join(cwd, "node_modules")).filter((name) => !name.startsWith("."))
    assert.deepStrictEqual(installed, ["embedded-super-fund-check"])
    const start = join(cwd, "node_modules/embedded-super-fund-check/start.js")
    const tested = spawnSync(process.execPath, [start, "self-test"], { cwd, encoding: "utf8" })
    assert.strictEqual(tested.status, 0, tested.stderr)
    assert.match(tested.stdout, /The kit works on this machine\./)

    const listed = spawnSync("npx", ["--no-install", "fund-check", "list"], { cwd, encoding: "utf8" })
    assert.match(listed.stdout, /VERSION-9-1/)

    const older = `Object.defineProperty(process.versions, "node", { value: "20.19.0" })`
    const onOlder = ["--import", `data:text/javascript,${encodeURIComponent(older)}`, start, "list"]
    const refused = spawnSync(process.execPath, onOlder, { cwd, encoding: "utf8" })
    assert.strictEqual(refused.status, 2)
    assert.match(refused.stderr, /^The fund check needs Node\.js 22\.19 or newer; this is 20\.19\.0\. .*\n$/)
    console.log(`fund-check tarball: ${Math.round(statSync(tarball).size / 1024)} KiB`)
  }).pipe(Effect.scoped)
)
