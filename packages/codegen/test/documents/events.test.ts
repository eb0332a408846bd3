import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { withEvents } from "../../src/documents/events.ts"
import { generate } from "../../src/generate.ts"
import { sample, sampleFiles } from "../sample.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const delivered = sampleFiles["webhooks/asyncapi.yaml"] ?? ""
const changed = (rules = "") => ({
  "webhooks/asyncapi.yaml": `
asyncapi: 3.0.0
x-subjects: { thing: { entity: Thing, path: /things, description: About things. By the way. } }
x-events:
  thing_repaired:
    subject: thing
    summary: A thing is whole.
    sent: Somebody repaired it.
    receiver: fetch it.
${rules}
    example:
      summary: Whole again
      headers: { webhook-id: msg_1, webhook-timestamp: "7" }
      payload: { id: t1, remote_id: r1, inserted_at: "2026-01-01T00:00:00Z" }
x-example: { secret: ${secret}, base_url: https://things.example, product_id: p1, user_agent: Things/1 }
${delivered.slice(delivered.indexOf("components:")).replace("Unknown: {", "Unknown: { examples: [],")}
`
    .replace(/\n {4}Changed:.*\n/, "\n")
    .replace(/\n {4}Removed:.*\n/, "\n")
})

const read = (rules?: string) => {
  const documents = withEvents(fromRecord({ ...sampleFiles, ...changed(rules) }), "webhooks/asyncapi.yaml")
  return {
    asyncapi: documents.read("webhooks/asyncapi.yaml") as any,
    schemas: documents.read("schemas/webhooks.yaml") as any
  }
}

describe("an event, described once", () => {
  const { asyncapi, schemas } = read()

  it("has a channel, an operation and a message", () => {
    expect(asyncapi.channels.thing.messages).toEqual({
      thingRepaired: { $ref: "#/components/messages/thingRepaired" }
    })
    expect(asyncapi.operations.sendThingRepaired).toMatchObject({
      action: "send",
      summary: "A thing is whole."
    })
    expect(asyncapi.components.messages.thingRepaired).toMatchObject({
      name: "thing_repaired",
      title: "Thing repaired",
      payload: { $ref: "../schemas/webhooks.yaml#/ThingRepaired" }
    })
    expect(asyncapi.info.tags).toEqual([{ name: "thing", description: "About things." }])
  })

  it("has a payload of its own: that of any event, with its subject, its name and its entity's id", () => {
    expect(schemas.ThingRepaired).toMatchObject({
      required: schemas.WebhookPayload.required,
      properties: {
        subject: { enum: ["thing"] },
        event: { enum: ["thing_repaired"] },
        id: { $ref: "values.yaml#/ThingId" }
      }
    })
  })

  it("has an example with every field and header, signed with the secret that the document publishes", () => {
    const [{ headers, payload }] = asyncapi.components.messages.thingRepaired.examples
    expect(payload).toEqual({
      subject: "thing",
      event: "thing_repaired",
      id: "t1",
      remote_id: "r1",
      url: "https://things.example/things/t1",
      product_id: "p1",
      inserted_at: "2026-01-01T00:00:00Z",
      version: "v1"
    })
    const key = Buffer.from(secret.slice("whsec_".length), "base64")
    const signature = createHmac("sha256", key)
      .update(`msg_1.7.${JSON.stringify(payload)}`)
      .digest("base64")
    expect(headers).toEqual({
      "webhook-id": "msg_1",
      "webhook-timestamp": "7",
      "webhook-signature": `v1,${signature}`,
      "content-type": "application/json",
      "user-agent": "Things/1"
    })
  })

  it.each([
    ["", "Somebody repaired it. Receiver: fetch it."],
    [
      "    superseded: true",
      "Somebody repaired it. Receiver: fetch it. While it waits, a newer webhook of the same thing may replace it."
    ],
    ["    last: true", "Somebody repaired it. Receiver: fetch it. It is the last webhook of its thing."]
  ])("has one text, in which its rules are named (%s)", (rules, want) => {
    const { asyncapi, schemas } = read(rules)
    expect(asyncapi.operations.sendThingRepaired.description).toBe(want)
    expect(asyncapi.components.messages.thingRepaired.description).toBe(want)
    expect(schemas.ThingRepaired.description).toBe(want)
  })

  it("is a constant for programs without Effect, with its rules and its entity's path", () => {
    const given = changed("    superseded: true")
    const traits = "components:\n  operationTraits: { post: {} }\n"
    const whole = given["webhooks/asyncapi.yaml"].replace("components:\n", traits)
    const events = generate(sample({ "webhooks/asyncapi.yaml": whole })).get("src/webhook-events.ts") ?? ""
    expect(events).toContain(
      'thing_repaired: { subject: "thing", payload: "ThingRepaired", superseded: true, last: false }'
    )
    expect(events).toContain('thing: { entity: "Thing", path: "/things" }')
    expect(events).toContain('webhookFields = ["subject", "event", "id"]')
    expect(events).not.toContain("import")
  })
})
