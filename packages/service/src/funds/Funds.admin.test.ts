import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { admin, adminJson, aFile } from "../../test/admin.ts"
import { aFundProfile, aMySuper } from "../../../rules/test/aFundProfile.ts"
import { aProduct } from "../../test/aProduct.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { keepServiceAddress } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { Settings } from "../platform/config/Settings.ts"
import { newSigningKey } from "@embedded-super/rules/authentication/signingKeys"

const wattleProduct = aMySuper("65714394898001", { name: "Wattle MySuper" })

const SECRET = "Zm9yLXRlc3RzLW9ubHktYS1rZXktb2YtYS1mdW5k"

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the operator's commands for funds",
  (it) => {
    it.effect("load a profile, give it credentials, link it to a product, and show it", () =>
      Effect.gen(function* () {
        const product = yield* aProduct()
        const loaded = yield* admin(`fund load ${yield* aFile(aFundProfile())}`)
        assert.deepStrictEqual(loaded, { code: 0, output: "fund banksia created, profile version 1\n" })
        const first = yield* admin(`fund credentials --fund banksia --file ${yield* aFile(`${SECRET}\n`)}`)
        assert.include(first.output, "fund banksia has credentials version 1")
        const second = yield* admin("fund credentials --fund banksia", `${SECRET}2\n`)
        assert.include(second.output, "fund banksia has credentials version 2")
        const linked = yield* admin(`fund link --fund banksia --product ${product}`)
        assert.deepStrictEqual(linked, {
          code: 0,
          output:
            `fund banksia linked to product ${product}\n` +
            "Warning: fund banksia was never checked. Run `admin fund check --fund banksia` before members join it.\n"
        })
        const { output } = yield* admin("fund list")
        assert.strictEqual(
          output,
          "banksia  Banksia Super  simulated  profile version 1  products 2  links 1  credentials version 2  never checked  calls 0 waiting, 0 stopped\n"
        )
        const audited = yield* admin("audit")
        for (const action of ["fund.load", "fund.credentials", "fund.link"])
          assert.include(audited.output, action)
        assert.notInclude([first, second, audited].map(({ output }) => output).join(), SECRET)
      })
    )

    it.effect("say that a simulated fund on this machine is checked with --dev", () =>
      Effect.gen(function* () {
        const url = "https://127.0.0.1:9/v1/member_registration"
        const change = {
          fund: { slug: "local", name: "Local Super", abn: "65714394898" },
          operations: { member_registration: { url, usi: "LOC0001AU" } },
          products: [aMySuper("LOC0001AU")]
        }
        const load = Effect.fnUntraced(function* (check: object | undefined) {
          return (yield* admin(`fund load ${yield* aFile(aFundProfile({ ...change, check }))}`)).output
        })
        assert.strictEqual(yield* load(undefined), "fund local created, profile version 1\n")
        assert.strictEqual(
          yield* load({ matching_abn: "51824753556", unknown_abn: "80000000001" }),
          "fund local unchanged, profile version 1; the test data of its `check` is stored\n"
        )
        yield* admin("fund credentials --fund local", SECRET)
        const { code, output } = yield* admin("fund check --fund local")
        assert.strictEqual(code, 2)
        assert.include(output, "with --dev only: add it to `admin fund check --fund local`")
      })
    )

    it.effect("take the credentials of each flow, make a key pair where they may, and echo nothing", () =>
      Effect.gen(function* () {
        const wattle = { slug: "wattle", name: "Wattle Super", abn: "65714394898" }
        const authentication = { flow: "jwt", algorithm: "ES256", client_id: "embedded-super" }
        const operations = { member_registration: undefined }
        const change = { fund: wattle, operations, products: [wattleProduct], authentication }
        yield* admin(`fund load ${yield* aFile(aFundProfile(change))}`)
        const made = yield* admin("fund credentials --fund wattle --generate")
        assert.match(
          made.output,
          /^fund wattle has credentials version 1; .*\nkey [\w-]{43} is published at \/\.well-known\/jwks\.json of the service\n$/
        )
        const early = yield* admin("fund credentials --fund wattle --generate", undefined, {
          BASE_URL: "https://early.wattle.example"
        })
        assert.include(early.output, "is published at https://early.wattle.example/.well-known/jwks.json\n")
        const settings = { baseUrl: "https://api.wattle.example" } as Settings["Service"]
        yield* Effect.provideService(keepServiceAddress, Settings, settings)
        const again = yield* admin("fund credentials --fund wattle --generate")
        assert.include(again.output, "published at https://api.wattle.example/.well-known/jwks.json\n")
        const pem = newSigningKey("ES256")
        const given = yield* admin("fund credentials --fund wattle", pem)
        assert.include(given.output, "fund wattle has credentials version 4")
        const lift = yield* admin("fund lift --fund wattle")
        assert.strictEqual(lift.code, 1)
        assert.include(lift.output, "`admin fund credentials --again` tries them again")
        const same = yield* admin("fund credentials --fund wattle --again")
        assert.strictEqual(same.output.replace("version 5", "version 4"), given.output)
        const wrong = yield* admin("fund credentials --fund wattle", newSigningKey("EdDSA"))
        assert.strictEqual(wrong.code, 1)
        assert.include(wrong.output, "ES256 needs an elliptic curve key on P-256")
        const key = yield* admin("fund credentials --fund banksia --generate")
        assert.strictEqual(key.code, 1)
        assert.include(key.output, "come from the fund: the service can't generate them")
        assert.notInclude(
          [made, given, wrong].map(({ output }) => output).join(),
          pem.split("\n")[1] as string
        )
        assert.notInclude([made, given, wrong].map(({ output }) => output).join(), "PRIVATE KEY")
      })
    )

    it.effect("say every mistake of a profile with its place, exit 1, and no stack", () =>
      Effect.gen(function* () {
        const wrong = aFundProfile({ fund: { slug: "Banksia Super" }, salt: "s3cret" })
        const { code, output } = yield* admin(`fund load ${yield* aFile(wrong)}`)
        assert.strictEqual(code, 1)
        assert.deepStrictEqual(output.split("\n"), [
          "The profile is refused, with 2 mistakes:",
          "  #/fund/slug  fund.slug must be small letters and digits, with single hyphens between them.",
          "  #/salt  salt is not known here.",
          "Correct the file and load it again; nothing was changed.",
          ""
        ])
      })
    )

    it.effect("hold a fund until a time, with the reason for other operators, and release it", () =>
      Effect.gen(function* () {
        yield* admin(`fund load ${yield* aFile(aFundProfile())}`)
        const held = yield* admin(
          "fund hold --fund banksia --until 2099-01-01T00:00:00Z --reason upgrade --as mia.k"
        )
        assert.strictEqual(held.code, 0)
        assert.include(held.output, "fund banksia isn't called until 2099-01-01T00:00:00.000Z: upgrade\n")
        assert.match(
          (yield* admin("fund list")).output,
          /^ {2}no calls until 2099-01-01T00:00:00Z: mia\.k holds it \(upgrade\)\. `admin fund release --fund banksia` ends it earlier\.$/m
        )
        const shorter = yield* admin("fund hold --fund banksia --until 2098-01-01T00:00:00Z --reason upgrade")
        assert.include(
          shorter.output,
          "fund banksia isn't called until 2098-01-01T00:00:00.000Z: upgrade\nit was held until 2099-01-01T00:00:00.000Z before\n"
        )
        assert.match((yield* admin("fund list")).output, /^ {2}no calls until 2098-01-01T00:00:00Z: /m)
        const check = yield* admin("fund check --fund banksia")
        assert.strictEqual(check.code, 2)
        assert.include(check.output, "An operator holds the fund banksia, so it isn't called.")
        assert.include(check.output, "`admin fund release --fund banksia`")
        const released = yield* adminJson("fund release --fund banksia")
        assert.deepInclude(released.document, { fund: "banksia" })
        assert.notInclude((yield* admin("fund list")).output, "no calls until")
        const again = yield* admin("fund release --fund banksia")
        assert.deepStrictEqual(
          [again.code, again.output.includes("No operator holds the fund banksia.")],
          [1, true]
        )
        const past = yield* admin("fund hold --fund banksia --until 2020-01-01T00:00:00Z --reason upgrade")
        assert.deepStrictEqual([past.code, past.output.includes("which has passed")], [1, true])
        const { output } = yield* admin("audit")
        for (const action of ["fund.hold", "fund.release"]) assert.include(output, action)
        assert.match(output, /fund\.hold .*"before":{"until":"2099-01-01T00:00:00\.000Z"}/)
        assert.notInclude(output, "upgrade")
      })
    )

    it.effect("list and release calls that have stopped, enter numbers, and lift holds", () =>
      Effect.gen(function* () {
        const none = yield* admin("fund-calls list --stopped")
        assert.deepStrictEqual(none, { code: 0, output: "No call has stopped.\n" })
        const unknown = yield* admin("fund-calls release 01a1fb67-1800-7000-8000-0000000000d1")
        assert.strictEqual(unknown.code, 1)
        assert.include(unknown.output, "There is no call to a fund with the id 01a1fb67")
        const number = yield* admin("fund-calls enter-number 01a1fb67-1800-7000-8000-0000000000d1 0012")
        assert.include(number.output, "There is no call to a fund with the id 01a1fb67")
        const file = yield* aFile("id,member_number\n,0012\n7,\n")
        const mistakes = yield* admin(`fund-calls enter-number --file ${file}`)
        assert.strictEqual(mistakes.code, 1)
        assert.include(mistakes.output, "row 1: the id is missing")
        assert.include(mistakes.output, "row 2: the member number is missing")
        assert.include(
          (yield* admin("fund lift --fund nobody")).output,
          "There is no fund with the slug nobody"
        )
      })
    )
  }
)
