import { webhookEvents } from "@embedded-super/contracts/webhook-events"
import { embedMessages, isEmbedMessage } from "@embedded-super/contracts/embed-messages"
import { issueKinds } from "@embedded-super/contracts/issue-kinds"
import { requirements } from "@embedded-super/contracts/requirements"
import { expect, it } from "vitest"
import { memberFields } from "@embedded-super/contracts/member-fields"
import { decisionPages } from "../src/catalogues/decisions.ts"
import { eventsPage, readEvents } from "../src/catalogues/events.ts"
import { messagesPage, readMessages } from "../src/catalogues/messages.ts"
import { issueKindsPage } from "../src/catalogues/issueKinds.ts"
import { requirementsPage } from "../src/catalogues/requirements.ts"
import { readDecisions } from "../src/readDecisions.ts"
import { readSchemas } from "../src/schemaFiles.ts"

const anchorsOf = (body: string, level = "##") =>
  [...body.matchAll(new RegExp(`^${level} \`([a-z_]+)\`$`, "gm"))].map(([, name]) => name)

it("each event that the service sends has an anchor, and each anchor an event", async () => {
  const events = readEvents()
  expect(anchorsOf(eventsPage(events).body, "###").toSorted()).toEqual(Object.keys(webhookEvents).toSorted())
  for (const { event, payload, subject } of events) {
    expect(payload["event"]).toBe(event)
    expect(subject).toBe(webhookEvents[event as keyof typeof webhookEvents].subject)
  }
})

it("each message of an embed has an anchor and an example that the loader accepts", async () => {
  const messages = await readMessages()
  const anchors = [...messagesPage(messages).body.matchAll(/^## `([^`]+)`$/gm)].map(([, kind]) => kind)
  expect(anchors).toEqual(Object.keys(embedMessages))
  for (const { example, kind } of messages) {
    expect(isEmbedMessage(example), kind).toBe(true)
    expect(example).toHaveProperty("kind", kind)
  }
})

it("each kind of employer issue has an anchor, and each anchor a kind", () => {
  expect(anchorsOf(issueKindsPage.body).toSorted()).toEqual(Object.keys(issueKinds).toSorted())
})

const idsIn = (body: string) => [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

it("each requirement, section of requirements and decision has an anchor, and each anchor is one of them", async () => {
  const decisions = await readDecisions()
  const sections = Object.values(requirements).map(({ section }) => `R-${section}`)
  expect(idsIn(requirementsPage(decisions).body).toSorted()).toEqual(
    [...new Set([...Object.keys(requirements), ...sections])].toSorted()
  )
  const pages = decisionPages(decisions)
  expect(pages.flatMap(({ body }) => idsIn(body)).toSorted()).toEqual(
    decisions.map(({ id }) => id).toSorted()
  )
})

it("a decision leads to the requirements and decisions that it cites, and a requirement to its decisions", async () => {
  const decisions = await readDecisions()
  const onboarding = decisionPages(decisions).find(({ slug }) => slug === "decisions/onboarding")
  expect(onboarding?.body).toContain("[R-3-15](../../reference/requirements/#R-3-15)")
  expect(onboarding?.body).toContain("[D-late-membership](../../decisions/onboarding/#D-late-membership)")
  expect(requirementsPage(decisions).body).toMatch(
    /id="R-3-15".*\[D-late-membership\]\(\.\.\/\.\.\/decisions\/onboarding\/#D-late-membership\)/
  )
})

it("the page of files has the fields of a profile that codegen makes of a member registration", () => {
  const fields = readSchemas("fund-files/fund-profile.yaml").find(({ name }) => name === "FundFieldProfile")
  expect(fields?.fields.map(({ name }) => name)).toEqual(Object.keys(memberFields))
})
