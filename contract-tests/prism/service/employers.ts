import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import { expect, it } from "vitest"
import { answerMatch, automate } from "../../src/onboarding/flows.ts"
import { wattle } from "../../src/onboarding/people.ts"
import { employer, product, receiver, byPartnerKey } from "./world.ts"

export const employers = () => {
  it("lets a partner keep its employers, who pick a default fund in their embed [R-1-2, R-1-3, R-6-3]", async () => {
    const path = { id: employer.id }
    const read = await product.partner("getEmployer", { path, status: 200 })
    await product.partner("updateEmployer", {
      path,
      headers: { "if-match": read.headers.get("etag") ?? "" },
      body: { contact: { name: "Asha Wattle", email: "asha@wattle.example" } },
      status: 200
    })
    await product.partner("updateEmployer", {
      path,
      headers: { "if-match": '"0"' },
      body: { name: "X" },
      status: 412
    })
    const listed = await product.partner("listEmployers", { query: { remote_id: "employer-1" }, status: 200 })
    expect(listed.body.data).toHaveLength(1)
    await product.partner("createEmployer", { body: { ...wattle, remote_id: "employer-1" }, status: 409 })
    const [changed] = await receiver.waitFor(({ event }) => event === "employer_settings_changed")
    expect(changed?.payload).toMatchObject({ subject: "employer", id: employer.id, remote_id: "employer-1" })
  })

  it("finds the fund that an employer pays already, to confirm in one step or to decline [R-1-17, R-1-19, R-1-20, R-1-23, R-2.5-6, R-6-26]", async () => {
    const confirmed = await answerMatch(product, "employer-2", "yes")
    expect(confirmed).toMatchObject({
      defaultFund: { employer_number: "EMP-004512" },
      details: { industry_code: "E", contact_name: "Ines Wattle", contact_email: "ines@wattle.example" },
      matchesLeft: 0
    })
    await receiver.waitFor(({ event, id }) => event === "employer_settings_changed" && id === confirmed.id)
    const declined = await answerMatch(product, "employer-3", "no")
    expect(declined).toMatchObject({ defaultFund: null, matchesLeft: 0 })
  })
}

export const issues = () => {
  it("lets a partner see and resolve the issues of an employer [R-1-11, R-1-13, R-3-5, R-4.1-4, R-4.1-5, R-4.1-6]", async () => {
    const opened = await product.partner("openSimulatedEmployerIssue", {
      path: { id: employer.id },
      body: { kind: "default_fund_closed" },
      status: 201
    })
    const path = { id: opened.body.data.id }
    const query = { employer_id: employer.id, status: "open", kind: "default_fund_closed" }
    expect((await product.partner("listEmployerIssues", { query, status: 200 })).body.data).toHaveLength(1)
    const { body } = await product.partner("getEmployerIssue", { path, status: 200 })
    expect(body.data.recommended_actions[0].action).toBe("set_default_fund")
    await product.partner("resolveEmployerIssue", { path, body: { note: "Done by phone." }, status: 200 })
  })
}

export const ato = () => {
  it("lets an employer connect the ATO and automate its onboarding in its embed", async () => {
    expect(await automate(product, employer.id)).toBe("complete")
  })

  it("lets a partner play the ATO, and the employer who picks a fund", async () => {
    const path = { id: employer.id }
    const connected = await product.partner("setSimulatedStapling", {
      path,
      body: { status: "connected", outcome: "none", declarations_accepted: true },
      status: 200
    })
    expect(connected.body.data.onboarding_status).toBe("complete")
    const { usi } = connected.body.data.employer_default_super_fund_product.super_fund_product
    const body = { usi, employer_number: "EMP-1" }
    const picked = await product.partner("setSimulatedDefaultFund", { path, body, status: 200 })
    expect(picked.body.data.employer_default_super_fund_product.employer_number).toBe("EMP-1")
  })
}

export const products = () => {
  it("lets a partner manage its products, their keys and where their webhooks go [R-5-2]", async () => {
    const body = {
      name: "Wattle HR",
      target_origins: ["https://hr.example.com"],
      technical_contact_email: "it@example.com"
    }
    const created = await byPartnerKey("createProduct", { body, status: 201 })
    const path = { id: created.body.data.id }
    await byPartnerKey("listProducts", { query: { limit: "1" }, status: 200 })
    const { headers } = await byPartnerKey("getProduct", { path, status: 200 })
    await byPartnerKey("updateProduct", {
      path,
      headers: { "if-match": headers.get("etag") ?? "" },
      body: { target_origins: [], help_url: "https://hr.example.com/help", accent: "#1d6b52" },
      status: 200
    })
    const webhook = await byPartnerKey("setProductWebhook", {
      path,
      body: { url: receiver.url },
      status: 200
    })
    expect(webhook.body.data.secret).toMatch(/^whsec_/)
    receiver.trust(path.id, webhook.body.data.secret)
    const example = await byPartnerKey("testProductWebhook", { path, body: {}, status: 202 })
    expect(example.body.data.payload.remote_id).toBe("example")
    const rotated = await byPartnerKey("rotateWebhookSecret", { path, status: 200 })
    expect(rotated.body.data.webhook.previous_secret_expires_at).not.toBeNull()
    await byPartnerKey("createProductKey", { path, body: { name: "first" }, status: 201 })
    const second = await byPartnerKey("createProductKey", { path, body: {}, status: 201 })
    await byPartnerKey("createProductKey", { path, body: {}, status: 409 })
    await byPartnerKey("deactivateProductKey", {
      path: { ...path, key_id: second.body.data.key.id },
      status: 204
    })
    const begun = await byPartnerKey("getGoLiveChecklist", { path, status: 200 })
    expect(begun.body.data.check_report).toBeNull()
    const { value: report } = document.components.examples.checkReportConforms
    const reported = await byPartnerKey("setProductCheckReport", { path, body: report, status: 200 })
    expect(reported.body.data.check_report).toEqual(report)
    const keys = await byPartnerKey("listProductKeys", { path, status: 200 })
    expect(keys.body.data.map(({ active }: { active: boolean }) => active)).toEqual([false, true])
  })
}
