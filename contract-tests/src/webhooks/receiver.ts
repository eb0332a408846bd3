import { startReceiver as start } from "@embedded-super/program/testing/receiver"
import { Webhook } from "standardwebhooks"
import { signalOfTest } from "@embedded-super/program/testing/receipt"
import { type Delivery, readWebhookDocument } from "./asyncApi.ts"

/** The payload of every webhook. */
export interface Payload {
  readonly subject: string
  readonly event: string
  readonly id: string
  readonly remote_id: string
  readonly url: string
  readonly product_id: string
  readonly inserted_at: string
  readonly version: string
}

export interface Received extends Delivery {
  readonly payload: Payload
}

/** A webhook receiver that checks each delivery against the AsyncAPI document and its signature. */
export interface Receiver {
  readonly url: string
  /** Every delivery so far, in the order of arrival. */
  readonly received: ReadonlyArray<Received>
  /** Sets the secret that verifies a product's webhooks from now on. */
  readonly trust: (productId: string, secret: string) => void
  /** The statuses of the next answers, one each; then 204 again. */
  readonly answerWith: (...statuses: ReadonlyArray<number>) => void
  /** Waits until this many webhooks that `wanted` admits have arrived, and returns them: as long as the test may take. */
  readonly waitFor: (
    wanted: (payload: Payload) => boolean,
    count?: number
  ) => Promise<ReadonlyArray<Received>>
  /** Stops it; fails if any delivery broke the contract, or had no valid signature. */
  readonly stop: () => Promise<void>
}

const fields = new Set(["event", "id", "inserted_at", "product_id", "remote_id", "subject", "url", "version"])

/** The document allows future fields; today there are eight. */
const otherFields = ({ payload }: Received): ReadonlyArray<string> =>
  Object.keys(payload)
    .filter((field) => !fields.has(field))
    .map((field) => `${payload.event} payload: has the field ${field}`)

/** The body, verified with npm's `standardwebhooks`, as a partner would. */
export const verify = (delivery: Delivery, secret: string): unknown =>
  new Webhook(secret).verify(delivery.body, { ...delivery.headers })

const unsigned = (delivery: Received, secret: string | undefined): ReadonlyArray<string> => {
  if (secret === undefined) return [`there is no secret of product ${delivery.payload.product_id}`]
  try {
    verify(delivery, secret)
    return []
  } catch (error) {
    return [`${delivery.payload.event} signature: ${String(error)}`]
  }
}

/** Forwards a delivery unchanged, and returns the answer's status. */
const forward = async (delivery: Received, url: string): Promise<number> => {
  const { "content-length": _length, connection: _connection, host: _host, ...headers } = delivery.headers
  return (await fetch(url, { method: delivery.method, headers, body: new Uint8Array(delivery.body) })).status
}

/** Listens on a free port of this machine. Deliveries are forwarded to `to`, if set. */
export const startReceiver = async ({ to }: { readonly to?: string } = {}): Promise<Receiver> => {
  const document = await readWebhookDocument()
  const received: Array<Received> = []
  const violations: Array<string> = []
  const secrets = new Map<string, string>()
  const answers: Array<number> = []
  const watchers = new Set<() => void>()

  const { stop, url } = await start(async ({ body, headers, method, raw }) => {
    const delivery = {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: Buffer.from(raw),
      payload: body as unknown as Payload
    }
    received.push(delivery)
    violations.push(
      ...document.judge(delivery),
      ...otherFields(delivery),
      ...unsigned(delivery, secrets.get(delivery.payload.product_id))
    )
    const status = to === undefined ? (answers.shift() ?? 204) : await forward(delivery, to)
    for (const watcher of watchers) watcher()
    return status
  })

  return {
    url,
    received,
    trust: (productId, secret) => void secrets.set(productId, secret),
    answerWith: (...statuses) => void answers.push(...statuses),
    waitFor: (wanted, count = 1) =>
      new Promise((resolve, reject) => {
        const signal = signalOfTest()
        const look = () => {
          const found = received.filter(({ payload }) => wanted(payload))
          if (found.length < count) return
          watchers.delete(look)
          signal?.removeEventListener("abort", giveUp)
          resolve(found)
        }
        const giveUp = () => {
          watchers.delete(look)
          const events = received.map(({ payload }) => `${payload.event} ${payload.remote_id}`).join(", ")
          // The test has reached its limit, so nothing else says what is missing.
          console.error(`The webhook did not come. There came: ${events || "none"}`)
          reject(signal?.reason)
        }
        signal?.addEventListener("abort", giveUp)
        watchers.add(look)
        look()
      }),
    stop: async () => {
      await stop()
      if (violations.length > 0)
        throw new Error(`Webhooks that break the contract:\n${violations.join("\n")}`)
    }
  }
}
