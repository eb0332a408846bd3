import { describe, expect, it } from "vitest"
import fundApi from "@embedded-super/contracts/bundled/fund-api" with { type: "json" }
import webhooks from "@embedded-super/contracts/bundled/webhooks" with { type: "json" }
import { canaries, zephyrine } from "@embedded-super/program/testing/zephyrine"
import { curlOf } from "../src/content/curlOf.ts"
import { maskedBody } from "../src/content/masking/maskedBody.ts"
import { differencesOf, editsOf } from "../src/content/differencesOf.ts"
import { docsUrlOf, requirementsOf, verdictOf } from "../src/content/contentOf.ts"
import { maskedMessage, type RawAnswer, type RawCall } from "../src/content/Message.ts"
import { restored } from "../src/content/restored.ts"
import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { FundApi } from "@embedded-super/contracts/fund-api"
import { httpContract, operationOf, operationsOf } from "../src/content/contracts/httpContract.ts"
import { webhooks as webhooksContract } from "../src/content/contracts/webhooks.ts"

const fundContract = httpContract(FundApi)
const partnerApi = httpContract(PartnerApi)
const json = { "content-type": "application/json" }
const person = zephyrine()
const original = JSON.stringify({
  ...person,
  salary: 5,
  list: [{ given_name: "Ada" }, { given_name: "Alan" }]
})
const shown = maskedMessage({ headers: json, body: original }).body!

describe("an edited body", () => {
  it("is the original one where nothing was edited", () => {
    expect(restored(shown, original)).toEqual({ body: original, findings: [] })
  })

  it("gets the original of each value that is still masked, and keeps what was typed", () => {
    const edited = { ...JSON.parse(shown), salary: 7, identity: { given_name: "Zoe", family_name: "Q•••" } }
    const { body, findings } = restored(JSON.stringify(edited), original)
    expect(findings).toEqual([])
    expect(JSON.parse(body)).toEqual({
      ...JSON.parse(original),
      salary: 7,
      identity: { given_name: "Zoe", family_name: "Quillfeather" }
    })
  })

  it("gets back an unknown key and its number", () => {
    const odd = JSON.stringify({ "Zephyrine Q": 12, id: "x" })
    expect(restored(maskedMessage({ headers: json, body: odd }).body!, odd)).toEqual({
      body: odd,
      findings: []
    })
    const { body } = restored('{"•••0":"•••","id":"typed"}', odd)
    expect(JSON.parse(body)).toEqual({ "Zephyrine Q": 12, id: "typed" })
  })

  it.each([
    ["a mask at another place", { other_name: "Z•••" }, "#/other_name"],
    ["a mask that was changed", { identity: { given_name: "Y•••" } }, "#/identity/given_name"],
    ["a mask in a list that has another length", { list: [{ given_name: "A•••" }] }, "#/list/0/given_name"]
  ])("is refused with the place of %s", (_, edited, pointer) => {
    expect(restored(JSON.stringify(edited), original).findings).toMatchObject([
      { pointer, code: "masked_value" }
    ])
  })

  it("is refused if the original isn't kept, and if it is no JSON", () => {
    expect(restored('{"tfn":"(hidden)"}', null).findings).toMatchObject([{ pointer: "#/tfn" }])
    expect(restored('{"tfn":', original).findings).toMatchObject([{ pointer: "#", code: "malformed_json" }])
  })
})

const call = (
  overrides: Partial<RawCall> & { readonly body?: string | null; headers?: Record<string, string> }
): RawCall => ({
  method: "POST",
  url: "http://localhost:4000/api/v1/employers",
  request: { headers: { ...json, ...overrides.headers }, body: overrides.body ?? null },
  ...overrides
})

describe("a body that is nested ten thousand times", () => {
  const deep = "[".repeat(10_000) + "]".repeat(10_000)

  it("is shown as one that isn't JSON", () => {
    expect(maskedBody(deep)).toBe("•••")
    expect(maskedBody(`{"status":"active","a":${deep}}`)).toBe("•••")
    expect(curlOf(call({ body: deep, headers: {} }))).toContain(`"$BODY"`)
  })

  it("differs from brackets in a text", () => {
    expect(maskedBody(JSON.stringify({ status: "active", note: "[".repeat(500) }))).toContain('"status"')
  })
})

describe("the command line of a call", () => {
  const key = "product_sandbox_abcdefgh_01234567890123456789"

  it("has nothing personal and no key, and a variable for each", () => {
    const line = curlOf(
      call({
        url: "http://localhost:4000/api/v1/employers?limit=25&limit=459599230&remote_id=hire-2001&name=Zephyrine",
        headers: { "X-API-Key": key, authorization: "Bearer t" },
        body: original
      })
    )
    for (const value of [...Object.values(canaries).flat(), key, "Bearer t", "Zephyrine"]) {
      expect(line).not.toContain(value)
    }
    expect(line).toContain(`-H 'x-api-key: '"$PRODUCT_KEY"''`)
    expect(line).toContain(
      `'http://localhost:4000/api/v1/employers?limit=25&limit='"$LIMIT"'&remote_id=hire-2001&name='"$NAME"''`
    )
    expect(line).toContain(`"salary":'"$SALARY"'`)
    expect(line).toContain(`"given_name":"'"$GIVEN_NAME_2"'"`)
  })

  it("has no name of a parameter that may be a person's, and no variable that the shell sets", () => {
    const line = curlOf(
      call({
        url: "http://localhost:4000/api/v1/employers?Zephyrine%20Quillfeather=1&limit=25",
        body: JSON.stringify({ "9 Zephyrine": "a" })
      })
    )
    expect(line).toContain(`'http://localhost:4000/api/v1/employers?'"$QUERY"'&limit=25'`)
    expect(line).toContain(`--data '{"•••0":"'"$VALUE_0"'"}'`)
  })

  it("has a variable for each value whose original isn't kept any more", () => {
    const line = curlOf(
      call({
        url: "http://localhost:4000/api/v1/employers?remote_id=•••&limit=25",
        headers: { "X-API-Key": "(hidden)", "idempotency-key": "•••" },
        body: maskedBody(
          '{"contact":{"email":"ada@example.com","given_name":"Ada"},"tfn":"459599230","status":"active"}'
        )
      })
    )
    expect(line).not.toMatch(/•••|%E2%80%A2|\(hidden\)/)
    expect(line).toContain(`?remote_id='"$REMOTE_ID"'&limit=25`)
    expect(line).toContain(`-H 'idempotency-key: '"$IDEMPOTENCY_KEY"''`)
    for (const variable of ["EMAIL", "GIVEN_NAME", "TFN"]) expect(line).toContain(`:"'"$${variable}"'"`)
  })

  it.each([
    ["a form", "abn=80000000001&first_name=Zephyrine", `--data 'abn=80000000001&first_name='"$FIRST_NAME"''`],
    [
      "JSON that ends in a text",
      '{"status":"active","given_name":"Zephyr',
      `--data '{"status":"active","given_name":"'"$GIVEN_NAME"''`
    ],
    ["JSON that ends after a name", '{"given_name": ', `--data '{"given_name":'`],
    ["JSON that ends after a list", '{"tags":["Zephyrine"]', `--data '{"tags":["'"$TAGS"'"]'`],
    ["anything else", "Zephyrine Quillfeather, 459 599 230", `--data ''"$BODY"''`]
  ])("can be sent too if the body is no JSON: %s", (_, body, data) => {
    const line = curlOf(call({ body, headers: { "x-api-key": key } }))
    expect(line).toContain(data)
    expect(line).not.toMatch(/Zephyr|Quill|459|@-/)
  })
})

const answer = (status: number | null, body: unknown, headers: Record<string, string> = {}): RawAnswer => ({
  status,
  headers: { ...json, ...headers },
  body: body === null ? null : JSON.stringify(body)
})

describe("the contract's verdict", () => {
  const operations = Object.entries(fundApi.paths)
  const register = operations.find(([path]) => path === "/v1/member_registration")![1] as never as {
    readonly post: Record<"requestBody" | "responses", never>
  }
  const exampleOf = (media: unknown): unknown =>
    Object.values((media as { examples: Record<string, { value: unknown }> }).examples)[0]!.value
  const request = exampleOf(
    (register.post.requestBody as { content: Record<string, unknown> }).content["application/json"]
  ) as Record<string, unknown>
  const accepted = exampleOf(
    (register.post.responses as Record<string, { content: Record<string, unknown> }>)["201"]!.content[
      "application/json"
    ]
  )
  const registration = (body: unknown) =>
    call({ url: "https://127.0.0.1:4010/banksia/v1/register", body: JSON.stringify(body) })
  const verdict = (made: RawCall, answered?: RawAnswer) =>
    verdictOf(fundContract, { operation: "member_registration", call: made, answer: answered })

  it("is that both fit, for the examples of the contract", () => {
    expect(verdict(registration(request), answer(201, accepted))).toEqual({ verdict: "fits", findings: [] })
  })

  it("names the places of request and answer that break it, without their values", () => {
    const { person: _person, ...rest } = { ...request, person: "Zephyrine", zebra: 1 }
    const found = verdict(
      registration({ ...rest, given_name: 5 }),
      answer(201, { member_details: { member_number: 7 } })
    )
    expect(found.verdict).toBe("breaks")
    expect(found.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ in: "request", pointer: "#/zebra", code: "unknown_property" }),
        expect.objectContaining({
          in: "answer",
          pointer: "#/member_details/member_number",
          code: "wrong_type"
        })
      ])
    )
    expect(JSON.stringify(found)).not.toContain("Zephyrine")
  })

  it("breaks for a status that the operation doesn't have, and for an answer that is no JSON", () => {
    expect(verdict(registration(request), answer(418, {})).findings).toMatchObject([
      { in: "answer", pointer: "status", code: "not_allowed" }
    ])
    const broken = { status: 201, headers: json, body: '{"member' }
    expect(verdict(registration(request), broken).findings).toMatchObject([
      { in: "answer", pointer: "#", code: "malformed_json" }
    ])
  })

  it("finds an operation by method and path, a literal path before an id", () => {
    const at = (method: string, path: string) =>
      operationOf(operationsOf(PartnerApi), undefined, { method, url: path })?.endpoint.identifier
    expect(at("POST", "/api/v1/employers")).toBe("createEmployer")
    expect(at("GET", "http://localhost:4000/api/v1/employers/1?x=1")).toBe("getEmployer")
    expect(at("PUT", "/api/v1/nothing")).toBeUndefined()
  })

  it("checks a problem with its headers, and isn't given without an operation", () => {
    const problem = (code: string, status: number) => ({
      type: `https://docs.example.com/errors/#${code}`,
      title: "Too many requests",
      status,
      detail: "Wait.",
      instance: "/api/v1/employers",
      code,
      request_id: "01a1fb82-8f40-7000-8000-0000000000d1"
    })
    const list = call({ method: "GET" })
    const given = (answered: RawAnswer) =>
      verdictOf(partnerApi, { operation: "listEmployers", call: list, answer: answered })
    expect(given(answer(429, problem("rate_limited", 429), { "retry-after": "3" }))).toEqual({
      verdict: "fits",
      findings: []
    })
    expect(given(answer(429, problem("rate_limited", 429))).findings).toMatchObject([
      { pointer: "#/Retry-After" }
    ])
    expect(given(answer(404, problem("not_found", 404))).findings).toMatchObject([{ pointer: "status" }])
    expect(
      verdictOf(partnerApi, {
        operation: undefined,
        call: call({ url: "/x" }),
        answer: undefined
      }).verdict
    ).toBe("not_checked")
  })
})

describe("the contract's verdict on a webhook", () => {
  const headers = {
    ...json,
    "user-agent": "EmbeddedSuper-Webhooks/1",
    "webhook-id": "msg_01a1fb67-1b88-7000-8000-000000000001",
    "webhook-timestamp": "1795219205",
    "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
  }
  const payload = Object.values(webhooks.components.messages)
    .flatMap(({ examples }) => examples)
    .find((example) => example.payload.event === "employer_settings_changed")!.payload

  const delivered = (sent: Record<string, string>, body: string) => {
    const made = { method: "POST", url: "http://localhost:4020/webhooks", request: { headers: sent, body } }
    return verdictOf(webhooksContract, { operation: undefined, call: made, answer: answer(500, null) })
  }

  it("fits the contract's example, and an event that isn't known", () => {
    expect(delivered(headers, JSON.stringify(payload))).toEqual({
      verdict: "fits",
      findings: []
    })
    const other = { ...payload, event: "employer_was_painted" }
    expect(delivered(headers, JSON.stringify(other)).verdict).toBe("fits")
  })

  it("judges no headers where the sender noted them", () => {
    const kept = { ...json, "webhook-signature": "(hidden)" }
    expect(delivered(kept, JSON.stringify(payload)).verdict).toBe("fits")
    expect(delivered(kept, "{}").verdict).toBe("breaks")
  })

  it("names what is missing in headers and payload", () => {
    const { "webhook-id": _, ...rest } = headers
    const { url: _url, ...body } = payload
    expect(delivered(rest, JSON.stringify(body)).findings).toMatchObject([
      { in: "request", pointer: "#/Webhook-Id", code: "required" },
      { in: "request", pointer: "#/url", code: "required" }
    ])
  })
})

describe("the differences of two answers", () => {
  it("are the status, headers and places of the body, masked", () => {
    const before = answer(
      503,
      { given_name: "Ada", state: "initial", request_id: "1", list: [1] },
      { etag: '"1"' }
    )
    const now = answer(
      201,
      { given_name: "Zoe", state: "completed", request_id: "2", list: [1, 2] },
      { etag: '"2"' }
    )
    expect(differencesOf(before, now)).toEqual([
      { place: "status", before: "503", now: "201" },
      { place: "etag", before: '"1"', now: '"2"' },
      { place: "#/given_name", before: "A•••", now: "Z•••" },
      { place: "#/state", before: "initial", now: "completed" },
      { place: "#/list/1", before: null, now: "•••" }
    ])
  })

  it("say of two masked values that they aren't the same", () => {
    expect(differencesOf(answer(200, { given_name: "Ada" }), answer(200, { given_name: "Alan" }))).toEqual([
      { place: "#/given_name", before: "A•••", now: "A••• (another value)" }
    ])
  })

  it("are none for the same answer, also with another request id, and name an answer that didn't come", () => {
    expect(
      differencesOf(answer(200, { id: 1, request_id: "a" }), answer(200, { id: 1, request_id: "b" }))
    ).toEqual([])
    const none = { status: null, headers: {}, body: null }
    expect(differencesOf(none, answer(200, { id: "01a1fb82-8f40-7000-8000-0000000000d1" }))).toEqual([
      { place: "status", before: "none", now: "200" },
      { place: "content-type", before: null, now: "application/json" },
      { place: "#/id", before: null, now: "01a1fb82-8f40-7000-8000-0000000000d1" }
    ])
  })

  it("are the inner places of what only one of the answers has", () => {
    const data = { state: "initial", contact: { email: "ada@wattle.example" }, list: [] }
    expect(differencesOf(answer(200, { data: null }), answer(200, { data }))).toEqual([
      { place: "#/data/state", before: null, now: "initial" },
      { place: "#/data/contact/email", before: null, now: "a•••" },
      { place: "#/data/list", before: null, now: "[]" }
    ])
    expect(differencesOf(answer(200, { data: [1] }), answer(200, { data: { 0: 1 } }))).toMatchObject([
      { place: "#/data" }
    ])
  })

  it("of an edited body are masked, too, and none if it was sent as it was", () => {
    const first = JSON.stringify({ state: "initial", given_name: "Ada", abn: "51824753556" })
    const sent = JSON.stringify({ state: "initial", given_name: "Alan", list: [true] })
    expect(editsOf(first, sent)).toEqual([
      { place: "#/given_name", before: "A•••", now: "A••• (another value)" },
      { place: "#/abn", before: expect.any(String), now: null },
      { place: "#/list/0", before: null, now: "•••" }
    ])
    expect(editsOf(first, first)).toEqual([])
    expect(editsOf(null, null)).toEqual([])
  })
})

describe("what explains a step", () => {
  it("is the docs' entry of the error, for our problems alone", () => {
    const type = "https://docs.example.com/errors/#not_found"
    expect(docsUrlOf(JSON.stringify({ type, code: "not_found" }))).toBe("/docs/errors/#not_found")
    expect(docsUrlOf(JSON.stringify({ type: "https://fund.example/errors#x", code: "x" }))).toBeNull()
    expect(docsUrlOf(null)).toBeNull()
  })

  it("is the sentences of the description that an operation or an event comes from", () => {
    expect(requirementsOf("registerMember").map(({ id }) => id)).toContain("R-1-14")
    expect(requirementsOf("employer_settings_changed").length).toBeGreaterThan(0)
    expect(requirementsOf("toString")).toEqual([])
  })
})
