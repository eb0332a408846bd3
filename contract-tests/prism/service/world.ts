import { configureEmployer, createSession, type Product } from "../../src/onboarding/flows.ts"
import { productOf } from "../../src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "../../src/onboarding/seed.ts"
import { type Caller, callerOf, inCapitals } from "../../src/openapi/Caller.ts"
import { newPrograms } from "../../src/programs/Programs.ts"
import { type RunningService, startService } from "../../src/programs/service.ts"
import { type RunningSimulator, startFundSimulator } from "../../src/programs/simulators.ts"
import { type Receiver, startReceiver } from "../../src/webhooks/receiver.ts"

const programs = newPrograms()

// `startWorld` sets them, before the first test.
export let fund: RunningSimulator
export let service: RunningService
export let receiver: Receiver
export let partnerApi: Caller
export let embedApi: Caller
export let seeded: SeededPartner
export let product: Product
export let byPartnerKey: Caller["call"]
export let employer: { readonly id: string }
export let session: Awaited<ReturnType<typeof createSession>>

/** Starts the service behind Prism, a fund behind Prism, and a receiver; with a partner, its product, an employer and a session. */
export const startWorld = async () => {
  const [started, simulator, running] = await Promise.all([
    startReceiver(),
    startFundSimulator(),
    startService()
  ])
  receiver = programs.add(started)
  fund = programs.add(simulator)
  service = programs.add(running)
  // The service's calls to the fund go through Prism as well.
  const fundUrl = await programs.behindPrism("fund-api", fund.url)
  seeded = await seedPartner(service, fund, {
    slug: "prism",
    products: 1,
    webhookUrl: receiver.url,
    fundUrl
  })
  const [{ id, key, webhook_secret }] = seeded.products as [SeededPartner["products"][number]]
  receiver.trust(id, webhook_secret)
  const [partnerPrism, embedPrism] = await Promise.all([
    programs.behindPrism("partner-api", service.url),
    programs.behindPrism("embed-api", service.url)
  ])
  // Each operation gets its ids in capitals here, and in small letters everywhere else.
  partnerApi = callerOf("partner-api", partnerPrism, {}, { written: inCapitals })
  embedApi = callerOf("embed-api", embedPrism, {}, { written: inCapitals })
  product = productOf(partnerApi, embedApi, key)
  byPartnerKey = partnerApi.as({ "x-api-key": seeded.partner.key })
  employer = await configureEmployer(product, "employer-1")
  session = await createSession(product, employer.id, "session-1")
}

export const stopWorld = programs.stop
