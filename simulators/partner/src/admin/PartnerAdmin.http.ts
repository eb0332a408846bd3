import { Conflict, ServiceUnavailable, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { PartnerAdminGroup } from "@embedded-super/contracts/simulator-api"
import { strict } from "@embedded-super/http-manners"
import { EventLog, pageOf, SimulatorAddress } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Behaviour, behaviourWords } from "../inbox/Behaviour.ts"
import { Inbox } from "../inbox/Inbox.ts"
import { hire } from "../payroll/hire.ts"
import { Live } from "../payroll/Live.ts"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import { nameOf, People, type Person } from "../payroll/People.ts"
import { Products } from "../products/Products.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"

/** The part of the simulator API that only the partner simulator has. */
export const PartnerAdminApi = strict(HttpApi.make("simulator-api").add(PartnerAdminGroup))

const shownPerson = (person: Person): S.PayrollEmployee => ({
  remote_id: person.remote_id as S.RemoteId,
  name: nameOf(person) as S.ShortText,
  email: person.email as S.EmailAddress | null,
  onboarding_session_id: person.session_id as S.OnboardingSessionId | null,
  onboarding_state: person.record?.state ?? null,
  member_number: (person.record?.member_number ?? null) as S.MemberNumber | null
})

/** The service's refusal of a hire, as this API names it. */
const refusalOf = ({ code, detail, errors, status }: ServiceRefused) => {
  if (code === "employer_not_configured" || code === "remote_id_taken") return new Conflict({ code, detail })
  if (status !== undefined && errors.length > 0)
    return new ValidationFailed({
      code: "validation_failed",
      detail,
      errors: errors.map((mistake) => ({ in: "body" as const, ...mistake }))
    })
  return new ServiceUnavailable({ code: "service_unavailable", detail, retry_after: 5 })
}

/** Shows the inbox and the payroll, sets the products' keys and secrets, and alters the next answers to webhooks. */
export const PartnerAdminHttp = HttpApiBuilder.group(
  PartnerAdminApi,
  "partner-admin",
  Effect.fnUntraced(function* (handlers) {
    const inbox = yield* Inbox
    const products = yield* Products
    const behaviour = yield* Behaviour
    const settings = yield* PayrollSettings
    const people = yield* People
    const live = yield* Live
    const log = yield* EventLog
    const { url } = yield* SimulatorAddress
    const hiring = yield* hire
    const version = "v1" as const

    return handlers.handleAll({
      listReceivedWebhooks: ({ query }) => pageOf(inbox.list, query, ({ received }) => received),
      configureProduct: Effect.fnUntraced(function* ({ params, payload }) {
        const data = products.configure(params.product_id, payload)
        const { service_url: serviceUrl } = payload
        settings.change({
          productId: settings.productId() ?? params.product_id,
          ...(serviceUrl === undefined ? {} : { serviceUrl })
        })
        yield* live.changed
        yield* log.note({
          kind: "changed_by_hand",
          summary: `The product ${params.product_id} has a key and a webhook secret`,
          detail: { product_id: params.product_id, key_hint: data.key_hint }
        })
        return { data, version }
      }),
      setReceiverBehaviour: Effect.fnUntraced(function* ({ payload }) {
        behaviour.set(payload)
        yield* live.changed
        yield* log.note({ kind: "changed_by_hand", summary: behaviourWords(behaviour.get()) })
        return { data: behaviour.get(), version }
      }),
      listPayrollEmployees: ({ query }) => pageOf(people.page, query, shownPerson),
      hireEmployee: Effect.fnUntraced(function* ({ payload }) {
        const person = yield* Effect.mapError(
          hiring({ ...payload, phone_number: payload.phone_number ?? null }),
          refusalOf
        )
        return HttpApiSchema.withHeaders({
          body: { data: shownPerson(person), version },
          headers: { location: `${url}/people/${encodeURIComponent(person.remote_id)}` as S.WebUrl }
        })
      })
    })
  })
)
