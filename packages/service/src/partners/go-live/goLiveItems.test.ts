import { assert, describe, it } from "@effect/vitest"
import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import { KnownGoLiveKind } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { type GoLiveFacts, goLiveItems } from "./goLiveItems.ts"

/** The data of an example of the partner API. */
const example = <A>(name: keyof typeof document.components.examples): A => {
  const { value } = document.components.examples[name] as { readonly value: object }
  return ("data" in value ? value.data : value) as A
}

const product = example<S.Product>("productWithWebhook")
const webhook = product.webhook!
const conforms = example<S.ProductCheckReport>("checkReportConforms")

/** A sandboxed product whose partner has done its part. */
const ready: GoLiveFacts = {
  product,
  report: conforms,
  hasKey: true,
  linkedFunds: 0,
  parts: { isInstanceOwn: true, hasTexts: false, hasAto: false },
  baseUrl: "https://api.embedded-super.example"
}

const itemsOf = (facts: GoLiveFacts) => goLiveItems(facts, "https://docs.embedded-super.example")

const kindsIn = (state: S.GoLiveState, facts: GoLiveFacts) =>
  itemsOf(facts)
    .filter((item) => item.state === state)
    .map(({ kind }) => kind)

const withProduct = (change: Partial<S.Product>): GoLiveFacts => ({
  ...ready,
  product: { ...product, ...change }
})

const withWebhook = (change: Partial<S.ProductWebhook>) => withProduct({ webhook: { ...webhook, ...change } })

const withReport = (change: Partial<S.ProductCheckReport>): GoLiveFacts => ({
  ...ready,
  report: { ...conforms, ...change }
})

const live = withProduct({ sandboxed: false, tfn_access_enabled: true })

describe("the go-live checklist", () => {
  it("is that of the spec's examples", () => {
    assert.deepStrictEqual(itemsOf(ready), example<S.GoLiveChecklist>("goLiveReported").items)
    const begun = {
      ...ready,
      product: example<S.Product>("productCreated"),
      report: null,
      hasKey: false
    }
    assert.deepStrictEqual(itemsOf(begun), example<S.GoLiveChecklist>("goLiveBegun").items)
  })

  it("has the items that the spec knows", () => {
    assert.deepStrictEqual(
      itemsOf(ready).map(({ kind }) => kind),
      [...KnownGoLiveKind.literals]
    )
  })

  it.each([
    ["nothing is", ready, []],
    ["a report was never sent", { ...ready, report: null }, ["check_report"]],
    ["the report is of the mode dev", withReport({ mode: "dev" }), ["check_report"]],
    ["the report is of a part of the checks", withReport({ selection: ["SIGNATURE"] }), ["check_report"]],
    ["a required check failed", withReport({ verdict: "does_not_conform" }), ["check_report"]],
    ["the kit couldn't finish", withReport({ verdict: "incomplete" }), ["check_report"]],
    [
      "issue webhooks are on, and the report leaves them out",
      withReport({ declared: { ...conforms.declared, receives_issues: false } }),
      ["check_report"]
    ],
    [
      "issue webhooks are off, and the report leaves them out",
      {
        ...withReport({ declared: { ...conforms.declared, receives_issues: false } }),
        product: { ...ready.product, employer_issue_webhooks_enabled: false }
      },
      []
    ],
    ["a recommended check failed", withReport({ failed: conforms.not_observed }), []],
    ["no key works", { ...ready, hasKey: false }, ["product_key"]],
    ["there is no webhook address", withProduct({ webhook: null }), ["webhook"]],
    ["it isn't https", withWebhook({ url: "http://localhost:5000/webhooks" as S.WebhookUrl }), ["webhook"]],
    ["it is off", withWebhook({ status: "off", enabled: false }), ["webhook"]],
    ["it is paused", withWebhook({ status: "paused" }), ["webhook"]],
    ["it backs off", withWebhook({ status: "backing_off" }), ["webhook"]],
    ["it has accepted nothing yet", withWebhook({ last_success_at: null }), ["webhook"]],
    ["nobody is told of failures", withProduct({ technical_contact_email: null }), ["technical_contact"]],
    ["no page shows embeds", withProduct({ target_origins: [] }), ["target_origins"]],
    [
      "a page isn't https",
      withProduct({ target_origins: ["http://localhost:*" as S.TargetOrigin] }),
      ["target_origins"]
    ],
    ["a live product has no fund", live, ["funds"]],
    ["a live product has all", { ...live, linkedFunds: 2 }, []],
    [
      "the service runs without an instance file",
      { ...ready, parts: { ...ready.parts, isInstanceOwn: false } },
      ["instance"]
    ]
  ] as const)("names what is missing if %s", (_, facts, kinds) => {
    assert.deepStrictEqual(kindsIn("missing", facts), [...kinds])
  })

  it("leaves to people what the service can't see, and of a sandboxed product what doesn't move", () => {
    const parts = { isInstanceOwn: true, hasTexts: true, hasAto: true }
    const complete = { linkedFunds: 2, parts }
    assert.deepStrictEqual(kindsIn("to_agree", { ...live, ...complete }), ["employer_issues", "date"])
    const sandboxed = withProduct({ tfn_access_enabled: true })
    assert.deepStrictEqual(kindsIn("to_agree", { ...sandboxed, ...complete }), [
      "employer_issues",
      "funds",
      "tfn_access",
      "date"
    ])
  })

  it("names the checks that failed, and asks how those were tested that weren't observed", () => {
    const [failed] = itemsOf(
      withReport({ verdict: "does_not_conform", failed: ["SIGNATURE-2.1-7" as S.CheckId] })
    )
    assert.include(failed?.found, "Failed: SIGNATURE-2.1-7.")
    const [done] = itemsOf(ready)
    assert.deepInclude(done, { state: "done" })
    assert.include(done?.to_do, "DUPLICATE-6-2")
    assert.isNull(itemsOf(withReport({ not_observed: [] }))[0]?.to_do)
  })
})
