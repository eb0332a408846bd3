/** `partner-sim listen` between a service's feed of events and a receiver. */
import { startReceiver } from "@embedded-super/program/testing/receiver"
import { startProgram } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { anEvent, keys, productId, secrets, until } from "./service.ts"

export const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
export const key = keys[productId] ?? ""
export const secret = secrets[productId] ?? ""

const serve = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed({ url, close: () => server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

/** The events feed of a service; its cursor is the number of events read. */
export const aFeed = Effect.gen(function* () {
  const events: Array<{ readonly webhook_id: string; readonly payload: unknown }> = []
  const happen = () => {
    const number = String(events.length).padStart(12, "0")
    events.push({ webhook_id: `msg_01a1fb8d-9f48-7000-8000-${number}`, payload: anEvent("http://localhost") })
  }
  const { url } = yield* serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost")
    const isAllowed = pathname === "/api/v1/events" && request.headers["x-api-key"] === key
    const from = Number(searchParams.get("after") ?? 0)
    const data = events.slice(from, from + 2)
    const next = String(from + data.length)
    const next_cursor = from + data.length < events.length ? next : null
    response
      .writeHead(isAllowed ? 200 : 401, { "content-type": "application/json" })
      .end(
        JSON.stringify(
          isAllowed
            ? { data, pagination: { next_cursor, resume_cursor: next }, version: "v1" }
            : { detail: "The key in X-API-Key is unknown." }
        )
      )
  })
  return { url, events, happen }
})

/** Runs `listen` until it ends by itself. */
export const listening = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(startProgram(main, "listen", ...args), ({ ended }) => ended)

/** A receiver that answers 500 a few times first. */
export const aReceiver = (failures: number) =>
  Effect.acquireRelease(
    Effect.promise(() => startReceiver((_, nth) => (nth <= failures ? 500 : 204))),
    ({ stop }) => Effect.promise(stop)
  )

/** The arguments for a receiver, with the feed position in a separate folder. */
export const toReceiver = Effect.fnUntraced(function* (url: string) {
  const fs = yield* FileSystem.FileSystem
  return ["--to", url, "--data-dir", yield* fs.makeTempDirectoryScoped(), "--every", "20"]
})

export const enough = (arrivals: ReadonlyArray<unknown>, count: number) =>
  until(Effect.sync(() => (arrivals.length >= count ? true : undefined)))
