import { expect, it } from "vitest"
import { workflowsPage } from "../src/catalogues/workflows.ts"
import { messagesOf } from "../src/diagrams/messages.ts"
import { sequenceOf } from "../src/diagrams/sequence.ts"
import { wrap } from "../src/diagrams/svg.ts"
import { readOperations, readWorkflows } from "../src/diagrams/Workflow.ts"
import { plainOf } from "../src/Page.ts"

const document = await readWorkflows()
const operations = await readOperations(document)
const page = workflowsPage(document, operations)

it("each workflow has its section, and each of its steps an entry with what it calls", () => {
  for (const workflow of document.workflows) {
    const [, rest = ""] = page.body.split(`<span id="${workflow.workflowId}"></span>`)
    const section = rest.split("<span id=")[0] ?? ""
    expect(section).toContain(`## ${workflow.summary}`)
    const entries = section.split("\n").filter((line) => line.startsWith("1. "))
    expect(entries).toHaveLength(workflow.steps.length)
    for (const [nth, step] of workflow.steps.entries()) {
      const called = operations.get(step.operationId ?? "")
      expect(entries[nth]).toContain(`**${step.stepId}.** ${step.description}`)
      expect(entries[nth]).toContain(called?.path ?? `(#${step.workflowId})`)
      if (called !== undefined) expect(entries[nth]).toMatch(/Checked: |Waits until /)
    }
  }
})

it("each step is in the diagram, numbered, and in its description in words", () => {
  for (const workflow of document.workflows) {
    const svg = sequenceOf(workflow, document, operations)
    const [, desc = ""] = /<desc[^>]*>(.*?)<\/desc>/.exec(svg) ?? []
    for (const [nth, { text }] of messagesOf(workflow, document, operations).entries()) {
      expect(svg).toMatch(new RegExp(`<tspan[^>]*>${nth + 1}\\. ${text.split(/[\s_]/)[0]}`))
      expect(desc).toContain(`${nth + 1}. `)
      expect(desc).toContain(text)
    }
    expect(svg).toContain(`<title id="sequence-${workflow.workflowId}-title">${workflow.summary}`)
    expect(page.body).toContain(svg)
  }
})

it("a webhook is an arrow from the service, named for its event; that none comes is no webhook", () => {
  const webhooks = document.workflows.map((workflow) =>
    messagesOf(workflow, document, operations).flatMap((message) =>
      message.kind === "webhook" ? [`${message.from} > ${message.to}: ${message.text}`] : []
    )
  )
  expect(webhooks).toEqual([
    ["service > partner: employer_settings_changed"],
    ["service > partner: onboarding_session_changed", "service > partner: onboarding_session_completed"],
    ["service > partner: onboarding_intent_completed"],
    ["service > partner: employer_issue_created"],
    ["service > partner: employer_issue_created", "service > partner: employer_issue_resolved"],
    ["service > partner: employer_settings_changed"]
  ])
})

it("a diagram brings nothing from elsewhere and no colour of its own, and is one line of HTML", () => {
  for (const workflow of document.workflows) {
    const svg = sequenceOf(workflow, document, operations)
    expect(svg).not.toMatch(/href|url\(|<style|#[0-9a-f]{3,6}|\n/)
    expect(svg).toContain('role="img"')
  }
  expect(page.body.match(/role="region" aria-label="[^"]+" tabindex="0"/g)).toHaveLength(
    document.workflows.length
  )
})

it("a step that no diagram can show is an error", () => {
  const step = { stepId: "elsewhere", description: "", operationId: "$sourceDescriptions.other-api.do" }
  const workflow = { workflowId: "w", summary: "", description: "", steps: [step] }
  expect(() => sequenceOf(workflow, document, operations)).toThrow(/elsewhere/)
})

it("the page as Markdown has the words, and no drawing", () => {
  expect(plainOf(page)).not.toContain("<svg")
  expect(plainOf(page)).toContain("**confirmReview.**")
})

it("breaks lines between words and after underscores", () => {
  expect(wrap("7. onboarding_session_completed", 22)).toEqual(["7. onboarding_session_", "completed"])
  expect(wrap("a b", 22)).toEqual(["a b"])
})
