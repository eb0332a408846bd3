import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Result from "effect/Result"
import { afterAll, describe, expect, it } from "vitest"
import { generate } from "../../src/generate.ts"
import { sample } from "../sample.ts"

interface Webhooks {
  readonly decodeWebhook: (
    body: unknown
  ) => Result.Result<{ readonly _tag: string; readonly payload: unknown }, unknown>
  readonly webhookHeaderNames: Readonly<Record<string, string>>
}
interface Events {
  readonly webhookEvents: Readonly<Record<string, { readonly subject: string }>>
}

const id = "c2bc0c04-6b98-4333-91a6-919f5ebc9000"

describe("webhooks.ts", async () => {
  // Below node_modules, so that imports of effect resolve.
  const folder = mkdtempSync(join(import.meta.dirname, "../../node_modules/.webhooks-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of generate(sample())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { decodeWebhook, webhookHeaderNames }: Webhooks = await import(
    pathToFileURL(join(folder, "src/webhooks.ts")).href
  )
  const { webhookEvents }: Events = await import(pathToFileURL(join(folder, "src/webhook-events.ts")).href)
  const tagOf = (body: unknown): string =>
    Result.match(decodeWebhook(body), { onFailure: () => "failed", onSuccess: (webhook) => webhook._tag })

  it("lists the events with their subjects", () => {
    expect(Object.entries(webhookEvents).map(([name, { subject }]) => [name, subject])).toEqual([
      ["thing_changed", "thing"],
      ["thing_removed", "thing"]
    ])
  })

  it("lists the headers of a delivery in lower case", () => {
    expect(webhookHeaderNames).toEqual({ webhookId: "webhook-id", userAgent: "user-agent" })
  })

  const table: ReadonlyArray<readonly [string, { readonly given: unknown; readonly want: string }]> = [
    ["a known event", { given: { subject: "thing", event: "thing_changed", id }, want: "Known" }],
    [
      "a known event with a further field",
      { given: { subject: "thing", event: "thing_changed", id, more: 1 }, want: "Known" }
    ],
    [
      "an event that isn't known",
      { given: { subject: "thing", event: "thing_painted", id: "1" }, want: "Unknown" }
    ],
    [
      "a subject that isn't known",
      { given: { subject: "shop", event: "thing_changed", id: "1" }, want: "Unknown" }
    ],
    [
      "an event named as a property of all objects",
      { given: { subject: "thing", event: "constructor", id: "1" }, want: "Unknown" }
    ],
    [
      "a known event without what it must have",
      { given: { subject: "thing", event: "thing_changed", id: "1" }, want: "failed" }
    ],
    ["a body that isn't a payload", { given: { hello: "world" }, want: "failed" }],
    ["no body", { given: null, want: "failed" }]
  ]

  it.each(table)("decodes %s", (_, { given, want }) => {
    expect(tagOf(given)).toBe(want)
  })
})
