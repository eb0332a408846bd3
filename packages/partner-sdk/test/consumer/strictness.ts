import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import { assert, it } from "vitest"
import { createClient } from "../../src/index.ts"
import { findingsIn } from "../../src/mock/findings.ts"
import { operationsOfToday, resolved } from "../../src/mock/spec.ts"
import { aSession, anEmployer, checkedFetch, client, partner, service, wattle } from "./mocked.ts"

interface Finding {
  readonly in: string
  readonly pointer: string
  readonly code: string
}

/** The findings of a refusal with 422. */
const findingsOf = ({ error }: { readonly error?: unknown }): ReadonlyArray<string> => {
  const { errors } = error as { readonly errors: ReadonlyArray<Finding> }
  return errors.map(({ code, in: where, pointer }) => `${where} ${pointer} ${code}`)
}

const configured = async () => {
  const { id } = await anEmployer()
  service.chooseDefaultFund(id)
  return id
}

/** Refusals of what a partner's software gets wrong, which a lenient mock would hide until it meets the service. */
export const strictness = () => {
  it("finds all that is wrong in a body, at any depth", async () => {
    const body = { ...wattle, abn: "51 824 753 557", nmae: "Wattle", contact: { email: "niamh", phone: "1" } }
    assert.deepStrictEqual(findingsOf(await client.POST("/api/v1/employers", { body })), [
      "body #/nmae unknown_property",
      "body #/abn invalid_checksum",
      "body #/contact/phone unknown_property",
      "body #/contact/email invalid_format"
    ])
  })

  it("finds what the properties of a body have to do with each other", async () => {
    const employer = { id: await configured() }
    const session = { employer, employee: { remote_id: "emp-0042" }, remote_id: "onb-0042" }
    const tax_detail = { tfn: "123 456 782", tfn_exemption_type: "pensioner" as const }
    const email = "niamh@example.com"
    const found = async (more: object) =>
      findingsOf(await client.POST("/api/v1/onboarding-session", { body: { ...session, ...more } }))
    assert.deepStrictEqual(await found({}), ["body # required"])
    assert.deepStrictEqual(await found({ email, phone_number_validated: true }), [
      "body #/phone_number_validated not_allowed"
    ])
    assert.deepStrictEqual(await found({ email, employee_detail: { tax_detail } }), [
      "body #/employee_detail/tax_detail/tfn_exemption_type not_allowed"
    ])
  })

  it("finds what is wrong in a query", async () => {
    const query = { limit: 0, remoteId: "1234" }
    assert.deepStrictEqual(findingsOf(await client.GET("/api/v1/employers", { params: { query } })), [
      "query #/remoteId unknown_property",
      "query #/limit too_small"
    ])
  })

  it("finds what is wrong in a header", async () => {
    const params = { header: { "Idempotency-Key": "two words" } }
    const refused = await client.POST("/api/v1/employers", { params, body: wattle })
    assert.deepStrictEqual(findingsOf(refused), ["header #/Idempotency-Key invalid_format"])
  })

  it("takes every example of a body in the spec", () => {
    for (const [id, { body, method, path }] of operationsOfToday) {
      if (body === undefined) continue
      const paths = document.paths as Readonly<Record<string, any>>
      const { examples } = paths[path][method].requestBody.content["application/json"]
      for (const [name, example] of Object.entries<Readonly<Record<string, any>>>(examples))
        assert.deepStrictEqual(findingsIn(body.schema, resolved(example)["value"]), [], `${id} ${name}`)
    }
  })

  it("takes no employee that isn't the employer's", async () => {
    const body = { employer: { id: await configured() }, employee: { id: service.product.id } }
    const more = { remote_id: "onb-0042", email: "niamh@example.com" }
    const refused = await client.POST("/api/v1/onboarding-session", { body: { ...body, ...more } })
    assert.deepStrictEqual(findingsOf(refused), ["body #/employee not_found"])
  })

  it("gives no employer the remote_id of another", async () => {
    const { id } = await anEmployer()
    const other = await client.POST("/api/v1/employers", { body: { ...wattle, remote_id: "5678" } })
    const params = { path: { id: other.data?.data.id ?? "" }, header: { "If-Match": "*" } }
    const { error } = await client.PATCH("/api/v1/employers/{id}", { params, body: { remote_id: "1234" } })
    assert.deepInclude<object>(error ?? {}, { code: "remote_id_taken", resource_id: id })
    const same = await client.PATCH("/api/v1/employers/{id}", { params, body: { remote_id: "5678" } })
    assert.strictEqual(same.response.status, 200)
  })

  it("replaces the employee's unconfirmed session by a new one", async () => {
    const id = await configured()
    const first = (await aSession(id)).data?.data
    const body = { employer: { id }, employee: { remote_id: "emp-0042" }, remote_id: "onb-0043" }
    await client.POST("/api/v1/onboarding-session", { body: { ...body, email: "niamh@example.com" } })
    const params = { path: { id: first?.id ?? "" } }
    const { data } = await client.GET("/api/v1/onboarding-session/{id}", { params })
    assert.strictEqual(data?.data.data_delivery_state, "cancelled")
    const { event, id: of } = service.events.at(-1)?.payload ?? {}
    assert.deepStrictEqual([event, of], ["onboarding_session_changed", first?.id])
  })

  it("gives a new product no frame, no tax file number, and two keys at most", async () => {
    const { data: made } = await partner.POST("/api/v1/products", { body: { name: "Wattle HR" } })
    const path = { id: made?.data.id ?? "" }
    const key = () => partner.POST("/api/v1/products/{id}/keys", { params: { path } })
    const apiKey = (await key()).data?.data.secret ?? ""
    await key()
    assert.strictEqual((await key()).error?.code, "key_limit_reached")
    const own = createClient({ baseUrl: service.baseUrl, apiKey, fetch: checkedFetch })
    const { data: employer } = await own.POST("/api/v1/employers", { body: wattle })
    const employerPath = { params: { path: { id: employer?.data.id ?? "" } } }
    const embed = await own.POST("/api/v1/employers/{id}/generate-embed-url", {
      ...employerPath,
      body: { app: "super_settings" }
    })
    assert.strictEqual(embed.error?.code, "target_origins_missing")
    service.chooseDefaultFund(employer?.data.id ?? "")
    const session = await own.POST("/api/v1/onboarding-session", {
      body: {
        employer: employerPath.params.path,
        employee: { remote_id: "emp-0042" },
        remote_id: "onb-0042",
        email: "niamh@example.com"
      }
    })
    const params = { path: { id: session.data?.data.id ?? "" } }
    const tfn = await own.GET("/api/v1/onboarding-session/{id}/tfn", { params })
    assert.strictEqual(tfn.error?.code, "tfn_access_not_permitted")
  })

  it("makes no live product, and none with the slug of another", async () => {
    const live = await partner.POST("/api/v1/products", { body: { name: "Wattle HR", sandboxed: false } })
    const twin = await partner.POST("/api/v1/products", { body: { name: "Twin", slug: "wattle-payroll" } })
    assert.deepStrictEqual(findingsOf(live), ["body #/sandboxed not_allowed"])
    assert.deepStrictEqual(findingsOf(twin), ["body #/slug not_allowed"])
  })

  it("sends nothing to an address that is switched off", async () => {
    const params = { path: { id: service.product.id } }
    const body = { url: "https://payroll.example.com/webhooks", enabled: false }
    await partner.PUT("/api/v1/products/{id}/webhook", { params, body })
    await configured()
    assert.lengthOf(service.events, 1)
    assert.deepStrictEqual((await client.GET("/api/v1/webhook-deliveries")).data?.data, [])
    const span = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" }
    const refused = [
      await partner.POST("/api/v1/products/{id}/webhook/test", { params }),
      await client.POST("/api/v1/webhook-deliveries/replay", { body: span })
    ]
    for (const { error } of refused) assert.strictEqual(error?.code, "webhook_not_configured")
  })
}
