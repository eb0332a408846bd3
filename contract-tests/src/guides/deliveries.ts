/** Deliveries for the samples of the guides: rightly signed, and not. */
import { Webhook } from "standardwebhooks"
import type { Delivery } from "./languages/verifiers.ts"

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const body = JSON.stringify({
  subject: "employer",
  event: "employer_settings_changed",
  id: "c2bc0c04-6b98-4333-91a6-919f5ebc9000",
  remote_id: "O'Connor-Đặng",
  url: "https://api.example.test/api/v1/employers/c2bc0c04-6b98-4333-91a6-919f5ebc9000",
  product_id: "bffc9067-28ee-4381-a0f2-92fae25d9f83",
  inserted_at: "2026-11-21T00:00:00Z",
  version: "v1"
})

/** JSON that no serialiser writes like this: spaces, line ends, escapes and numbers that parsing loses. */
export const unusual = `\t{ "subject" :"employer",\r\n  "event":"employer_settings_changed" ,"remote_id":"Đặng 文 \u{1f600}\u00a0\u2003\u2028\\u00e9\\/ ",\n"version":  "v1", "count": 1.50 }\r\n\n`

/** A delivery signed by a third-party library. */
export const signedAt = (at: Date, by = secret, sent = body): Delivery => {
  const id = "msg_01a1fb8d-9f48-7000-8000-000000000005"
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { secret, id, timestamp, signature: new Webhook(by).sign(id, at, sent), body: sent }
}
export const anHourAgo = new Date(Date.now() - 3_600_000)
export const another = `whsec_${Buffer.alloc(24, 7).toString("base64")}`

/** Deliveries that the service never sends, but anyone could. */
export const garbage: ReadonlyArray<readonly [string, Partial<Delivery>]> = [
  ["no id", { id: "" }],
  ["no time", { timestamp: "" }],
  ["no signature", { signature: "" }],
  ["a time that is no number", { timestamp: "x" }],
  ["a time that is huge", { timestamp: "9".repeat(5_000) }],
  ["a time that is negative", { timestamp: "-9223372036854775808" }],
  ["a signature that isn't ASCII", { signature: "v1,Đặng" }],
  ["a signature of Latin-1", { signature: "v1,é" }],
  ["a signature without a version", { signature: "garbage" }],
  ["a signature that is huge", { signature: `v1,${"A".repeat(100_000)}` }]
]
