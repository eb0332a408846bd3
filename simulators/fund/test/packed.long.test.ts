/**
 * The package as a fund's engineer gets it: only a tarball, in an empty folder, without network, repository or
 * database.
 */
import { askAt, type Asked, startProgram, whenReady } from "@embedded-super/simulator-kit/testing"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { aProfile, keyIn } from "./callFund.ts"

const pack = fileURLToPath(new URL("../src/pack.ts", import.meta.url))

const emptyFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "fund-engineer-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

it.effect(
  "the packed simulator is installed without network, starts, registers a member, and shows its pages",
  () =>
    Effect.gen(function* () {
      const folder = yield* emptyFolder
      const tarball = execFileSync(process.execPath, [pack, folder], { encoding: "utf8" }).trim()
      assert.match(tarball, /embedded-super-fund-simulator-\d+\.\d+\.\d+\.tgz$/)
      writeFileSync(join(folder, "package.json"), "{}")
      execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], {
        cwd: folder,
        stdio: "ignore"
      })
      assert.deepStrictEqual(
        readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")),
        ["embedded-super-fund-simulator"]
      )
      const installed = join(folder, "node_modules/embedded-super-fund-simulator")
      const licences = readFileSync(join(installed, "THIRD-PARTY-LICENSES.txt"), "utf8")
      for (const [name, holder] of [
        ["effect 4", "Effectful Technologies"],
        ["ssh2 1", "Brian White"]
      ] as const)
        assert.match(licences, new RegExp(`^${name}\\..*\\n[^]*?Copyright.*${holder}`, "m"))
      const bin = join(installed, "start.js")
      const data = join(folder, "data")
      const started = yield* startProgram(bin, "--port", "0", "--json", "--data-dir", data)
      const ready = yield* whenReady(started)
      assert.match(ready.url, /^https:/)
      const tls = { ca: readFileSync(ready.ca_file!, "utf8") }
      const ask = (asked: Asked) => askAt(ready.url, asked, tls)
      const registered = yield* ask({
        path: "/v1/member_registration",
        body: aProfile("packed@example.com"),
        headers: { "x-auth-key": keyIn(data) }
      })
      assert.strictEqual(registered.status, 201)
      assert.isString(registered.json.member_details.member_number)

      const timeLine = yield* ask({ path: "/" })
      const [, entry = ""] = /href="([^"]+\/entries\/\d+)">Registered/.exec(timeLine.text) ?? []
      assert.isNotEmpty(entry)
      for (const [, file] of timeLine.text.matchAll(/(?:src|href)="(\/[^"]+\.(?:css|js))"/g))
        assert.isNotEmpty((yield* ask({ path: file! })).text)
      // The kit has a package of its own: here are its commands, and the profile that they need.
      const check = yield* ask({ path: "/_simulator/inspector/check" })
      assert.include(check.text, "The packed simulator doesn't hold the check.")
      assert.include(check.text, "run --profile fund-profile.yaml")
      const profile = yield* ask({ path: "/_simulator/inspector/check/fund-profile.yaml" })
      assert.property(JSON.parse(profile.text), "check")
      const detail = yield* ask({ path: entry })
      assert.include(detail.text, "Request and answer fit the contract.")
      assert.include(detail.text, "curl -X POST")
      assert.notInclude(detail.text, "Mitchell")
      const again = yield* ask({ method: "POST", path: `${entry}/again`, body: "" })
      assert.strictEqual(again.status, 303)
      assert.include((yield* ask({ path: `${entry}/again` })).text, "Sent again: 200")
      const levers = yield* ask({ path: "/_simulator/inspector/levers" })
      assert.include(levers.text, "Upload the employer book")
    }).pipe(Effect.scoped)
)

it.effect("is started from an empty folder by npx alone, without network", () =>
  Effect.gen(function* () {
    const folder = yield* emptyFolder
    const tarball = execFileSync(process.execPath, [pack, folder], { encoding: "utf8" }).trim()
    const npx = ["--offline", "--yes", `./${basename(tarball)}`, "--port", "0", "--json"]
    const line = yield* Effect.callback<string>((resume) => {
      const child = spawn("npx", [...npx, "--data-dir", "data"], { cwd: folder, detached: true })
      let text = ""
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString()
        if (!text.includes("\n")) return
        // npx starts a shell, which starts the simulator, so the signal goes to the whole process group.
        child.once("close", () => resume(Effect.succeed(text.slice(0, text.indexOf("\n")))))
        process.kill(-child.pid!, "SIGTERM")
      })
      child.once("close", () => resume(Effect.succeed(text)))
    })
    assert.strictEqual(JSON.parse(line).event, "ready")
  }).pipe(Effect.scoped)
)
