import { describe, expect, it } from "vitest"
import type { ReportedStep } from "@embedded-super/program/respect"
import { explain, failedStep } from "./failure.ts"
import type { Scene } from "./sceneFile.ts"

const scene = { file: "a.yaml", lines: new Map([["wait", "The fund answers 503"]]) } as unknown as Scene

const check = (condition: string, status = "error") => ({
  name: "success criteria check",
  message: "",
  condition,
  status
})

const step = (change: Partial<ReportedStep>): ReportedStep => ({
  stepId: "wait",
  request: { method: "get", url: "http://localhost:4000/_workbench/entries" },
  checks: [check("$statusCode == 200")],
  response: { statusCode: 200, body: {} },
  ...change
})

const explained = (change: Partial<ReportedStep>) =>
  explain(step(change), scene, "http://localhost:4000")
    .split("\n")
    .map((line) => line.trim())

describe("the step that failed", () => {
  it("is the last attempt of the first step with a failure", () => {
    const waits = step({ retriesLeft: 3 })
    const passes = step({ stepId: "passes", checks: [check("$statusCode == 200", "success")] })
    const fails = step({ stepId: "fails" })
    expect(failedStep({ workflowId: "one", executedSteps: [waits, passes, fails] })).toBe(fails)
    expect(failedStep({ workflowId: "one", executedSteps: [waits, passes] })).toBeUndefined()
  })

  it("shows the value that came, and the sentences of the time line", () => {
    const lines = explained({
      retriesLeft: 0,
      checks: [check("$response.body#/data/0/status == 503")],
      response: { statusCode: 200, body: { data: [{ status: 201, summary: "Banksia Super answered 201." }] } }
    })
    expect(lines).toEqual([
      "FAIL  The fund answers 503",
      "a.yaml, step wait: GET http://localhost:4000/_workbench/entries",
      "expected: $response.body#/data/0/status == 503",
      "came: 201",
      "the time line says:",
      "Banksia Super answered 201.",
      "It was waited for until the step's retryLimit. http://localhost:4000/ shows what happened instead."
    ])
  })

  it("says that no answer came", () => {
    const noAnswer = { name: "failed network request", message: "fetch failed", status: "error" }
    const lines = explained({ checks: [noAnswer], response: { statusCode: 0 } })
    expect(lines.slice(2)).toEqual([
      "expected: an answer",
      "came: none",
      "Run start, and the scene when start says that it is ready."
    ])
  })

  it.each([
    ["a webhook secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    ["a product's key", `product_sandbox_8fK2mQ4z_${"x".repeat(43)}_0aB3xY`],
    ["a token", "eyJ0eXAiOiJKV1QiLCJhbGciOiJFZERTQSJ9eyJ0eXAiOiJKV1QiLCJhbGci"]
  ])("shows no secret: %s", (_, secret) => {
    const lines = explained({
      checks: [check("$response.body#/data/secret == 'x'")],
      response: { statusCode: 200, body: { data: { secret } } }
    })
    expect(lines).toContain('came: "********"')
    expect(lines.join()).not.toContain(secret)
  })
})
