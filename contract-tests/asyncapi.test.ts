import { webhookEvents } from "@embedded-super/contracts/webhook-events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { readWebhookDocument, type WebhookDocument } from "./src/webhooks/asyncApi.ts"
import { verify } from "./src/webhooks/receiver.ts"

interface Example {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Readonly<Record<string, unknown>>
}

const bundled: {
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly examples: ReadonlyArray<Example> }>>
  }
} = JSON.parse(readFileSync(join(projectRoot, "packages/contracts/bundled/webhooks.json"), "utf8"))

const examples = Object.values(bundled.components.messages).flatMap(({ examples }) => examples)

const deliveryOf = ({ headers, payload }: Example) => ({
  method: "POST",
  headers,
  body: Buffer.from(JSON.stringify(payload))
})

const without = <A>(record: Readonly<Record<string, A>>, key: string): Record<string, A> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))

/** The secret that the document's examples are signed with. */
const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

describe("the AsyncAPI document, read by AsyncAPI's own parser,", () => {
  let document: WebhookDocument
  beforeAll(async () => void (document = await readWebhookDocument()))
  afterEach(() => void vi.useRealTimers())

  it("sends the events that programs know, the six of section 6 among them", () => {
    expect(document.events.toSorted()).toEqual(Object.keys(webhookEvents).toSorted())
    expect(document.events).toEqual(
      expect.arrayContaining([
        "employer_issue_created",
        "employer_issue_resolved",
        "employer_settings_changed",
        "onboarding_intent_completed",
        "onboarding_session_changed",
        "onboarding_session_completed"
      ])
    )
  })

  const sent = examples.filter(({ payload }) => payload["event"] !== "product_changed")

  it.each(sent.map((example) => [example.name, example] as const))(
    "its example %s is what it says, and verifies with the npm package standardwebhooks",
    (_, example) => {
      expect(document.judge(deliveryOf(example))).toEqual([])
      vi.useFakeTimers({ now: Number(example.headers["webhook-timestamp"]) * 1000, toFake: ["Date"] })
      expect(verify(deliveryOf(example), exampleSecret)).toEqual(example.payload)
    }
  )

  it("has an example of a subject that may be added, which is signed, too, and which no operation sends", () => {
    const [added, ...others] = examples.filter((example) => !sent.includes(example))
    expect(others).toEqual([])
    vi.useFakeTimers({ now: Number(added!.headers["webhook-timestamp"]) * 1000, toFake: ["Date"] })
    expect(verify(deliveryOf(added!), exampleSecret)).toEqual(added!.payload)
    expect(document.judge(deliveryOf(added!))).toEqual(["no operation sends product_changed"])
  })

  // Tests the validator itself: each of these deliveries breaks the contract in one place.
  const [first] = sent
  const faulty: ReadonlyArray<readonly [string, (example: Example) => Example, RegExp]> = [
    [
      "a property is gone",
      (example) => ({ ...example, payload: without(example.payload, "url") }),
      /payload.*'url'/
    ],
    [
      "an id is no UUID",
      (example) => ({ ...example, payload: { ...example.payload, id: "7" } }),
      /payload: \/id/
    ],
    [
      "the time is no time",
      (example) => ({ ...example, payload: { ...example.payload, inserted_at: "now" } }),
      /inserted_at/
    ],
    [
      "the subject is another's",
      (example) => ({ ...example, payload: { ...example.payload, subject: "product" } }),
      /subject/
    ],
    [
      "the event is unknown",
      (example) => ({ ...example, payload: { ...example.payload, event: "x" } }),
      /no operation sends x/
    ],
    [
      "a header is gone",
      (example) => ({ ...example, headers: without(example.headers, "webhook-id") }),
      /headers.*'webhook-id'/
    ],
    [
      "a signature is no signature",
      (example) => ({ ...example, headers: { ...example.headers, "webhook-signature": "v0,x" } }),
      /webhook-signature/
    ]
  ]
  it.each(faulty)("objects when %s", (_, spoil, want) => {
    expect(document.judge(deliveryOf(spoil(first!))).join("\n")).toMatch(want)
  })
})
