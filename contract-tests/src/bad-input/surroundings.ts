import { callerOf } from "../openapi/Caller.ts"
import { configureEmployer, createIntent, createSession } from "../onboarding/flows.ts"
import { productOf } from "../onboarding/product.ts"
import { type SeededPartner, seedPartner } from "../onboarding/seed.ts"
import type { SharedService } from "../programs/service.ts"
import type { SharedSimulator } from "../programs/simulators.ts"
import type { Ids } from "./Case.ts"
import type { Surroundings } from "./operationCases.ts"

/** No server listens there: no webhook is delivered while bad requests are sent. */
const webhookUrl = "http://127.0.0.1:9/webhooks"

/** Creates one entity of each kind through the API with a product's key, and returns their ids. */
const oneOfEach = async (service: SharedService, partner: SeededPartner, index: number): Promise<Ids> => {
  const { id, key } = partner.products[index]!
  const partnerApi = callerOf("partner-api", service.url)
  const product = productOf(partnerApi, callerOf("embed-api", service.url), key)
  const employer = await configureEmployer(product, "employer")
  const session = await createSession(product, employer.id, "session")
  const issue = await product.partner("openSimulatedEmployerIssue", {
    path: { id: employer.id },
    body: { kind: "employer_abn_invalid" },
    status: 201
  })
  const intent = await createIntent(product, employer.id, "intent")
  const keys = await partnerApi.as({ "x-api-key": partner.partner.key })("listProductKeys", {
    path: { id },
    status: 200
  })
  const deliveries = await product.partner("listWebhookDeliveries", { status: 200 })
  return {
    employers: { id: employer.id },
    employees: { id: session.employee.id },
    "onboarding-sessions": { id: session.id },
    "employer-issues": { id: issue.body.data.id },
    "onboarding-session-intents": { id: intent.id },
    products: { id },
    keys: { id, key_id: keys.body.data[0].id },
    "webhook-deliveries": { id: deliveries.body.data[0].id }
  }
}

/** A product key that was valid until its partner deactivated it. */
const deactivatedProductKey = async (
  { url }: SharedService,
  { partner, products }: SeededPartner
): Promise<string> => {
  const id = products[1]!.id
  const call = callerOf("partner-api", url, { "x-api-key": partner.key }).call
  const { body } = await call("createProductKey", { path: { id }, body: {}, status: 201 })
  await call("deactivateProductKey", { path: { id, key_id: body.data.key.id }, status: 204 })
  return body.data.secret
}

/** A partner key that was valid until the operator deactivated it. */
const deactivatedPartnerKey = async (service: SharedService): Promise<string> => {
  const { stdout } = await service.run("admin", "partner", "create", "Gone Payroll")
  const key = /partner_\w+/.exec(stdout)?.[0]
  if (key === undefined) throw new Error(`no partner key in: ${stdout}`)
  const { code, stderr } = await service.run("admin", "key", "deactivate", key.slice(0, 24))
  if (code !== 0) throw new Error(`the key wasn't deactivated: ${stderr}`)
  return key
}

/** Two partners, the first with two products; each product with one entity of each kind. */
export const makeSurroundings = async (
  service: SharedService,
  fund: SharedSimulator
): Promise<Surroundings> => {
  const mine = await seedPartner(service, fund, { slug: "mine", products: 2, webhookUrl })
  const theirs = await seedPartner(service, fund, { slug: "theirs", products: 1, webhookUrl })
  const [own, sibling, foreign] = [
    await oneOfEach(service, mine, 0),
    await oneOfEach(service, mine, 1),
    await oneOfEach(service, theirs, 0)
  ]
  // A partner key manages all products of its partner, but a product's key id is valid only under that product.
  const mixed = { keys: { id: own["products"]!["id"]!, key_id: sibling["keys"]!["key_id"]! } }
  return {
    keys: {
      partner: mine.partner.key,
      product: mine.products[0]!.key,
      deactivated: {
        partner: await deactivatedPartnerKey(service),
        product: await deactivatedProductKey(service, mine)
      }
    },
    mine: own,
    others: [
      ["another product of the partner", { ...sibling, products: own["products"]!, ...mixed }],
      ["another partner", foreign]
    ],
    strangers: [
      {
        whose: "another product of the partner",
        ids: sibling,
        product: mine.products[1]!.key,
        partner: undefined
      },
      {
        whose: "another partner",
        ids: foreign,
        product: theirs.products[0]!.key,
        partner: theirs.partner.key
      }
    ]
  }
}
