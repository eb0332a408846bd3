import { type Product, tokenFor, embedUrlOf } from "../onboarding/flows.ts"
import { type Trace, traceOf } from "./search.ts"
import { zephyrine, TFN } from "@embedded-super/program/testing/zephyrine"

/** Sends requests that must be refused, with personal data in wrong places; returns the answers, headers included. */
export const askBadly = async (
  product: Product,
  serviceUrl: string,
  key: string,
  sessionId: string
): Promise<ReadonlyArray<Trace>> => {
  const { contact, identity } = zephyrine()
  const token = await tokenFor(
    product,
    await embedUrlOf(product, "generateOnboardingSessionEmbedUrl", sessionId)
  )
  const embed = { authorization: `Bearer ${token}` }
  const partner = { "x-api-key": key }
  const json = { "content-type": "application/json" }
  const onboarding = "/embed-api/v1/onboarding"
  const birth = identity.date_of_birth
  const requests: ReadonlyArray<readonly [string, string, Readonly<Record<string, string>>, string?]> = [
    ["PUT", `${onboarding}/identity`, embed, JSON.stringify({ ...identity, date_of_birth: `${TFN}` })],
    [
      "PUT",
      `${onboarding}/identity`,
      embed,
      JSON.stringify({ ...identity, gender: "Quillfeather", title: TFN })
    ],
    ["PUT", `${onboarding}/identity`, embed, JSON.stringify({ ...identity, given_name: TFN, [TFN]: birth })],
    ["PUT", `${onboarding}/contact`, embed, JSON.stringify({ ...contact, email: `${TFN} Quillfeather` })],
    ["PUT", `${onboarding}/contact`, embed, JSON.stringify({ ...contact, phone_number: `${TFN}${birth}` })],
    [
      "PUT",
      `${onboarding}/contact`,
      embed,
      JSON.stringify({ ...contact, address: { ...contact.address, postcode: TFN, state: birth } })
    ],
    [
      "PUT",
      `${onboarding}/contact`,
      embed,
      JSON.stringify({ ...contact, Quillfeather: 1, "99 Canary Lane": 1, [birth]: 1, [TFN]: 1 })
    ],
    [
      "PUT",
      `${onboarding}/tax`,
      embed,
      JSON.stringify({ tfn: "459 599 230 Quillfeather", notice_version: "99 Canary Lane" })
    ],
    ["PUT", `${onboarding}/tax`, embed, `{"tfn":"459599230",`],
    ["PUT", `${onboarding}/tax`, { ...embed, "content-type": "text/plain" }, "459599230 Quillfeather"],
    [
      "PATCH",
      `${onboarding}/drafts/identity`,
      embed,
      JSON.stringify({ given_name: `${TFN}\u0000`, tfn: TFN })
    ],
    [
      "PATCH",
      `${onboarding}/drafts/contact`,
      embed,
      JSON.stringify({ email: "Quillfeather".repeat(90), address: "99 Canary Lane", [TFN]: birth })
    ],
    ["PUT", `${onboarding}/confirmation/${TFN}`, embed, "{}"],
    ["GET", `${onboarding}?tfn=${TFN}&name=Quillfeather`, embed],
    ["GET", `/api/v1/onboarding-session/${TFN}`, partner],
    ["GET", `/api/v1/onboarding-session?data_delivery_state=Quillfeather&limit=${TFN}`, partner],
    ["GET", "/api/v1/employees?after=99%20Canary%20Lane&employer_id=1987-03-09", partner],
    ["GET", "/api/v1/employers", { "x-api-key": TFN }],
    ["GET", onboarding, { authorization: `Bearer Quillfeather${TFN}` }],
    ["GET", `/api/v1/tfn/${TFN}`, partner],
    [
      "POST",
      "/api/v1/onboarding-session",
      { ...partner, "idempotency-key": `${TFN} Quillfeather` },
      JSON.stringify({ employee_detail: zephyrine(), remote_id: 1 })
    ],
    [
      "POST",
      "/api/v1/onboarding-session",
      { ...partner, "x-request-id": TFN },
      JSON.stringify({ email: "Quillfeather", employer: { id: birth } })
    ],
    [
      "POST",
      "/api/v1/employers",
      partner,
      JSON.stringify({ abn: TFN, name: { Quillfeather: birth }, remote_id: "1" })
    ],
    ["Quillfeather", "/api/v1/employers", partner]
  ]
  const answers: Array<Trace> = []
  for (const [method, path, headers, body] of requests) {
    const response = await fetch(`${serviceUrl}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : json), ...headers },
      ...(body === undefined ? {} : { body })
    })
    const text = await response.text()
    // Unknown parts of an address are ignored; the answer is then the person's own data.
    if (response.ok && body === undefined) continue
    if (response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: nothing was wrong with it`)
    const received = `${JSON.stringify([...response.headers])}\n${text}`
    answers.push(traceOf(`the answer ${response.status} to bad request ${answers.length + 1}`, received))
  }
  return answers
}
