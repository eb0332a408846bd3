import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { recordOf } from "../src/payroll/PayrollRecord.ts"
import { type MockedService, startMockedService } from "./mockedService.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { type Payroll, startPayroll } from "./Payroll.ts"

const person = {
  remote_id: "EMP-1",
  given_name: "Niamh",
  family_name: "O'Connor",
  email: "niamh@example.com"
}

describe("the payroll application", () => {
  let service: MockedService
  let payroll: Payroll & { readonly stop: () => Promise<void> }
  let employerId = ""

  beforeAll(async () => {
    service = await startMockedService()
    payroll = await startPayroll()
  })
  afterAll(async () => {
    await payroll.stop()
    await service.stop()
  })

  const hire = (change: object = {}) =>
    payroll.api("POST", "payroll/employees", { employer_id: employerId, ...person, ...change })
  const sessionOf = async (remoteId: string): Promise<string> =>
    (await payroll.people()).find(({ remote_id }) => remote_id === remoteId)?.onboarding_session_id

  it("says what is missing before a product is connected, and connects one without showing its secrets", async () => {
    expect(await payroll.page("/")).toContain("Connect it in Settings")
    expect((await payroll.form("/employers", { name: "A", abn: "80000000001" })).text).toContain(
      "Set a product and its key in Settings."
    )
    const refused = await payroll.form("/settings/connect", {
      product_id: "x",
      key: "y",
      webhook_secret: "z"
    })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain("That can&#39;t be used.")
    const { key, id: product_id, webhookSecret: webhook_secret } = service.product
    const connected = await payroll.form("/settings/connect", {
      ...{ product_id, key, webhook_secret },
      service_url: service.baseUrl
    })
    expect([connected.status, connected.location]).toEqual([303, "/settings"])
    const shown = await payroll.page("/settings")
    expect(shown).toContain(product_id)
    expect(shown).toContain(service.baseUrl)
    expect(shown).not.toContain(key)
    expect(shown).not.toContain(webhook_secret)
  })

  it("creates an employer at the service, with its own number for it", async () => {
    const { location } = await payroll.form("/employers", {
      name: "Wattle Street Bakery",
      abn: "80000000001"
    })
    employerId = location.slice("/employers/".length)
    const employer = await service.call("GET", `employers/${employerId}`)
    expect(employer).toMatchObject({ name: "Wattle Street Bakery", abn: "80000000001" })
    expect(employer.remote_id).toMatch(/^ER-/)
    expect(await payroll.page(location)).toContain("Not ready")
  })

  it("asks for a new embed URL each time, for the loader and for a window of its own", async () => {
    const urlOf = async (): Promise<string> =>
      JSON.parse((await payroll.form(`/employers/${employerId}/embed-url`)).text).embed_url
    const [first, second] = [await urlOf(), await urlOf()]
    expect(new URL(first).pathname).toContain(`/embed/v1/`)
    expect(first).not.toBe(second)
    const alone = await fetch(`${payroll.url}/employers/${employerId}/alone`, { redirect: "manual" })
    expect([alone.status, alone.headers.get("cache-control")]).toEqual([303, "no-store"])
    expect(alone.headers.get("location")).toContain(`${service.baseUrl}/embed/v1/`)
    expect(await payroll.page(`/employers/${employerId}`)).not.toContain("signed=")
  })

  it("doesn't hire for an employer without a default fund, nor for one that it doesn't have", async () => {
    const refused = await hire()
    expect([refused.status, refused.body.code]).toEqual([409, "employer_not_configured"])
    expect(await payroll.people()).toEqual([])
    const unknown = await hire({ employer_id: "c2bc0c04-6b98-4333-91a6-919f5ebc9000" })
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, "#/employer_id"])
  })

  it("turns ready by the webhook of the employer's settings [R-6-5]", async () => {
    service.chooseDefaultFund(employerId)
    expect(await service.deliverTo(payroll.url)).toEqual([204])
    const shown = await payroll.shows(`/employers/${employerId}`, /pill good">\s*Ready/)
    expect(shown).toContain("Add a person")
  })

  it("asks the ATO only once the employer has agreed to it, not when the connection is there", async () => {
    const staple = (declarations_accepted: boolean) =>
      service.call("POST", `sandbox/employers/${employerId}/stapling`, {
        status: "connected",
        declarations_accepted
      })
    const asks = (answer: string) =>
      payroll.shows(`/employers/${employerId}`, new RegExp(`existing funds</dt>\\s*<dd>${answer}</dd>`))
    await staple(true)
    await service.deliverTo(payroll.url)
    await asks("Yes")
    await staple(false)
    await service.deliverTo(payroll.url)
    await asks("No")
  })

  it("has the button for another person on both tabs of an employer", async () => {
    const button = `href="/people/new?employer=${employerId}"`
    expect(await payroll.page(`/employers/${employerId}`)).toContain(button)
    expect(await payroll.page(`/employers/${employerId}?tab=details`)).toContain(button)
  })

  it("shows the list of people when the form for a new person is done", async () => {
    expect(await payroll.page(`/people/new?employer=${employerId}`)).toContain(`data-back="/people"`)
  })

  it("hires a person, and invites them with an onboarding session", async () => {
    const hired = await hire()
    expect(hired.status).toBe(201)
    expect(hired.headers.get("location")).toBe(`${payroll.url}/people/EMP-1`)
    expect(hired.body.data).toMatchObject({
      remote_id: "EMP-1",
      name: "Niamh O'Connor",
      onboarding_state: "initial"
    })
    const session = await service.call("GET", `onboarding-session/${await sessionOf("EMP-1")}`)
    expect(session.employee.remote_id).toBe("EMP-1")
    const again = await hire()
    expect([again.status, again.body.code]).toEqual([409, "remote_id_taken"])
    expect(await payroll.page("/people/EMP-1")).toContain("Open as Niamh")
    expect((await payroll.form("/people/EMP-1/embed-url")).text).toContain("/embed/v1/")
  })

  it("has the member number by webhook, and the choice form through its own server [R-6-12]", async () => {
    service.completeOnboarding(await sessionOf("EMP-1"))
    await service.deliverTo(payroll.url)
    const shown = await payroll.shows("/people/EMP-1", "0012345678")
    expect(shown).toContain(">Done</span>")
    expect((await payroll.people())[0]).toMatchObject({
      onboarding_state: "completed",
      member_number: "0012345678"
    })
    expect(await payroll.page("/board")).toMatch(/Done <span class="count plain">1</)
  })

  it("takes a member number that comes late [R-6-28]", async () => {
    await hire({ remote_id: "EMP-2", given_name: "Tom", family_name: "Li", email: "tom@example.com" })
    const session = await sessionOf("EMP-2")
    service.completeOnboarding(session, null)
    await service.deliverTo(payroll.url)
    await payroll.shows("/people/EMP-2", "Needs you")
    service.confirmMembership(session, "LATE-7")
    await service.deliverTo(payroll.url)
    expect(await payroll.shows("/people/EMP-2", "LATE-7")).toContain(">Done</span>")
  })

  it("keeps what each kind of fund is paid by", async () => {
    const session = await service.call("GET", `onboarding-session/${await sessionOf("EMP-2")}`)
    const { onboarding_session_super_selection: selection } = session
    const kept = (chosen: object) =>
      recordOf({
        ...session,
        onboarding_session_super_selection: { ...selection, select_super_fund_product: null, ...chosen }
      })
    const { abn, fund_name, name, usi } = selection.select_super_fund_product.super_fund_product
    expect(recordOf(session)).toMatchObject({
      ...{ fund: `${fund_name}, ${name}`, fund_abn: abn, usi, member_number: "LATE-7" },
      self_managed: null
    })
    const unlisted = { fund_name: "Snowgum Super", abn: "51824753556", usi: null, member_number: "SN-1" }
    expect(kept({ unlisted_super_fund: unlisted })).toMatchObject({
      ...{ fund: "Snowgum Super", fund_abn: "51824753556", usi: null, member_number: "SN-1" },
      self_managed: null
    })
    const own = { fund_name: "Li Family Super", fund_abn: "53004085616", member_number: null }
    expect(kept({ self_managed_super_fund: own })).toMatchObject({
      ...{ fund: "Li Family Super", fund_abn: "53004085616", usi: null, member_number: null },
      self_managed: own
    })
    expect(kept({})).toMatchObject({ fund: null, fund_abn: null, usi: null, member_number: null })
  })

  const completeAnIntent = async (): Promise<string> => {
    const { id } = await service.call(
      "POST",
      `sandbox/employers/${employerId}/onboarding-session-intents`,
      {}
    )
    await service.call("POST", `sandbox/onboarding-session-intents/${id}/complete`)
    await service.deliverTo(payroll.url)
    return id
  }
  const sessionFrom = async (intent: string) =>
    (await service.call("GET", `onboarding-session-intent/${intent}`)).onboarding_session_id

  it("makes a session of an intent as soon as the employer has completed it [R-6-16]", async () => {
    const before = (await payroll.people()).length
    const intent = await completeAnIntent()
    await payroll.shows("/people", /Invited/)
    const session = await sessionFrom(intent)
    const [newest] = await payroll.people()
    expect(newest).toMatchObject({ onboarding_session_id: session, onboarding_state: "initial" })
    expect(await payroll.people()).toHaveLength(before + 1)
  })

  it("makes a session by itself once the service can, without another webhook", async () => {
    service.failAt(/\/onboarding-session-intent\/[^/]+\/onboarding-session$/)
    const intent = await completeAnIntent()
    await payroll.shows("/people", "Waiting for you")
    expect(await sessionFrom(intent)).toBeNull()
    service.failAt(undefined)
    await receiptOf(async () => (await sessionFrom(intent)) ?? undefined)
  })

  it("leaves an intent to a person where that is set", async () => {
    await payroll.form("/settings/conversion")
    const intent = await completeAnIntent()
    const shown = await payroll.shows("/people", "Waiting for you")
    expect(shown).toContain(`/intents/${intent}/convert`)
    expect(await sessionFrom(intent)).toBeNull()
    const converted = await payroll.form(`/intents/${intent}/convert`)
    expect(converted.location).toMatch(/^\/people\//)
    const session = await sessionFrom(intent)
    expect(session).not.toBeNull()
    // Converting it a second time makes no other session.
    await payroll.form(`/intents/${intent}/convert`)
    expect(await sessionFrom(intent)).toBe(session)
    await payroll.form("/settings/conversion", { converts: "yes" })
  })

  it("shows an issue with what to do about it, and resolves it at the service [R-6-20]", async () => {
    const { id } = await service.call("POST", `sandbox/employers/${employerId}/issues`, {
      kind: "default_fund_closed"
    })
    const shown = await payroll.shows("/issues", "could not be registered with the chosen super fund")
    expect(shown).toContain(`href="https://grevillea.example.com/employers"`)
    expect(shown).toContain(`href="/employers/${employerId}"`)
    expect((await payroll.form(`/issues/${id}/resolve`, { note: "Asked the employer" })).location).toBe(
      "/issues"
    )
    expect(await service.call("GET", `employer-issue/${id}`)).toMatchObject({
      status: "resolved",
      resolved_by: "partner"
    })
    expect(await payroll.page("/issues")).toContain("Resolved here")
  })

  it("sees that an issue is over, also without its webhook", async () => {
    const { id } = await service.call("POST", `sandbox/employers/${employerId}/issues`, {
      kind: "stapling_connection_lapsed"
    })
    await payroll.shows("/issues", `action="/issues/${id}/resolve"`)
    await service.call("PUT", `employer-issue/${id}/resolve`, {})
    expect(await payroll.page("/issues")).not.toContain(`action="/issues/${id}/resolve"`)
  })

  it("finds the person of an issue by the employee, too", async () => {
    await hire({ remote_id: "EMP-3", given_name: "Ana", family_name: "Silva", email: "ana@example.com" })
    const before = await service.call("GET", `onboarding-session/${await sessionOf("EMP-3")}`)
    await service.call("POST", `sandbox/employers/${employerId}/issues`, {
      kind: "membership_rejected",
      employee_id: before.employee.id
    })
    const shown = await payroll.shows("/issues", "Ana Silva")
    expect(shown).toContain(`href="/people/EMP-3/correct#`)
  })

  it("has the fund asked again, and takes the number [R-6-28]", async () => {
    await hire({ remote_id: "EMP-4", given_name: "Bao", family_name: "Tran", email: "bao@example.com" })
    service.completeOnboarding(await sessionOf("EMP-4"), null)
    await service.deliverTo(payroll.url)
    await payroll.shows("/people/EMP-4", "There is no member number yet")
    expect(await payroll.form("/people/EMP-4/retry")).toMatchObject({
      status: 303,
      location: "/people/EMP-4"
    })
    await service.deliverTo(payroll.url)
    await payroll.shows("/people/EMP-4", "0012345678")
    const refused = await payroll.form("/people/EMP-4/retry")
    expect(refused.text).toContain("registration_not_retryable")
  })

  it("corrects a person: a new session with what is known, which takes the place of the earlier", async () => {
    const before = await sessionOf("EMP-3")
    const form = await payroll.page("/people/EMP-3/correct")
    expect(form).toContain(`value="ana@example.com"`)
    const corrected = { given_name: "Ana", family_name: "Silva", email: "ana.silva@example.com" }
    const sent = await payroll.form("/people/EMP-3/correct", { ...corrected, date_of_birth: "1994-02-28" })
    expect([sent.status, sent.location]).toEqual([303, "/people/EMP-3"])
    const after = await sessionOf("EMP-3")
    expect(after).not.toBe(before)
    expect((await service.call("GET", `onboarding-session/${after}`)).email).toBe("ana.silva@example.com")
    expect(await payroll.page("/people/EMP-3")).toContain("ana.silva@example.com")
  })

  it("changes nothing of a person whose correction was refused, and keeps what was typed", async () => {
    service.failAt(/\/onboarding-session$/)
    const typed = { given_name: "Anna", family_name: "Silva", email: "anna@example.com" }
    const refused = await payroll.form("/people/EMP-3/correct", typed)
    service.failAt(undefined)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(`value="anna@example.com"`)
    expect(await payroll.page("/people/EMP-3")).toContain("ana.silva@example.com")
  })

  it("corrects an employer's name and ABN", async () => {
    const path = `/employers/${employerId}?tab=details`
    expect(await payroll.page(path)).toContain("Correct the name or ABN")
    const sent = await payroll.form(`/employers/${employerId}/correct`, {
      name: "Wattle Street Bakery",
      abn: "80000000001"
    })
    expect([sent.status, sent.location]).toEqual([303, path])
  })

  it("shows the invitation that it would send, with a link to its own page and never the form's address", async () => {
    const shown = await payroll.page("/people/EMP-3")
    expect(shown).toContain(`${payroll.url}/people/EMP-3/form`)
    expect(shown).not.toContain("signed=")
  })

  it("has a page for a path that it doesn't know, and a problem for programs", async () => {
    const [page, problem] = await Promise.all(
      ["text/html", "application/json"].map((accept) => fetch(`${payroll.url}/none`, { headers: { accept } }))
    )
    expect([page!.status, problem!.status]).toEqual([404, 404])
    expect(await page!.text()).toContain("Not here")
    expect(await problem!.json()).toMatchObject({ code: "not_found" })
  })

  it("answers as it was set, handles nothing meanwhile, and handles the retry once", async () => {
    const set = await payroll.api("PUT", "receiver", { answer_status: 500, times: 2 })
    expect(set.body.data).toEqual({ answer_status: 500, times: 2 })
    expect(await payroll.page("/inbox")).toContain("answers 500 to the next 2 webhooks")
    service.chooseDefaultFund(employerId)
    const { body, headers } = await service.deliveryOf(service.events.at(-1)!)
    const deliver = async () =>
      (await fetch(`${payroll.url}/webhooks`, { method: "POST", body, headers })).status
    expect([await deliver(), await deliver(), await deliver(), await deliver()]).toEqual([500, 500, 204, 204])
    const [duplicate, taken, ...onPurpose] = (await payroll.inbox()).slice(0, 4)
    expect([taken, duplicate].map(({ repeated }) => repeated)).toEqual([false, true])
    for (const entry of onPurpose) {
      expect(entry).toMatchObject({ answered_status: 500, verified: true, payload: null, fetched: null })
    }
    const shown = await payroll.page("/inbox")
    for (const verdict of ["Verified", "Duplicate", "Answered 500 on purpose"])
      expect(shown).toContain(verdict)
  })

  it("answers with Retry-After, as usual again when that is set, and by the page's button", async () => {
    await payroll.api("PUT", "receiver", { answer_status: 429, retry_after_seconds: 7 })
    const { body, headers } = await service.deliveryOf(service.events.at(-1)!)
    const deliver = () => fetch(`${payroll.url}/webhooks`, { method: "POST", body, headers })
    const answer = await deliver()
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"])
    await payroll.api("PUT", "receiver", {})
    expect((await deliver()).status).toBe(204)
    await payroll.form("/inbox/behaviour", { fail: "2" })
    expect((await deliver()).status).toBe(500)
    await payroll.form("/inbox/behaviour", { fail: "0" })
    expect((await deliver()).status).toBe(204)
  })

  it("shows why a webhook was refused, and one that it doesn't know [R-9-7, R-9-8]", async () => {
    const { body, headers } = await service.deliveryOf(service.events.at(-1)!)
    await fetch(`${payroll.url}/webhooks`, { method: "POST", body: `${body} `, headers })
    const unknown = { ...JSON.parse(body), event: "employer_moved" }
    const { signWebhook } = await import("@embedded-super/partner-sdk")
    const text = JSON.stringify(unknown)
    const id = "msg_01a1fb8d-9f48-7000-8000-abcdefabcdef"
    await fetch(`${payroll.url}/webhooks`, {
      method: "POST",
      body: text,
      headers: { ...(await signWebhook({ id, body: text }, service.product.webhookSecret)) }
    })
    const shown = await payroll.page("/inbox")
    expect(shown).toContain("The signature isn&#39;t one of the product&#39;s secret")
    expect(shown).toContain("Unknown event")
  })

  it("says in a sentence that the service isn't reachable, and hires nobody then", async () => {
    await service.stop()
    const before = await payroll.people()
    const refused = await hire({ remote_id: "EMP-9" })
    expect([refused.status, refused.body.code]).toEqual([503, "service_unavailable"])
    expect(await payroll.people()).toEqual(before)
    const url = await payroll.form(`/employers/${employerId}/embed-url`)
    expect([url.status, url.text]).toEqual([
      409,
      JSON.stringify({ detail: `No answer came from ${service.baseUrl}. Is the service running?` })
    ])
  })
})
