import type * as S from "@embedded-super/contracts/schemas"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aProduct } from "./aProduct.ts"
import { termsAccepted } from "./TestSettings.ts"
import { eventsOf } from "./TestEvents.ts"
import { products } from "./TestFunds.ts"
import { type Answer, openEmbed, request } from "./TestHttp.ts"

export const ok = (answer: Answer) => {
  assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data as S.EmbedEmployer
}

/** An employer of a new product, with its embed open and a default fund chosen. */
export const anOpenEmbed = Effect.fnUntraced(function* (options: { readonly sandboxed?: boolean } = {}) {
  const product: string = yield* aProduct(options)
  const body = { abn: "51 824 753 556", name: "Wattle Pty Ltd", remote_id: "1234" }
  const { id } = (yield* request("POST", "/api/v1/employers", { product, body })).body.data
  const token = yield* openEmbed(product, `/api/v1/employers/${id}`, { app: "super_settings" })
  const send = (method: string, path: string, body?: object) =>
    request(method, `/embed-api/v1/employer${path}`, { token, body })
  ok(yield* send("PUT", "/default-fund", { ...termsAccepted, fund_product_id: products.acacia.id }))
  const sandbox = (body: object) =>
    request("POST", `/api/v1/sandbox/employers/${id}/stapling`, { product, body })
  return { id: id as S.EmployerId, product, send, sandbox, check: send("POST", "/ato-connection/checks") }
})

export const connect = ({ send }: Effect.Success<ReturnType<typeof anOpenEmbed>>) =>
  send("PUT", "/ato-connection", { connected_by: "employer" })

export const stepOf = ({ steps }: S.EmbedEmployer, name: S.EmbedEmployerStepName) => {
  const step = steps.find(({ step }) => step === name)
  return [step?.status, step?.summary]
}

export const seqsOf = (id: string) => Effect.map(eventsOf(id), (events) => events.map(({ seq }) => seq))
