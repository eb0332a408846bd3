/**
 * A partner's receiver in a process of its own, with an append-only log of what arrived: `receiverProcess.ts <log file>
 * <seed>`. It sends its port to its parent, and follows the parent's orders. It isn't the tests' receiver: a run has more
 * arrivals than fit in memory, and the parent's work mustn't delay an answer.
 */
import { closeSync, openSync, writeSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { performance } from "node:perf_hooks"
import process from "node:process"
import { verifies } from "@embedded-super/program/testing/receiver"
import { dice } from "../programs/faults.ts"
import { accepts, type ArrivalLine, type Behaviour, type Order } from "./Behaviour.ts"

const [file = "", seed = "1"] = process.argv.slice(2)
const log = openSync(file, "a")
const behaviours = new Map<string, Behaviour>()
const counts = new Map<string, { came: number; accepted: number }>()
const rolls = dice(Number(seed))
let place = 0
let lines: Array<string> = []

const keep = (line: ArrivalLine) => lines.push(JSON.stringify(line))
const flush = () => {
  if (lines.length > 0) writeSync(log, `${lines.join("\n")}\n`)
  lines = []
}
setInterval(flush, 50).unref()

const countsOf = (path: string) => {
  const known = counts.get(path) ?? { came: 0, accepted: 0 }
  counts.set(path, known)
  return known
}

const next = () => (place += 1)

const answer = (
  path: string,
  body: string,
  request: IncomingMessage,
  response: ServerResponse,
  ended: (_: number | null) => void
) => {
  const behaviour = behaviours.get(path) ?? accepts
  if (behaviour.kind === "hangs") return
  const { except, headers = {}, secret, within = 0 } = behaviour
  const isBroken = secret !== undefined && !verifies(secret, { raw: body, headers: request.headers })
  const usual = except !== undefined && rolls() < except.share ? except.status : behaviour.status
  const status = isBroken ? 400 : usual
  const send = () => {
    if (response.destroyed) return
    ended(status)
    response.writeHead(status, headers).end()
  }
  if (within === 0) send()
  else setTimeout(send, rolls() * within)
}

const server = createServer((request, response) => {
  const began = next()
  const at = performance.timeOrigin + performance.now()
  const path = request.url ?? ""
  const chunks: Array<Buffer> = []
  let isOver = false
  const ended = (status: number | null) => {
    if (isOver) return
    isOver = true
    keep({ is: "ended", place: next(), of: began, status })
    if (status !== null && status >= 200 && status < 300) countsOf(path).accepted += 1
  }
  response.on("close", () => ended(null))
  request.on("error", () => ended(null))
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString()
    const header = (name: string) => String(request.headers[name] ?? "")
    keep({
      is: "began",
      place: began,
      at,
      path,
      id: header("webhook-id"),
      timestamp: header("webhook-timestamp"),
      signature: header("webhook-signature"),
      body
    })
    countsOf(path).came += 1
    answer(path, body, request, response, ended)
  })
})
server.keepAliveTimeout = 60_000
server.requestTimeout = 0

process.on("message", ({ id, ...order }: Order & { readonly id: number }) => {
  if (order.order === "behave") behaviours.set(order.path, order.behaviour)
  else flush()
  process.send?.({ id, answer: order.order === "counts" ? Object.fromEntries(counts) : null })
})
process.on("disconnect", () => {
  flush()
  closeSync(log)
  process.exit(0)
})
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
