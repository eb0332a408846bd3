import { webhookEvents } from "@embedded-super/contracts/webhook-events"
import { issueKinds } from "@embedded-super/contracts/issue-kinds"
import { expect, it } from "vitest"
import { eventsPage, readEvents } from "../src/catalogues/events.ts"
import { issueKindsPage } from "../src/catalogues/issueKinds.ts"

const anchorsOf = (body: string) => [...body.matchAll(/^### `([a-z_]+)`$/gm)].map(([, name]) => name)

it("each event that the service sends has an anchor, and each anchor an event", async () => {
  const events = await readEvents()
  expect(anchorsOf(eventsPage(events).body).toSorted()).toEqual(Object.keys(webhookEvents).toSorted())
  for (const { event, payload, subject } of events) {
    expect(payload["event"]).toBe(event)
    expect(subject).toBe(webhookEvents[event as keyof typeof webhookEvents].subject)
  }
})

it("each kind of employer issue has an anchor, and each anchor a kind", () => {
  expect(anchorsOf(issueKindsPage.body).toSorted()).toEqual(Object.keys(issueKinds).toSorted())
})
