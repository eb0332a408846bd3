/** The package as a fund's engineer gets it: only a tarball, in an empty folder, without network or repository. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import { fundSimulator } from "@embedded-super/fund-simulator"
import { DataFolder } from "@embedded-super/simulator-kit"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { firstOutputs, memoryIn, olderNode, packedKit, withMemory } from "../packedKit.ts"

it.live(
  "the packed kit works for an ordinary user, on each Node; an older Node gets one sentence",
  () =>
    Effect.gen(function* () {
      const kit = yield* packedKit("fund-check")
      assert.match(kit.tarball, /embedded-super-fund-check-\d+\.\d+\.\d+\.tgz$/)
      const installed = readdirSync(join(kit.install, "node_modules"))
      assert.sameMembers(installed, [".bin", ".package-lock.json", "embedded-super-fund-check"])
      assert.isTrue(existsSync(join(kit.install, "node_modules/.bin/fund-check")))
      console.log(`fund-check tarball: ${Math.round(kit.size / 1024)} KiB`)

      const data = (yield* DataFolder).path
      copyFileSync(join(data, "fund-profile.json"), join(kit.cwd, "profile.json"))
      const env = { FUND_CHECK_SECRET: readFileSync(join(data, "api-key"), "utf8").trim() }
      for (const node of kit.nodes) {
        if ("why" in node) {
          console.log(`Node ${node.version} skipped: ${node.why}`)
          continue
        }
        const tested = yield* kit.run([node.path], ["self-test"])
        assert.match(tested.out, /The kit runs on this machine: it passes a correct/, tested.err)
        const ran = yield* kit.run([node.path, ...withMemory], ["run", "--profile", "profile.json"], env)
        assert.strictEqual(ran.code, 0, ran.out)
        assert.match(ran.err, /^maxRSS \d+\n$/)
        assert.isTrue(existsSync(join(kit.cwd, "fund-check-report/report.html")))
        const [last] = ran.out.split("\n").slice(-3)
        console.log(`Node ${node.version}: ${last} Memory: ${memoryIn(ran)}.`)
        for (const args of [["--help"], ["run", "--profile", "profile.json"], ["self-test"]])
          console.log(yield* firstOutputs(kit, node.path, args))
      }

      const sentence =
        /^The fund check needs Node\.js 22\.19 or newer; this is 2?\d\.\d+\.\d+\. Install it from https:\/\/nodejs\.org\.\n$/
      const aged = `Object.defineProperty(process.versions, "node", { value: "20.19.0" })`
      const older = olderNode()
      const nodes = [
        [process.execPath, "--import", `data:text/javascript,${encodeURIComponent(aged)}`],
        ...(older === undefined ? [] : [[older]])
      ]
      for (const node of nodes) {
        const refused = yield* kit.run(node, ["list"])
        assert.strictEqual(refused.code, 2)
        assert.match(refused.err, sentence)
      }
    }).pipe(
      Effect.provide(inProcess(fundSimulator(), { http: false })),
      Effect.scoped,
      Effect.provide(NodeServices.layer)
    ),
  300_000
)
