/** An installed SDK that was released before an event was added. */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { decodeWebhook, signWebhook, type VerifiedWebhook } from "../src/index.ts"
import { productId, secret } from "./vectors.ts"

interface ReleasedSdk {
  readonly decodeWebhook: typeof decodeWebhook
  readonly webhookReceiver: (options: {
    readonly secrets: Readonly<Record<string, string>>
    readonly onWebhook: (webhook: VerifiedWebhook) => void
  }) => (request: Request) => Promise<Response>
}

const released = async (version: string): Promise<ReleasedSdk> => {
  const part = (file: string) => import(new URL(`released/${version}/${file}`, import.meta.url).href)
  return { ...(await part("webhooks/decodeWebhook.js")), ...(await part("receivers/web.js")) }
}

/** Subject and event of each message of a released document. */
const eventsOf = (version: string): ReadonlyArray<readonly [event: string, subject: string]> => {
  const file = new URL(`../../../specs/published/${version}/webhooks.json.gz`, import.meta.url)
  const { components } = JSON.parse(gunzipSync(readFileSync(file)).toString())
  return Object.entries<any>(components.messages)
    .filter(([name]) => name !== "unknownWebhook")
    .map(([, { examples, name }]) => [name, examples[0].payload.subject])
}

const late = {
  subject: "employee",
  event: "employee_changed",
  id: "01a1fb82-8f40-7000-8000-000000000021",
  remote_id: "emp-0042",
  url: "https://api.embedded-super.example/api/v1/employees/01a1fb82-8f40-7000-8000-000000000021",
  product_id: productId,
  inserted_at: "2026-11-21T03:10:00Z",
  version: "v1"
}

describe("the SDK that was released as 0.1.0", () => {
  it("knows the six events of its release", async () => {
    const sdk = await released("0.1.0")
    const events = eventsOf("0.1.0")
    assert.lengthOf(events, 6)
    for (const [event, subject] of events) {
      assert.isTrue(sdk.decodeWebhook(JSON.stringify({ ...late, event, subject })).isKnown, event)
    }
  })

  it("shows a late membership as an unknown event, which the SDK of today knows [R-2.1-19, R-9-6, R-9-7, R-9-8]", async () => {
    const body = JSON.stringify(late)
    assert.deepStrictEqual((await released("0.1.0")).decodeWebhook(body), { isKnown: false, payload: late })
    assert.deepStrictEqual<unknown>(decodeWebhook(body), { isKnown: true, payload: late })
  })

  it("answers a delivery of it 204, after its signature was verified", async () => {
    const { webhookReceiver } = await released("0.1.0")
    const taken: Array<VerifiedWebhook> = []
    const receive = webhookReceiver({
      secrets: { [productId]: secret },
      onWebhook: (webhook) => void taken.push(webhook)
    })
    const body = JSON.stringify(late)
    const headers = await signWebhook({ id: "msg_01a1fc15-0b40-7000-8000-000000000008", body }, secret)
    const deliver = (text: string) =>
      receive(new Request("https://payroll.example.com/webhooks", { method: "POST", headers, body: text }))
    assert.strictEqual((await deliver(body)).status, 204)
    assert.deepStrictEqual(
      taken.map(({ isKnown, payload }) => [isKnown, payload.event]),
      [[false, "employee_changed"]]
    )
    assert.strictEqual((await deliver(`${body} `)).status, 400)
    assert.lengthOf(taken, 1)
  })
})
