/** The package as a partner's engineer gets it: only a tarball, in an empty folder, without network or repository. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { freePorts } from "@embedded-super/program/freePorts"
import { firstOutputs, memoryIn, olderNode, packedKit, withMemory } from "../packedKit.ts"
import { tinyPartner } from "../../src/partner/cli/selfTest.ts"

const ids = ["bffc9067-28ee-4381-a0f2-92fae25d9f83", "01a0f4c2-c400-7000-8000-000000000002"]

/** The variables that `init` wrote, as a shell would read them. */
const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

const receiverOf = (port: number, env: Readonly<Record<string, string>>, serviceUrl: string) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const products = ids.map((id, index) => ({
        id,
        key: env[`PARTNER_CHECK_KEY_${index + 1}`] ?? "",
        secret: env[`PARTNER_CHECK_SECRET_${index + 1}`] ?? ""
      }))
      const server = createServer(tinyPartner({ products, isWrong: false, serviceUrl: () => serviceUrl }))
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  )

it.live(
  "the packed kit works for an ordinary user, on each Node; an older Node gets one sentence",
  () =>
    Effect.gen(function* () {
      const kit = yield* packedKit("partner-check")
      const installed = readdirSync(join(kit.install, "node_modules"))
      assert.sameMembers(installed, [".bin", ".package-lock.json", "embedded-super-partner-check"])
      assert.isTrue(existsSync(join(kit.install, "node_modules/.bin/partner-check")))
      console.log(`partner-check tarball: ${Math.round(kit.size / 1024)} KiB`)

      const [port = 0, servicePort = 0] = yield* Effect.promise(() => freePorts(2))
      const serviceUrl = `http://127.0.0.1:${servicePort}`
      const addresses = ["--receiver-url", `http://127.0.0.1:${port}/webhooks`, "--service-url", serviceUrl]
      for (const [index, node] of kit.nodes.entries()) {
        if ("why" in node) {
          console.log(`Node ${node.version} skipped: ${node.why}`)
          continue
        }
        const out = `settings-${index}.yaml`
        const written = yield* kit.run(
          [node.path],
          ["init", "--out", out, "--name", "Wattle Payroll", ...addresses]
        )
        assert.deepInclude(written, { code: 0, err: "" })
        const env = variablesIn(readFileSync(join(kit.cwd, `settings-${index}.env`), "utf8"))
        const ran = yield* Effect.scoped(
          Effect.andThen(
            receiverOf(port, env, serviceUrl),
            kit.run([node.path, ...withMemory], ["run", "--settings", out], env)
          )
        )
        assert.strictEqual(ran.code, 0, ran.out)
        assert.match(ran.err, /^maxRSS \d+\n$/)
        assert.isTrue(existsSync(join(kit.cwd, "partner-check-report/report.html")))
        const [last] = ran.out.split("\n").slice(-3)
        console.log(`Node ${node.version}: ${last} Memory: ${memoryIn(ran)}.`)
        const tested = yield* kit.run([node.path], ["self-test"])
        assert.match(tested.out, /The kit runs on this machine: it passes a correct/, tested.err)
        for (const args of [["--help"], ["list"], ["self-test"]])
          console.log(yield* firstOutputs(kit, node.path, args))
      }

      const older = olderNode()
      if (older === undefined) return
      const refused = yield* kit.run([older], ["list"])
      assert.strictEqual(refused.code, 2)
      assert.match(refused.err, /^The partner check needs Node\.js 22\.19 or newer; this is .*\n$/)
    }).pipe(Effect.scoped),
  300_000
)
