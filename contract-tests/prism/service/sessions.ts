import { expect, it } from "vitest"
import {
  createSession,
  fetchChoiceForms,
  verifyPhone,
  walkThroughSession
} from "../../src/onboarding/flows.ts"
import { niamh } from "../../src/onboarding/people.ts"
import type { SeededPartner } from "../../src/onboarding/seed.ts"
import { callerOf } from "../../src/openapi/Caller.ts"
import { employer, fund, product, receiver, seeded, service, session } from "./world.ts"

export const sessions = () => {
  it("onboards an employee up to the member number, and has the choice form for both [R-1-4, R-1-5, R-1-6, R-1-14, R-1-16]", async () => {
    await walkThroughSession(product, session.id)
    await receiver.waitFor(({ event, id }) => event === "onboarding_session_completed" && id === session.id)
    const { body } = await product.partner("getOnboardingSession", { path: { id: session.id }, status: 200 })
    expect(body.data.data_delivery_state).toBe("completed")
    const { select_super_fund_product } = body.data.onboarding_session_super_selection
    expect(select_super_fund_product.member_number).toMatch(/^\d+$/)
    expect(await fetchChoiceForms(product, session.id)).toEqual(["%PDF-", "%PDF-"])
    const query = { employer_id: employer.id, data_delivery_state: "completed" }
    expect((await product.partner("listOnboardingSessions", { query, status: 200 })).body.data).toHaveLength(
      1
    )
  })

  it("has an employee verify the phone number where the partner validated nothing", async () => {
    const { id } = await verifyPhone(product, employer.id, "session-by-phone")
    const { body } = await product.partner("getOnboardingSession", { path: { id }, status: 200 })
    expect(body.data).toMatchObject({
      phone_number_validated: true,
      data_delivery_state: "collect_identity"
    })
  })

  it("plays an employee in the sandbox, without a browser", async () => {
    const { id } = await createSession(product, employer.id, "session-of-the-sandbox")
    await product.partner("advanceOnboardingSession", {
      path: { id },
      body: { to: "completed", preset: "existing" },
      status: 200
    })
    await receiver.waitFor((event) => event.event === "onboarding_session_completed" && event.id === id)
  })

  it("plays the lookup of an employer at the linked funds", async () => {
    const { body } = await product.partner("playEmployerMatch", {
      path: { id: employer.id },
      body: {},
      status: 200
    })
    expect(body.data).toMatchObject({ funds_not_asked: 0, confirmed: false })
  })

  it("lets a partner change, cancel and erase a session, and read a tax file number once that is permitted", async () => {
    const { id } = await createSession(product, employer.id, "session-to-cancel")
    const path = { id }
    const read = await product.partner("getOnboardingSession", { path, status: 200 })
    const ifMatch = { "if-match": read.headers.get("etag") ?? "" }
    await product.partner("updateOnboardingSession", {
      path,
      headers: ifMatch,
      body: { email: "niamh@example.com" },
      status: 200
    })
    await product.partner("retryMemberRegistration", { path, status: 409 })
    await product.partner("cancelOnboardingSession", { path, status: 204 })
    await product.partner("eraseOnboardingSession", { path, status: 204 })
    await product.partner("getTaxFileNumber", { path: { id: session.id }, status: 403 })
    const [{ id: productId }] = seeded.products as [SeededPartner["products"][number]]
    expect((await service.run("admin", "product", "tfn-access", productId, "on")).code).toBe(0)
    const { body } = await product.partner("getTaxFileNumber", { path: { id: session.id }, status: 200 })
    expect(body.data.tfn).toMatch(/^\d{9}$/)
  })

  it("has sent the fund the full member profile, as its contract wants it [R-1-15, R-2.3-1, R-2.3-2, R-2.3-3, R-2.3-4, R-2.3-5, R-2.3-6, R-2.3-7, R-2.3-8, R-2.3-9, R-2.3-10, R-2.3-11, R-2.3-12, R-2.3-13, R-2.3-14, R-2.3-15, R-2.3-16, R-4.2-2, R-4.2-3, R-4.2-5, R-5-5, R-9-1]", async () => {
    const admin = callerOf("simulator-api", fund.url)
    const { body } = await admin.call("listMembers", { status: 200 })
    expect(body.data).toHaveLength(1)
    expect(body.data[0].fields_received.toSorted()).toEqual([
      "address_line_1",
      "address_line_2",
      "contribution_frequency",
      "date_of_birth",
      "email",
      "employment_start_date",
      "family_name",
      "first_name",
      "gender",
      "locality",
      "middle_name",
      "other_name",
      "phone_number",
      "postcode",
      "state",
      "tfn"
    ])
    const log = await admin.call("listLogEntries", { query: { limit: "100" }, status: 200 })
    const calls = log.body.data.filter(({ path }: { path?: string }) => path === "/v1/member_registration")
    expect(calls.map(({ status }: { status: number }) => status)).toEqual([201])
  })
}

export const retries = () => {
  it("has a registration made again that the fund refused: the number arrives late, and a webhook about the employee reports it [R-1-16, R-3-15, R-6-28]", async () => {
    const person = { ...niamh, contact: { ...niamh.contact, email: "niamh+400x1@example.com" } }
    const { employee, id } = await createSession(product, employer.id, "session-to-retry", person)
    const path = { id }
    const ofSession = (event: { readonly id: string }) => event.id === id
    const numbersOf = async () => {
      const session = await product.partner("getOnboardingSession", { path, status: 200 })
      const known = await product.partner("getEmployee", { path: { id: employee.id }, status: 200 })
      return [
        session.body.data.onboarding_session_super_selection.select_super_fund_product.member_number,
        known.body.data.super_fund_details.super_fund_memberships[0].member_number
      ]
    }
    await product.partner("advanceOnboardingSession", { path, body: { to: "completed" }, status: 200 })
    await receiver.waitFor((event) => event.event === "onboarding_session_completed" && ofSession(event))
    expect(await numbersOf()).toEqual([null, null])
    const before = receiver.received.filter(({ payload }) => ofSession(payload)).length

    await product.partner("retryMemberRegistration", { path, status: 202 })
    const [late] = await receiver.waitFor((event) => event.subject === "employee")
    expect(late?.payload).toMatchObject({
      event: "employee_changed",
      id: employee.id,
      remote_id: "employee of session-to-retry",
      url: `${service.url}/api/v1/employees/${employee.id}`
    })
    const [bySession, byEmployee] = await numbersOf()
    expect(bySession).toMatch(/^\d+$/)
    expect(byEmployee).toBe(bySession)
    expect(receiver.received.filter(({ payload }) => ofSession(payload))).toHaveLength(before)
  })
}
