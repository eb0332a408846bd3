/**
 * A small correct receiver, and a wrong one, for `self-test`. It shares no code with the kit's checks: it verifies by
 * itself, keeps the ids that it has seen, and calls back after it has answered.
 */
import * as Effect from "effect/Effect"
import { parse } from "yaml"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { createHmac, timingSafeEqual } from "node:crypto"
import { servedHere } from "../../cli/servedHere.ts"
import { checkPartner } from "../checkPartner.ts"
import { decodeSettings, withSecrets, settingsText } from "../PartnerSettings.ts"

interface TinyProduct {
  readonly id: string
  readonly key: string
  readonly secret: string
}

interface TinyPartner {
  readonly products: ReadonlyArray<TinyProduct>
  /** Where it calls back; known once the kit listens. */
  readonly serviceUrl: () => string
  /** It verifies nothing, and works off every repeat. */
  readonly isWrong: boolean
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const isSigned = (request: IncomingMessage, body: string, { secret }: TinyProduct): boolean => {
  const header = (name: string) => String(request.headers[`webhook-${name}`] ?? "")
  if (Math.abs(Date.now() / 1000 - Number(header("timestamp") || Number.NaN)) > 300) return false
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const hmac = createHmac("sha256", key).update(`${header("id")}.${header("timestamp")}.${body}`)
  const wanted = Buffer.from(`v1,${hmac.digest("base64")}`)
  return header("signature")
    .split(" ")
    .map((given) => Buffer.from(given))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted))
}

const pause = (milliseconds: number) => new Promise((passed) => setTimeout(passed, milliseconds))

/** Calls until it is answered: when it may, and if no time is named, a moment later. */
const calling = async (url: string, init: RequestInit): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, init)
    if ((answer.status !== 429 && answer.status < 500) || attempt === 5) return answer
    const seconds = Number(answer.headers.get("retry-after") ?? 0)
    await pause(50 + 1000 * seconds)
  }
}

/** The request listener for Node's HTTP server. */
export const tinyPartner = ({ isWrong, products, serviceUrl }: TinyPartner): RequestListener => {
  const seen = new Set<string>()
  const work = async (event: string, path: string, key: string): Promise<void> => {
    const headers = { "X-API-Key": key }
    await calling(`${serviceUrl()}${path}`, { headers })
    if (event !== "onboarding_intent_completed") return
    const idempotency = isWrong ? crypto.randomUUID() : path
    await calling(`${serviceUrl()}${path}/onboarding-session`, {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": idempotency.replaceAll("/", "-") }
    })
  }
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await bodyOf(request)
    const payload = JSON.parse(body) as Readonly<Record<string, string>>
    const product = products.find(({ id }) => id === payload["product_id"])
    if (product === undefined || (!isWrong && !isSigned(request, body, product))) return 400
    const id = String(request.headers["webhook-id"])
    const isKnown = seen.has(id)
    seen.add(id)
    const known =
      /^(?:employer|employee|onboarding)_\w+_(?:changed|completed|created|resolved)$|^employee_changed$/
    if ((isWrong || !isKnown) && known.test(payload["event"] ?? ""))
      void work(payload["event"] ?? "", new URL(payload["url"] ?? "").pathname, product.key).catch(() => {})
    return 204
  }
  return (request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end()
    )
  }
}

const secretOf = (letter: string) => `whsec_${letter.repeat(43)}=`

/** Of use for a server of this process alone. */
const environment = {
  PARTNER_CHECK_KEY_1: "product_sandbox_selftest1",
  PARTNER_CHECK_SECRET_1: secretOf("A"),
  PARTNER_CHECK_KEY_2: "product_sandbox_selftest2",
  PARTNER_CHECK_SECRET_2: secretOf("E")
}

const ids = ["bffc9067-28ee-4381-a0f2-92fae25d9f83", "01a0f4c2-c400-7000-8000-000000000002"] as const

export const checked = (isWrong: boolean) =>
  Effect.scoped(
    Effect.gen(function* () {
      let serviceUrl = ""
      const products = [
        { id: ids[0], key: environment.PARTNER_CHECK_KEY_1, secret: environment.PARTNER_CHECK_SECRET_1 },
        { id: ids[1], key: environment.PARTNER_CHECK_KEY_2, secret: environment.PARTNER_CHECK_SECRET_2 }
      ]
      const port = yield* servedHere(
        createServer(tinyPartner({ products, isWrong, serviceUrl: () => serviceUrl }))
      )
      const text = settingsText({
        name: "The partner that is built in",
        receiverUrl: `http://127.0.0.1:${port}/webhooks`,
        serviceUrl: "http://127.0.0.1:0"
      })
      const settings = yield* withSecrets(yield* decodeSettings("the self-test", parse(text)), environment)
      return yield* checkPartner({
        settings,
        mode: "dev",
        seed: 1,
        onListening: (url) =>
          Effect.sync(() => {
            serviceUrl = url
          })
      })
    })
  )

/** The groups that must find the wrong one's mistakes. */
export const groups = ["SIGNATURE", "ROTATION", "DUPLICATE"]
