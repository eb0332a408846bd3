/** `admin fund check`, on a real database and against the fund simulator (D-conformance-kits). */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { aProduct } from "@embedded-super/service/testing/stand-ins"
import { admin, adminJson, aFile, TestDatabase } from "@embedded-super/service/testing"
import { faults } from "@embedded-super/fund-simulator/faults"
import { fundSimulator, type FundSimulatorOptions } from "@embedded-super/fund-simulator"
import { DataFolder } from "@embedded-super/simulator-kit"
import { inProcess } from "@embedded-super/simulator-kit/testing"

interface Profile {
  readonly fund: { readonly slug: string }
  readonly check: { readonly synthetic_member: { readonly tfn: string } }
}

/** Runs a test beside a simulated fund whose profile and credentials the service has; `change` edits the profile. */
const withFund = <A, E, R>(
  played: FundSimulatorOptions,
  change: (profile: Profile) => object,
  test: (fund: {
    readonly slug: string
    readonly secret: string
    readonly tfn: string
  }) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const { path } = yield* DataFolder
    const profile = JSON.parse(readFileSync(join(path, "fund-profile.json"), "utf8")) as Profile
    const secretFile = join(path, "api-key")
    const loaded = yield* admin(`fund load ${yield* aFile(JSON.stringify(change(profile)))} --dev`)
    assert.strictEqual(loaded.code, 0, loaded.output)
    const { slug } = profile.fund
    yield* admin(`fund credentials --fund ${slug} --file ${secretFile}`)
    const secret = readFileSync(secretFile, "utf8").trim()
    return yield* test({ slug, secret, tfn: profile.check.synthetic_member.tfn })
  }).pipe(Effect.provide(inProcess(fundSimulator(played))))

const asItIs = (profile: Profile): object => profile

const fault = (name: string) => {
  const found = faults.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no fault ${name}.`)
  return found
}

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeServices.layer)), { excludeTestServices: true })(
  "admin fund check",
  (it) => {
    it.effect("a fund that conforms: 0, the verdict stays with the fund, no secret and no TFN anywhere", () =>
      withFund({}, asItIs, ({ secret, slug, tfn }) =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const folder = yield* fs.makeTempDirectoryScoped()
          const product = yield* aProduct({ sandboxed: true })
          const linked = yield* admin(`fund link --fund ${slug} --product ${product}`)
          assert.include(
            linked.output,
            `Warning: fund ${slug} was never checked. Run \`admin fund check --fund ${slug}\``
          )

          const checked = yield* admin(`fund check --fund ${slug} --mode dev --report-folder ${folder} --dev`)
          assert.strictEqual(checked.code, 0, checked.output)
          assert.match(checked.output, /^Banksia Super at http:\/\/.*\nfund-check .* development run/)
          assert.match(checked.output, /\nREGISTER +\d+ passed/)
          assert.match(checked.output, /\nConforms: /)
          const names = yield* fs.readDirectory(folder)
          assert.includeMembers(names, ["report.html", "report.json", "junit.xml"])

          const { output: list } = yield* admin("fund list")
          assert.match(list, /  conforms \(dev, \d{4}-\d\d-\d\d\)  /)
          const again = yield* admin(`fund link --fund ${slug} --product ${product}`)
          assert.deepStrictEqual(again.output, `fund ${slug} linked to product ${product}\n`)
          const { output: audit } = yield* admin("audit")
          assert.include(audit, "fund.check")

          const { code, document, stderr } = yield* adminJson(
            `fund check LOOKUP --fund ${slug} --mode dev --dev`
          )
          assert.deepStrictEqual([code, stderr], [0, ""])
          assert.nestedInclude(document, { verdict: "conforms", mode: "dev" })

          const files = yield* Effect.forEach(names, (name) => fs.readFileString(join(folder, name)))
          const sql = yield* SqlClient.SqlClient
          const kept = JSON.stringify(
            yield* sql`SELECT c.*, f.profile FROM fund_checks c JOIN funds f ON f.id = c.fund_id`
          )
          for (const text of [checked.output, list, audit, kept, ...files]) {
            assert.notInclude(text, secret)
            assert.notInclude(text, tfn)
          }
        })
      )
    )

    it.effect("a fault: 1, and its sentence; an operator who links the fund then is warned", () =>
      withFund({ fund: "telopea", fault: fault("apostrophe-refused") }, asItIs, ({ slug }) =>
        Effect.gen(function* () {
          const { code, output } = yield* admin(`fund check --fund ${slug} --mode dev --dev`)
          assert.strictEqual(code, 1)
          assert.include(output, "Does not conform")
          assert.match(output, /apostrophe/)
          assert.include(
            output,
            `The fund ${slug} doesn't conform.\nThe fund needs the findings: \`admin fund check`
          )
          const product = yield* aProduct({ sandboxed: true })
          const linked = yield* admin(`fund link --fund ${slug} --product ${product}`)
          assert.strictEqual(linked.code, 0)
          assert.match(linked.output, /in the mode dev, found that it doesn't conform \(failed: \d+\)/)
          assert.match((yield* admin("fund list")).output, /telopea .*  doesn't conform \(dev, /)
        })
      )
    )

    it.effect(
      "a linked fund is probed unless a mode is given, and a part of the checks leaves no verdict",
      () =>
        withFund({ fund: "waratah", auth: "api_key" }, asItIs, ({ slug }) =>
          Effect.gen(function* () {
            const product = yield* aProduct({ sandboxed: true })
            yield* admin(`fund link --fund ${slug} --product ${product}`)
            const { code, output } = yield* admin(`fund check --fund ${slug} VERSION lookup-2.5-1 --dev`)
            assert.strictEqual(code, 0, output)
            assert.include(output, "probe run")
            assert.match((yield* admin("fund list")).output, /waratah .*  never checked  /)
          })
        )
    )

    it.effect("what can't run: 2 with what is missing, and 3 for a fund that nothing reaches", () =>
      Effect.gen(function* () {
        const unknown = yield* admin("fund check --fund nobody")
        assert.deepStrictEqual(unknown, {
          code: 2,
          output:
            "There is no fund with the slug nobody.\nSee `admin fund list`, or load its profile with `admin fund load`.\n"
        })
        const withoutSection = ({ check: _, ...profile }: Profile): object => profile
        yield* withFund({ fund: "kurrajong", auth: "api_key" }, withoutSection, ({ slug }) =>
          Effect.gen(function* () {
            const missing = yield* admin(`fund check --fund ${slug} --dev`)
            assert.strictEqual(missing.code, 2)
            assert.include(missing.output, "The profile of fund kurrajong has no `check` section")
          })
        )
        yield* withFund({ fund: "kurrajong", auth: "api_key" }, asItIs, ({ slug }) =>
          Effect.gen(function* () {
            const plain = yield* admin(`fund check --fund ${slug}`)
            assert.strictEqual(plain.code, 2)
            assert.include(plain.output, "plain http, which is only for simulators in development")
            const wrong = yield* admin(`fund check --fund ${slug} LOKUP --mode dev --dev`)
            assert.strictEqual(wrong.code, 2)
            assert.include(wrong.output, "No group or check is called LOKUP.")
          })
        )
        const away = yield* admin("fund check --fund kurrajong --mode dev --dev")
        assert.strictEqual(away.code, 3)
        assert.match(
          away.output,
          /The fund can't be reached at http:\/\/127.*: nothing listens there\.\nCheck the address/
        )
        assert.notInclude(away.output, "--base-url")
      })
    )

    it.effect("an address inside the network isn't called, whether it is a name or a number", () =>
      withFund({ fund: "grevillea", auth: "api_key" }, asItIs, () =>
        Effect.gen(function* () {
          const { path } = yield* DataFolder
          const text = readFileSync(join(path, "fund-profile.json"), "utf8")
          const at = (host: string) =>
            Effect.gen(function* () {
              const changed = text.replaceAll(/http:\/\/[^/"]+\//g, `https://${host}/`)
              yield* admin(`fund load ${yield* aFile(changed)} --dev`)
              return yield* admin("fund check --fund grevillea --mode dev")
            })
          const name = yield* at("localhost")
          assert.strictEqual(name.code, 3, name.output)
          assert.include(name.output, "its host name leads to an address that may not be called.")
          const number = yield* at("127.0.0.1")
          assert.strictEqual(number.code, 2, number.output)
        })
      )
    )
  }
)
