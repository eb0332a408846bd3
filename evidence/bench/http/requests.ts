/** The calls of the measurement, as they go over the wire. */
import { randomUUID } from "node:crypto"
import { wattle } from "@embedded-super/contract-tests/onboarding/people"

export type Kind = "read" | "write"

const bytesOf = (port: number, key: string, line: string, more: ReadonlyArray<string>, body: string) => {
  const head = [
    `${line} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    "accept: application/json",
    `x-api-key: ${key}`,
    ...more
  ]
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`)
}

const readOf = (port: number, key: string, employerId: string): Buffer =>
  bytesOf(port, key, `GET /api/v1/employers/${employerId}`, [], "")

/** Each makes another employer. */
const writeOf = (port: number, key: string): Buffer => {
  const body = JSON.stringify({ ...wattle, remote_id: randomUUID() })
  const more = [
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    `idempotency-key: ${randomUUID()}`
  ]
  return bytesOf(port, key, "POST /api/v1/employers", more, body)
}

/** A call of the partner API: reads that employer, or makes a new one. */
export const requestOf = (kind: Kind, port: number, key: string, employerId: string): Buffer =>
  kind === "read" ? readOf(port, key, employerId) : writeOf(port, key)
