/**
 * The calls of the measurement, as they go over the wire. As a program, with `<port> <key> <employer> <read|write> <count>`, it
 * makes so many of them over 16 connections that stay open, each sent after the previous answer, and prints the result as JSON.
 */
import { randomUUID } from "node:crypto"
import { wattle } from "@embedded-super/contract-tests/onboarding/people"
import process from "node:process"
import { closedLoop } from "../closedLoop.ts"

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

if (import.meta.main) {
  const [port = "0", key = "", employerId = "", kind = "read", count = "1"] = process.argv.slice(2)
  const requests = Array.from({ length: Number(count) }, () =>
    requestOf(kind as Kind, Number(port), key, employerId)
  )
  console.log(JSON.stringify(await closedLoop(Number(port), requests)))
}
