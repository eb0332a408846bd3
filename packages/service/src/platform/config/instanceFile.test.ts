import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { parse, stringify } from "yaml"
import { readInstanceFile, sampleInstance } from "./instanceFile.ts"
import { anInstanceFile } from "../../../test/TestSettings.ts"

const mistakesIn = (text: string, dev = false) =>
  Result.match(readInstanceFile(text, { dev }), {
    onSuccess: () => [],
    onFailure: (mistakes) => mistakes.map(({ detail, pointer }) => `${pointer} ${detail}`)
  })

const page = (url: string) => ({ url, version: "terms-1", date: "2026-11-01" })

/** Each place with an address, with the file that has this one there. */
const addresses: ReadonlyArray<
  readonly [pointer: string, at: (url: string) => Readonly<Record<string, unknown>>]
> = [
  ["#/privacy_contact/url", (url) => ({ privacy_contact: { email: "a@b.net.au", url } })],
  ["#/help_contact/url", (url) => ({ help_contact: { email: "a@b.net.au", url } })],
  ["#/privacy_policy/url", (url) => ({ privacy_policy: page(url) })],
  ["#/collection_notice/url", (url) => ({ collection_notice: page(url) })],
  ["#/terms/url", (url) => ({ terms: page(url) })],
  ["#/ato_end_user_terms/url", (url) => ({ ato_end_user_terms: page(url) })],
  ["#/docs_url", (url) => ({ docs_url: url })],
  ["#/status_page_url", (url) => ({ status_page_url: url })]
]

const placeholders = [
  "https://docs.embedded-super.example/terms",
  "https://super.example.com",
  "https://example.com.au/terms",
  "https://example.org",
  "https://localhost/terms",
  "https://terms.localhost:4000",
  "https://service.test",
  "https://nowhere.invalid",
  "https://intranet",
  "https://files.internal",
  "https://127.0.0.1/terms",
  "https://203.0.113.9/terms",
  "https://[2001:db8::1]/terms"
]

describe("reading an instance file", () => {
  it("takes YAML, and JSON", () => {
    assert.deepStrictEqual(mistakesIn(anInstanceFile()), [])
    assert.deepStrictEqual(mistakesIn(JSON.stringify(parse(anInstanceFile()))), [])
    assert.deepStrictEqual(mistakesIn(anInstanceFile({ status_page_url: undefined })), [])
  })

  it.each(addresses)("refuses a placeholder at %s, and takes it in development", (pointer, at) => {
    for (const url of placeholders) {
      const text = anInstanceFile(at(url))
      const placed = `${pointer} It is a placeholder. Give the address that people can open.`
      assert.deepStrictEqual(mistakesIn(text), [placed], url)
      assert.deepStrictEqual(mistakesIn(text, true), [], url)
    }
    assert.deepStrictEqual(mistakesIn(anInstanceFile(at("http://operator.net.au"))), [
      `${pointer} It must be https.`
    ])
  })

  it.each(["privacy_contact", "help_contact"])(
    "refuses a placeholder as the e-mail address of %s",
    (contact) => {
      for (const host of ["super.example", "example.com", "mail.localhost", "host.local"]) {
        assert.deepStrictEqual(mistakesIn(anInstanceFile({ [contact]: { email: `help@${host}` } })), [
          `#/${contact}/email It is a placeholder. Give the address that people can write to.`
        ])
      }
    }
  )

  it("refuses addresses that no call on the internet comes from", () => {
    for (const source of ["127.0.0.1", "10.0.0.0/8", "192.0.2.10", "::1", "2001:db8::/64"]) {
      assert.deepStrictEqual(mistakesIn(anInstanceFile({ source_addresses: ["1.0.0.10", source] })), [
        "#/source_addresses/1 It is no address on the public internet. Give those that your calls come from."
      ])
    }
  })

  it("names everything that doesn't fit, each with its pointer, and repeats no value", () => {
    const text = anInstanceFile({
      instance_version: "v7",
      operator: { legal_name: "Operator", abn: "51824753557", address: "3 Wattle Street" },
      terms: page("ftp://operator.net.au"),
      docs_url: undefined,
      secret: "s3cret"
    })
    const mistakes = mistakesIn(text)
    assert.sameMembers(
      mistakes.map((mistake) => mistake.split(" ")[0]),
      ["#/instance_version", "#/operator/abn", "#/terms/url", "#/docs_url", "#/secret"]
    )
    assert.notInclude(mistakes.join(), "s3cret")
    assert.notInclude(mistakes.join(), "51824753557")
    assert.match(String(mistakesIn("operator: {")), /^line 1 /)
  })

  it("takes the example of the specs in development alone: it is for filling in", () => {
    const file = new URL("../../../../../specs/operator-files/instance.yaml", import.meta.url)
    const { InstanceFile } = parse(readFileSync(file, "utf8")) as {
      InstanceFile: { examples: ReadonlyArray<object> }
    }
    assert.lengthOf(InstanceFile.examples, 1)
    for (const example of InstanceFile.examples) {
      assert.deepStrictEqual(mistakesIn(stringify(example), true), [])
      assert.isAbove(mistakesIn(stringify(example)).length, 8)
    }
  })

  it("takes the sample in development, and refuses it elsewhere", () => {
    const sample = stringify(sampleInstance("http://localhost:4000"))
    assert.deepStrictEqual(mistakesIn(sample, true), [])
    assert.isAbove(mistakesIn(sample).length, 8)
  })
})
