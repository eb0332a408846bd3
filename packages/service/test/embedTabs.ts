import type * as S from "@embedded-super/contracts/schemas"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "./aProduct.ts"
import { termsAccepted } from "./TestSettings.ts"
import { products } from "./TestFunds.ts"
import { type Answer, openEmbed, request, requestUnseen } from "./TestHttp.ts"
import { findingsOf } from "./findings.ts"

export const VIEWS: Readonly<Record<S.EmbedApp, string>> = {
  super_settings: "/embed-api/v1/employer",
  onboarding: "/embed-api/v1/onboarding",
  intent: "/embed-api/v1/intent"
}

export const ok = (answer: Answer, status = 200) => {
  assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
  return answer.body.data
}

export const IDENTITY = { given_name: "Niamh", family_name: "O'Connor", date_of_birth: "1990-05-17" }
export const CONTACT = {
  email: "niamh@example.com",
  phone_number: "0491 570 006",
  address: {
    address_line_1: "12 Banksia Street",
    locality: "Craigieburn",
    postcode: "3064",
    state: "VIC"
  }
}
export const PERSON = { given_name: "Niamh", family_name: "O'Connor", email: "niamh@example.com" }
const FUND = { ...termsAccepted, fund_product_id: products.acacia.id }

/** A save of each embed. */
const SAVES = {
  super_settings: {
    path: "/ato-connection",
    body: { connected_by: "agent", agent_number: "25684031", agent_abn: "83914571673" }
  },
  onboarding: {
    path: "/identity",
    body: IDENTITY
  },
  intent: { path: "/person", body: PERSON }
}

/** An employer with a default fund, a session and an intent of its employees, and tabs of each embed. */
export const aWorld = Effect.gen(function* () {
  const product: string = yield* aProduct()
  const post = (path: string, body: object) =>
    Effect.map(request("POST", `/api/v1/${path}`, { product, body }), (answer) => ok(answer, 201))
  const employer = yield* post("employers", {
    abn: "51 824 753 556",
    name: "Wattle Pty Ltd",
    remote_id: "1234"
  })
  const settings = yield* openEmbed(product, `/api/v1/employers/${employer.id}`, { app: "super_settings" })
  ok(yield* request("PUT", `${VIEWS.super_settings}/default-fund`, { token: settings, body: FUND }))
  const session = yield* post("onboarding-session", {
    employer: { id: employer.id },
    employee: { remote_id: "emp-0042" },
    remote_id: "session-1",
    email: "niamh@example.com",
    email_validated: true
  })
  const intent = yield* post("onboarding-session-intent", {
    employer: { id: employer.id },
    remote_id: "hire-0042"
  })
  const entities: Readonly<Record<S.EmbedApp, string>> = {
    super_settings: `/api/v1/employers/${employer.id}`,
    onboarding: `/api/v1/onboarding-session/${session.id}`,
    intent: `/api/v1/onboarding-session-intent/${intent.id}`
  }
  /** A further window of an embed, which keeps the revision that it saw when it was opened. */
  const aTab = Effect.fnUntraced(function* (app: S.EmbedApp) {
    const token = yield* openEmbed(product, entities[app], app === "super_settings" ? { app } : {})
    const view = Effect.map(requestUnseen("GET", VIEWS[app], { token }), (answer) => ok(answer))
    const { revision } = yield* view
    const send = (method: string, path: string, body: unknown, seen: number | undefined = revision) =>
      requestUnseen(method, path, { token, body, headers: { "if-match": `"${seen}"` } })
    const save = (body: object = SAVES[app].body, seen?: number) =>
      send("PUT", `${VIEWS[app]}${SAVES[app].path}`, body, seen)
    return { token, revision: revision as number, view, send, save }
  })
  return { product, employer, session, intent, aTab }
})

export const apps = ["super_settings", "onboarding", "intent"] as const

/** The status, the code and each finding of a refusal. */
export const refusal = ({ body, status }: Answer) => [status, body.code, ...findingsOf(body.errors)]

/** A frame of an embed, which keeps the revision of the view that it saw last. */
export const frameOf = Effect.fnUntraced(function* (token: string, path: string) {
  const view = Effect.map(requestUnseen("GET", path, { token }), (answer) => ok(answer))
  let { revision } = yield* view
  const send = Effect.fnUntraced(function* (
    method: string,
    step: string,
    body: unknown,
    seen: number | "*" = revision
  ) {
    const answer = yield* requestUnseen(method, `${path}/${step}`, {
      token,
      body,
      headers: { "if-match": seen === "*" ? seen : `"${seen}"` }
    })
    if (answer.status === 200) revision = answer.body.data.revision
    return answer
  })
  return { token, view, send, see: (seen: number) => void (revision = seen) }
})

/** The rows of an entity's drafts. */
export const stored = (id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ typed: Uint8Array }>`SELECT typed FROM embed_drafts WHERE entity_id = ${id}`
  )
