import { assert, describe, it } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { parse, stringify } from "yaml"
import { aFundProfile, aMySuper, type ProfileChange } from "../../test/aFundProfile.ts"
import { LONGEST_PROFILE, readProfile } from "./readProfile.ts"

const mistakesIn = (text: string, dev = false) =>
  Result.match(readProfile(text, { dev }), {
    onSuccess: () => [],
    onFailure: (mistakes) => mistakes.map(({ pointer, detail }) => `${pointer} ${detail}`)
  })

const product = (change: object) => aMySuper("60905115063009", { name: "Banksia Other", ...change })

const lookup = (url: string) => ({ employer_lookup: { source: "live", url } })
const details = (url: string) => ({
  employer_details: { delivery: "api", url, form: { fields: {}, custom_questions: [] } }
})

const contradictions: ReadonlyArray<
  readonly [name: string, change: ProfileChange, pointer: string, words: string]
> = [
  [
    "Default Activate for a product that isn't there",
    { default_activate_usi: "60905115063009" },
    "#/default_activate_usi",
    "one of products"
  ],
  [
    "Default Activate for a product that isn't MySuper [R-1-21]",
    { default_activate_usi: "60905115063001" },
    "#/default_activate_usi",
    "Only a MySuper product"
  ],
  [
    "Default Activate for a closed product",
    {
      products: [product({}), product({ usi: "60905115063003", is_open_to_new_members: false })],
      default_activate_usi: "60905115063003"
    },
    "#/default_activate_usi",
    "open to new members"
  ],
  [
    "registration with a product that isn't there",
    { products: [product({})] },
    "#/operations/member_registration/usi",
    "one of products"
  ],
  [
    "registration at another path [R-4.2-1]",
    { operations: { member_registration: { url: "https://a.example/join", usi: "60905115063003" } } },
    "#/operations/member_registration/url",
    "/v1/member_registration"
  ],
  [
    "details at the lookup's address [R-4.2-17]",
    { operations: { ...lookup("https://a.example/v1/it"), ...details("https://A.example:443/v1/it") } },
    "#/operations/employer_details/url",
    "It must differ from #/operations/employer_lookup/url"
  ],
  [
    "details at the registration's address [R-4.2-17]",
    { operations: details("https://api.banksia.example/v1/member_registration") },
    "#/operations/employer_details/url",
    "It must differ from #/operations/member_registration/url"
  ],
  [
    "plain http, although nothing else is development [R-5-8]",
    { operations: lookup("http://a.example/v1/employer_lookup") },
    "#/operations/employer_lookup/url",
    "It must be https"
  ],
  [
    "one USI twice",
    { products: [product({ usi: "60905115063003" }), product({ usi: "60905115063003" })] },
    "#/products/1/usi",
    "same USI"
  ],
  [
    "a private key's assertion by a shared secret",
    {
      authentication: {
        flow: "oauth2",
        token_url: "https://auth.banksia.example/token",
        client_id: "embedded-super",
        client_authentication: "private_key_jwt",
        algorithm: "HS256"
      }
    },
    "#/authentication/algorithm",
    "HS256 has no private key"
  ],
  [
    "a key's settings beside a client secret",
    {
      authentication: {
        flow: "oauth2",
        token_url: "https://auth.banksia.example/token",
        client_id: "embedded-super",
        client_authentication: "client_secret_basic",
        key_id: "k1"
      }
    },
    "#/authentication/key_id",
    "client_secret_basic signs nothing"
  ],
  [
    "a token endpoint at the registration's address",
    {
      authentication: {
        flow: "oauth2",
        token_url: "https://api.banksia.example/v1/member_registration",
        client_id: "embedded-super",
        client_authentication: "client_secret_post"
      }
    },
    "#/authentication/token_url",
    "It must differ from #/operations/member_registration/url"
  ],
  [
    "a certificate that is none",
    {
      ca_certificate:
        "-----BEGIN CERTIFICATE-----\nMIIBHTCBxKADAgECAgEBMAoGCCqGSM49BAMCMBIx\n-----END CERTIFICATE-----\n"
    },
    "#/ca_certificate",
    "can't be read"
  ]
]

describe("reading a fund profile", () => {
  it("takes certificates with the text that OpenSSL writes around them, and no private key", () => {
    const { PemCertificate } = parse(
      readFileSync(new URL("../../../../specs/fund-files/fund-profile.yaml", import.meta.url), "utf8")
    ) as { PemCertificate: { pattern: string; examples: [string] } }
    const [pem] = PemCertificate.examples
    const form = new RegExp(PemCertificate.pattern, "u")
    const text = "Certificate:\r\n    Data:\n        Version: 3 (0x2)\n\n"
    for (const taken of [pem, pem.trim(), pem + pem, text + pem, pem + text + pem.trim(), text + pem + text])
      assert.match(taken, form)
    const key = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqG\n-----END PRIVATE KEY-----\n"
    for (const refused of [text, key + pem, pem + key, pem.repeat(100) + key]) assert.notMatch(refused, form)
  })

  it("takes YAML, and JSON", () => {
    assert.deepStrictEqual(mistakesIn(aFundProfile()), [])
    assert.deepStrictEqual(mistakesIn(JSON.stringify(parse(aFundProfile()))), [])
  })

  it("takes the examples of the specs, and every authentication flow [R-5-4, R-5-7]", () => {
    const { FundProfile } = parse(
      readFileSync(new URL("../../../../specs/fund-files/fund-profile.yaml", import.meta.url), "utf8")
    ) as { FundProfile: { examples: ReadonlyArray<object> } }
    assert.deepStrictEqual(
      FundProfile.examples.map((example) =>
        mistakesIn(stringify(example)).map((mistake) => mistake.split(" ")[0])
      ),
      [[], []]
    )
    const client_id = "embedded-super"
    const token_url = "https://auth.banksia.example/token"
    const settings: Record<S.FundFlowName, ReadonlyArray<object>> = {
      api_key: [{}],
      jwt: ["EdDSA", "ES256", "PS256", "HS256"].map((algorithm) => ({ algorithm, client_id })),
      oauth2: ["client_secret_basic", "client_secret_post", "private_key_jwt"].map(
        (client_authentication) => ({
          token_url,
          client_id,
          client_authentication
        })
      ),
      mutual_tls: [{}]
    }
    const flows = Object.entries(settings).flatMap(([flow, each]) => each.map((more) => ({ flow, ...more })))
    for (const authentication of flows) {
      assert.deepStrictEqual(mistakesIn(aFundProfile({ authentication })), [])
    }
  })

  it.each([
    ["lists", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
    ["lists without an end", (depth: number) => "[".repeat(depth)],
    ["maps", (depth: number) => "{a: ".repeat(depth) + "}".repeat(depth)],
    ["a list in each entry", (depth: number) => `${"- ".repeat(depth)}x`]
  ])("says of %s in one another that they are too deep, and nothing of its own failure", (_, nested) => {
    for (const depth of [5000, 50_000])
      assert.deepStrictEqual(mistakesIn(nested(depth)), [
        "# Something in the file is nested hundreds of levels deep. Write it flat."
      ])
    const shallow = mistakesIn(nested(20)).join()
    assert.isNotEmpty(shallow)
    assert.notInclude(shallow, "hundreds of levels")
  })

  it("names everything that doesn't fit, each with its pointer, and repeats no value", () => {
    const text = aFundProfile({
      profile_version: "v7",
      fund: { slug: "Not A Slug", nickname: "B" },
      simulated: "no",
      operations: { employer_lookup: { source: "list", lists: [] } },
      tfn_exemptions_accepted: undefined,
      salt: "s3cret"
    })
    assert.sameMembers(mistakesIn(text), [
      "#/profile_version profile_version must be v1.",
      "#/fund/slug fund.slug must be small letters and digits, with single hyphens between them.",
      "#/fund/nickname fund.nickname is not known here.",
      "#/simulated simulated must be true or false.",
      "#/operations/employer_lookup/list operations.employer_lookup.list is required.",
      "#/operations/employer_lookup/lists operations.employer_lookup.lists is not known here.",
      "#/tfn_exemptions_accepted tfn_exemptions_accepted is required.",
      "#/salt salt is not known here."
    ])
  })

  it("takes one way of delivering employer details, not both [R-4.2-18]", () => {
    const form = { fields: {}, custom_questions: [] }
    const both = { delivery: "sftp", form, url: "https://api.banksia.example/v1/employer_details" }
    assert.deepStrictEqual(mistakesIn(aFundProfile({ operations: { employer_details: both } })), [
      "#/operations/employer_details/url operations.employer_details.url is not known here."
    ])
  })

  it("says in which line a file isn't YAML, or says a thing twice", () => {
    assert.deepStrictEqual(
      mistakesIn("fund:\n  slug: a\n  slug: b\n").map((mistake) => mistake.slice(0, 7)),
      ["line 3 "]
    )
    assert.match(String(mistakesIn("fund: {")), /^line 1 /)
  })

  it.each([
    ["a block", "a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n", "line 5 "],
    ["a flow", '{ "a": 1, "b": { "c": 1,\n "c": 2 } }', "line 2 "],
    ["a map in a list", "- a: 1\n- a: 1\n  a: 2\n", "line 3 "]
  ])("finds a key that is written twice in %s", (_, text, line) => {
    assert.deepStrictEqual(mistakesIn(text), [`${line}Map keys must be unique`])
  })

  it("names few of many mistakes, and refuses a file that is too long before it is parsed", () => {
    assert.lengthOf(mistakesIn("a: 1\n".repeat(20_000)), 20)
    const long = `${"#".repeat(LONGEST_PROFILE)}\n${aFundProfile({})}`
    assert.deepStrictEqual(mistakesIn(long), ["# The file is longer than 256 kB, so it is no profile."])
  })

  for (const [name, change, pointer, words] of contradictions) {
    it(`refuses ${name}`, () => {
      const mistakes = mistakesIn(aFundProfile(change))
      assert.lengthOf(mistakes, 1)
      assert.isTrue(mistakes[0]?.startsWith(`${pointer} `), String(mistakes))
      assert.include(mistakes[0], words)
    })
  }

  it("takes plain http for a simulated fund in development, and for no other [R-5-8]", () => {
    const operations = lookup("http://127.0.0.1:4010/v1/employer_lookup")
    assert.deepStrictEqual(mistakesIn(aFundProfile({ operations }), true), [])
    assert.lengthOf(mistakesIn(aFundProfile({ operations, simulated: false }), true), 1)
  })
})
