/** The partner simulator as a subject: set up with two products, and with the address where the kit plays the service. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { partnerSimulator, type PartnerSimulatorOptions } from "@embedded-super/partner-simulator"
import type { CheckReport, ProductId, ShortText, WebUrl } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { checkPartner, type PartnerSettings } from "../src/index.ts"

const secretOf = (letter: string) => `whsec_${letter.repeat(43)}=`

const keyOf = (shortId: string) => `product_sandbox_${shortId}_${"A".repeat(43)}_000000`

const products = [
  {
    id: "bffc9067-28ee-4381-a0f2-92fae25d9f83" as ProductId,
    key: keyOf("8fK2mQ4z"),
    secret: secretOf("B"),
    nextSecret: secretOf("C")
  },
  {
    id: "01a0f4c2-c400-7000-8000-000000000002" as ProductId,
    key: keyOf("1dY7wE0b"),
    secret: secretOf("D"),
    nextSecret: undefined
  }
] as const

const checked = ({ id, key, nextSecret, secret }: (typeof products)[number]) => ({
  id,
  key: Redacted.make(key),
  secret: Redacted.make(secret),
  nextSecret: nextSecret === undefined ? undefined : Redacted.make(nextSecret)
})

export const settingsOf = (receiverUrl: string): PartnerSettings => ({
  settings_version: "v1",
  name: "Wattle Payroll" as ShortText,
  receiver_url: `${receiverUrl}/webhooks` as WebUrl,
  service_url: "http://127.0.0.1:0" as WebUrl,
  products: [checked(products[0]), checked(products[1])],
  declared: {
    fetches_entities: true,
    creates_sessions_from_intents: true,
    receives_issues: true,
    verifies_public_keys: false
  },
  answer_within_ms: 2000,
  call_back_within_ms: 5000
})

/** Sets up the simulator as an operator would. */
const setUp = (simulatorUrl: string, serviceUrl: string) =>
  Effect.forEach(products, ({ id, key, nextSecret, secret }) =>
    askAt(simulatorUrl, {
      method: "PUT",
      path: `/_simulator/products/${id}`,
      body: {
        key,
        webhook_secret: secret,
        service_url: serviceUrl,
        ...(nextSecret === undefined ? {} : { next_webhook_secret: nextSecret })
      }
    })
  )

/** Checks a partner simulator of its own. */
export const checkSimulator = (
  options: PartnerSimulatorOptions = {},
  names: ReadonlyArray<string> = [],
  change: Partial<PartnerSettings> = {}
): Effect.Effect<CheckReport> =>
  Effect.gen(function* () {
    const { url } = yield* SimulatorAddress
    return yield* checkPartner({
      settings: { ...settingsOf(url), ...change },
      mode: "dev",
      seed: 1,
      names,
      onListening: (serviceUrl) => Effect.asVoid(Effect.orDie(setUp(url, serviceUrl)))
    })
  }).pipe(Effect.provide(inProcess(partnerSimulator({ anyEmployer: true, ...options }))), Effect.orDie)
