/** The links that the site makes by itself, to the glossary and to the reference; and that pages lead to pages. */
import { posix } from "node:path"
import { expect, it } from "vitest"
import { withGlossaryLinks } from "../src/glossary.ts"
import { withReferenceLinks } from "../src/referenceLinks.ts"
import { allPages } from "../src/pages.ts"
import { plainOf } from "../src/Page.ts"

const pageOf = (body: string, slug = "partners/webhooks") => ({ slug, title: "Title", description: "", body })
const addresses: Readonly<Record<string, string>> = {
  createEmployer: "reference/partner-api/create-employer/",
  employer_settings_changed: "reference/events/#employer_settings_changed"
}
const linked = withReferenceLinks((name) => addresses[name])

it.each([
  ["the first use", "A TFN, and a TFN again.", "A [TFN](../../glossary/#tfn), and a TFN again."],
  ["another form", "Two tax file numbers.", "Two [tax file numbers](../../glossary/#tfn)."],
  [
    "the longer of two words",
    "No default super fund.",
    "No [default super fund](../../glossary/#default-fund)."
  ],
  ["no part of a word", "ABNs and intently", "ABNs and intently"],
  [
    "no heading, code, link, table or tag",
    '# TFN\n`TFN` [TFN](x) <b title="TFN">\n| TFN |',
    '# TFN\n`TFN` [TFN](x) <b title="TFN">\n| TFN |'
  ],
  ["no sample", "```sh\nTFN\n```\nTFN", "```sh\nTFN\n```\n[TFN](../../glossary/#tfn)"]
])("a word of the glossary is linked once: %s", (_, body, want) => {
  expect(withGlossaryLinks(pageOf(body)).body).toBe(want)
})

it("a name of the specs is linked once, also in a table, and never to its own page", () => {
  const body = "`createEmployer`, `createEmployer`\n| `employer_settings_changed` |\n[`createEmployer`](x)"
  expect(linked(pageOf(body)).body).toBe(
    "[`createEmployer`](../../reference/partner-api/create-employer/), `createEmployer`\n| [`employer_settings_changed`](../../reference/events/#employer_settings_changed) |\n[`createEmployer`](x)"
  )
  expect(linked(pageOf("`createEmployer`", "reference/partner-api/create-employer")).body).toBe(
    "`createEmployer`"
  )
})

it.each([
  [
    "partners/webhooks",
    "[a](../sandbox/#x) [b](../../errors/) [c](#d) [e](https://e.example/)",
    "[a](sandbox.md#x) [b](../errors.md) [c](#d) [e](https://e.example/)"
  ],
  ["partners", "[a](../start/first/) [b](checks/)", "[a](start/first.md) [b](partners/checks.md)"],
  ["index", "[a](partners/) [b](specs/partner-api.json)", "[a](partners.md) [b](specs/partner-api.json)"],
  ["reference/events", "[a](../../)", "[a](../index.md)"]
])("the Markdown of %s leads to Markdown", (slug, body, want) => {
  expect(plainOf(pageOf(body, slug))).toBe(`# Title\n\n${want}\n`)
})

it("a page leads to pages that there are", async () => {
  const pages = await allPages()
  const there = new Set(pages.map(({ slug }) => `${slug}.md`))
  const broken = pages.flatMap((page) =>
    [...plainOf(page).matchAll(/\]\((?![a-z]+:)([^)\s#]+\.md)/g)]
      .map(([, file = ""]) => posix.join(posix.dirname(page.slug), file))
      .filter((file) => !there.has(file))
      .map((file) => `${page.slug} -> ${file}`)
  )
  expect(broken).toEqual([])
})
