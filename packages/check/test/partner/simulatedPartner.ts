/** The partner simulator as a subject: set up with two products, and with the address where the kit plays the service. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { partnerSimulator, type PartnerSimulatorOptions } from "@embedded-super/partner-simulator"
import type { CheckMode, CheckReport, ProductId, ShortText, WebUrl } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { checkPartner, type PartnerSettings } from "../../src/partner/index.ts"

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
  answer_within_ms: 15_000
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

/** The options of one run of the kit. */
export interface Chosen {
  /** Left out, dev. */
  readonly mode?: CheckMode
  readonly seed?: number
  /** Groups and ids; empty for all. */
  readonly names?: ReadonlyArray<string>
  readonly change?: Partial<PartnerSettings>
}

/** Starts a partner simulator of its own, until the scope ends. Returns what checks it. */
export const startedPartner = (options: PartnerSimulatorOptions = {}) =>
  Effect.gen(function* () {
    const simulator = yield* Layer.build(inProcess(partnerSimulator({ anyEmployer: true, ...options })))
    const { url } = Context.get(simulator, SimulatorAddress)
    return ({ change = {}, mode = "dev", names = [], seed = 1 }: Chosen = {}): Effect.Effect<CheckReport> =>
      checkPartner({
        settings: { ...settingsOf(url), ...change },
        mode,
        seed,
        names,
        onListening: (serviceUrl) => Effect.asVoid(Effect.orDie(setUp(url, serviceUrl)))
      }).pipe(Effect.orDie)
  })

/** Checks a partner simulator of its own. */
export const checkSimulator = (
  options: PartnerSimulatorOptions = {},
  names: ReadonlyArray<string> = [],
  change: Partial<PartnerSettings> = {}
): Effect.Effect<CheckReport> =>
  startedPartner(options).pipe(
    Effect.flatMap((check) => check({ names, change })),
    Effect.scoped,
    Effect.orDie
  )
