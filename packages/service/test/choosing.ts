import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { extractText, getDocumentProxy, getMeta } from "unpdf"
import { simulatedEmployers } from "../src/employers/simulatedEmployers.ts"
import { ChoiceForms } from "../src/onboarding-sessions/choice-form/ChoiceForms.ts"
import { aProduct } from "./aProduct.ts"
import { eventNames } from "./TestEvents.ts"
import { products } from "./TestFunds.ts"
import { request, openEmbed } from "./TestHttp.ts"
import { termsAccepted } from "./TestSettings.ts"
import { ok, CONTACT, IDENTITY } from "./embedTabs.ts"

/** The text content of a PDF in reading order, its title and its language. */
export const textOfPdf = (pdf: Uint8Array | undefined) =>
  Effect.promise(async () => {
    if (pdf === undefined) throw new Error("There is no PDF")
    const document = await getDocumentProxy(pdf.slice())
    const { text } = await extractText(document, { mergePages: true })
    const { info } = await getMeta(document)
    return {
      text: text.replaceAll(/\s+/g, " "),
      title: info.Title as string,
      language: info.Language as string
    }
  })

export const CHANGED = "onboarding_session_changed"
export const COMPLETED = "onboarding_session_completed"

interface Setting {
  readonly super_details?: object
  readonly stapling?: S.SimulatedStapling
  readonly defaultFund?: { readonly id: S.FundProductId }
  readonly sandboxed?: boolean
}

/** A session whose employee has opened the embed and may choose a fund now. */
export const choosing = Effect.fnUntraced(function* (setting: Setting = {}) {
  const product: string = yield* aProduct({ sandboxed: setting.sandboxed ?? true })
  const created = { abn: "51824753556", name: "Wattle Pty Ltd", remote_id: "1234" }
  const employer = ok(yield* request("POST", "/api/v1/employers", { product, body: created }), 201)
  const settings = yield* openEmbed(product, `/api/v1/employers/${employer.id}`, { app: "super_settings" })
  const fund = { ...termsAccepted, fund_product_id: (setting.defaultFund ?? products.acacia).id }
  ok(yield* request("PUT", "/embed-api/v1/employer/default-fund", { token: settings, body: fund }))
  if (setting.stapling !== undefined) {
    yield* (yield* simulatedEmployers).setStapling(product as S.ProductId, employer.id, setting.stapling)
  }
  const { super_details } = setting
  const session = ok(
    yield* request("POST", "/api/v1/onboarding-session", {
      product,
      body: {
        employer: { id: employer.id },
        employee: { remote_id: "emp-0042" },
        remote_id: "session-1",
        email: "niamh@example.com",
        email_validated: true,
        ...(super_details === undefined ? {} : { employee_detail: { super_details } })
      }
    }),
    201
  )
  const token = yield* openEmbed(product, `/api/v1/onboarding-session/${session.id}`, {})
  const get = (path: string) => request("GET", `/embed-api/v1/onboarding${path}`, { token })
  const put = (step: string, body: object) =>
    request("PUT", `/embed-api/v1/onboarding/${step}`, { token, body })
  const view = ok(yield* get(""))
  ok(yield* put("identity", { ...IDENTITY, family_name: "O'Connor-Đặng" }))
  ok(yield* put("contact", CONTACT))
  ok(yield* put("tax", { tfn: "123 456 782", notice_version: view.tfn_notice.version }))
  ok(yield* put("super-disclaimer", { accepted_version: view.super_disclaimer.version }))
  const choices = ok(yield* get("/fund-choices"))
  return {
    choices,
    put,
    shown: (body: object, display: string = choices.display_id) => put(`fund-choices/${display}/shown`, body),
    /** The products that the second door lists. */
    listed: (query = "") => request("GET", `/embed-api/v1/fund-products?door=join${query}`, { token }),
    token,
    settingsToken: settings,
    productId: product as S.ProductId,
    employerId: employer.id as S.EmployerId,
    id: session.id as S.OnboardingSessionId,
    choose: (choice: object) => put("super-selection", { display_id: choices.display_id, ...choice }),
    choicesNow: Effect.map(get("/fund-choices"), (answer) => ok(answer)),
    confirm: Effect.map(
      request("POST", "/embed-api/v1/onboarding/confirmation", { token, body: { confirmed: true } }),
      ok
    ),
    view: Effect.map(get(""), ok),
    fetched: Effect.map(request("GET", `/api/v1/onboarding-session/${session.id}`, { product }), ok),
    memberships: Effect.map(
      request("GET", `/api/v1/employees/${session.employee.id}`, { product }),
      (answer) => ok(answer).super_fund_details.super_fund_memberships
    ),
    formText: Effect.flatMap(get("/choice-form"), ({ bytes }) => textOfPdf(bytes)),
    search: (query: string) =>
      Effect.map(request("GET", `/embed-api/v1/fund-products?query=${query}`, { token }), ok)
  }
})

type Choosing = Effect.Success<ReturnType<typeof choosing>>

/** Chooses, confirms and has the form made; returns the names of the events that each of the three sent. */
export const chooseAndConfirm = Effect.fnUntraced(function* (session: Choosing, choice: object) {
  const names = eventNames(session.id)
  const before = (yield* names).length
  ok(yield* session.choose(choice))
  const chosen = (yield* names).slice(before)
  yield* session.confirm
  const confirmed = (yield* names).slice(before + chosen.length)
  yield* (yield* ChoiceForms).make(session.id)
  return [chosen, confirmed, (yield* names).slice(before + chosen.length + confirmed.length)]
})

/** The webhooks of a choice without a registration: for the choice, the confirmation, the form, and the end. */
export const KEPT = [[CHANGED], [CHANGED], [CHANGED, COMPLETED]]

export const STAPLED: S.SimulatedStapling = {
  status: "connected",
  outcome: "stapled_fund",
  declarations_accepted: true,
  stapled_fund: {
    usi: String(products.correa.usi) as S.UsiInput,
    member_number: "0077" as S.MemberNumberInput
  }
}
