/**
 * A small correct receiver, and a wrong one, for `self-test`. It shares no code with the kit's checks: it verifies by
 * itself, keeps the ids that it has seen, and calls back after it has answered.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, RequestListener } from "node:http"

interface TinyProduct {
  readonly id: string
  readonly key: string
  readonly secret: string
}

export interface TinyPartner {
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
