/** One partner of the table: a simulator in this process, its product at the service, and the service's events for it. */
import type * as S from "@embedded-super/contracts/schemas"
import { EmployerCreation } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { Employers } from "../../../../packages/service/src/employers/Employers.ts"
import { EmployerSettings } from "../../../../packages/service/src/employers/EmployerSettings.ts"
import { Redelivery } from "../../../../packages/service/src/webhooks/delivery/RedeliveryRepo.ts"
import { WebhookEndpoints } from "../../../../packages/service/src/webhooks/endpoints/WebhookEndpoints.ts"
import type { NewEvent } from "../../../../packages/service/src/webhooks/events/eventBody.ts"
import { Events } from "../../../../packages/service/src/webhooks/events/Events.ts"
import { anEmployer as insertedEmployer } from "../../../../packages/service/test/anEmployer.ts"
import { termsAccepted } from "../../../../packages/service/test/termsAccepted.ts"
import { products } from "../../../../packages/service/test/TestFunds.ts"
import { aCompleteIntent } from "../../../../packages/service/test/TestIntents.ts"
import { openedOne } from "../../../../packages/service/test/TestIssues.ts"
import { aSession } from "../../../../packages/service/test/TestOnboarding.ts"
import { aCaller } from "../../../../packages/service/test/TestPartnerHttp.ts"
import type { Hooks, OtherPartner } from "../../../../simulators/partner/src/flaws/Flaw.ts"
import { partnerSimulator } from "../../../../simulators/partner/src/partnerSimulator.ts"
import { SimulatorAddress } from "../../../../simulators/kit/src/index.ts"
import { askAt, inProcess } from "../../../../simulators/kit/src/testing/index.ts"
import type { Front } from "./front.ts"

const decodeEmployer = Schema.decodeSync(EmployerCreation)

const anEmployer = Effect.fnUntraced(function* (productId: S.ProductId, remote_id: string) {
  const { data } = yield* (yield* Employers).create(
    productId,
    decodeEmployer({ abn: "51824753556", name: "Wattle Pty Ltd", remote_id })
  )
  return data.id
})

/** The product's things; its address is set afterwards, so that their own events aren't sent. */
const things = Effect.fnUntraced(function* (productId: S.ProductId, burst: number) {
  const employerId = yield* anEmployer(productId, "1234")
  yield* (yield* EmployerSettings).chooseDefaultFund(productId, employerId, {
    fund_product_id: products.acacia.id,
    ...termsAccepted
  })
  const at = { productId, employerId }
  const session = yield* aSession({}, at)
  return {
    employer: employerId,
    employee: session.employeeId,
    session: session.id,
    intent: (yield* aCompleteIntent({ remote_id: "hire-1" }, at)).id,
    issue: yield* openedOne({ ...at, kind: "employer_abn_invalid" }),
    otherIntent: (yield* aCompleteIntent({ remote_id: "hire-2" }, at)).id,
    many: yield* Effect.forEach(Array.from({ length: burst }), () => insertedEmployer(productId))
  }
})

/** Starts the partner, and has the service know it. */
export const parityPartner = Effect.fnUntraced(function* (
  other: OtherPartner,
  { burst, front }: { readonly burst: number; readonly front: Front }
) {
  const sql = yield* SqlClient.SqlClient
  const { partnerId, productId: id, productKey } = yield* aCaller
  const productId = id as S.ProductId
  yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true WHERE id = ${partnerId}`
  yield* sql`UPDATE products SET tfn_access_enabled = true WHERE id = ${productId}`
  const has = yield* things(productId, burst)
  const simulator = yield* Layer.build(
    inProcess(partnerSimulator({ anyEmployer: true, variant: { ...other, play: (): Hooks => other.play() } }))
  )
  const { url } = Context.get(simulator, SimulatorAddress)
  const endpoints = yield* WebhookEndpoints
  const { endpoint, secret } = yield* endpoints.set({ productId, url: `${url}/webhooks` })
  const configureOf =
    (product: string, key: string) => (webhook_secret: string, next_webhook_secret?: string) =>
      askAt(url, {
        method: "PUT",
        path: `/_simulator/products/${product}`,
        body: {
          key,
          webhook_secret,
          service_url: front.url,
          ...(next_webhook_secret === undefined ? {} : { next_webhook_secret })
        }
      })
  const configure = configureOf(productId, productKey)
  const first = Redacted.value(Option.getOrThrow(secret))
  let second = first
  yield* configure(first)

  const otherCaller = yield* aCaller
  const otherEmployer = yield* insertedEmployer(otherCaller.productId)
  const otherSet = yield* endpoints.set({ productId: otherCaller.productId, url: `${url}/webhooks` })
  const configureOther = configureOf(otherCaller.productId, otherCaller.productKey)
  yield* configureOther(Redacted.value(Option.getOrThrow(otherSet.secret)))

  let seq = 1000
  /** Records an event, with the address of the front in place of the test's. */
  const happens = (
    subject: NewEvent["subject"],
    event: NewEvent["event"],
    entityId: string,
    of: string = productId
  ) => {
    seq += 1
    const recorded = { productId: of, subject, event, entityId, remoteId: entityId, seq } as NewEvent
    return sql.withTransaction(
      Effect.gen(function* () {
        const [eventId = ""] = [yield* (yield* Events).record(recorded)].flat()
        yield* sql`UPDATE events SET body = replace(body, 'https://api.example.test', ${front.url})
          WHERE product_id = ${of} AND body LIKE '%https://api.example.test%'`
        return eventId as string
      })
    )
  }
  const sent = new Map<string, string>()
  const steps: ReadonlyArray<
    Effect.Effect<unknown, unknown, Events | SqlClient.SqlClient | Redelivery | WebhookEndpoints>
  > = [
    // Each event of today.
    Effect.gen(function* () {
      sent.set("employer", yield* happens("employer", "employer_settings_changed", has.employer))
      sent.set("session", yield* happens("onboarding_session", "onboarding_session_changed", has.session))
      sent.set(
        "intent",
        yield* happens("onboarding_session_intent", "onboarding_intent_completed", has.intent)
      )
      sent.set("issue", yield* happens("employer_issue", "employer_issue_created", has.issue))
      yield* happens("employee", "employee_changed", has.employee)
      yield* happens("employer", "employer_settings_changed", otherEmployer, otherCaller.productId)
    }),
    // A second one of each of these.
    Effect.gen(function* () {
      yield* happens("onboarding_session", "onboarding_session_completed", has.session)
      yield* happens("employer_issue", "employer_issue_resolved", has.issue)
      yield* happens("employer", "employer_settings_changed", has.employer)
      yield* happens("onboarding_session_intent", "onboarding_intent_completed", has.otherIntent)
    }),
    // The first ones again.
    Effect.forEach(["intent", "issue", "session"], (name) =>
      Effect.flatMap(Redelivery, (redelivery) => Effect.ignore(redelivery.rearmOne(sent.get(name) ?? "")))
    ),
    // A new secret, which the partner doesn't have yet: each webhook has two signatures.
    Effect.gen(function* () {
      const made = yield* (yield* WebhookEndpoints).rotateSecret(productId)
      second = Redacted.value(Option.getOrThrow(made))
      yield* happens("employer", "employer_settings_changed", has.employer)
    }),
    // The partner has both secrets by now, and many webhooks come at once.
    Effect.gen(function* () {
      yield* configure(second, first)
      yield* Effect.forEach(has.many, (employer) =>
        happens("employer", "employer_settings_changed", employer)
      )
    })
  ]
  const ids = new Set<string>([
    productKey,
    otherCaller.productKey,
    otherEmployer,
    ...Object.values(has).flat()
  ])
  return {
    name: other.name,
    endpointIds: [endpoint.id, otherSet.endpoint.id] as ReadonlyArray<string>,
    steps,
    /** The calls of this partner: by its key, or by what they are about. */
    calls: () =>
      front.noted.filter(
        ({ key, path }) => (key !== undefined && ids.has(key)) || ids.has(path.split("/")[4] ?? "")
      )
  }
})

export type ParityPartner = Effect.Success<ReturnType<typeof parityPartner>>
