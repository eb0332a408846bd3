/** A receiver that repeats all that it knows, in every answer and spelling: no file and no line of the run holds it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { bodyOf, leaksIn, makeEcho, shownOf } from "../echoing.ts"
import { checkPartner } from "../../src/partner/index.ts"
import { playedPerson } from "../../src/partner/service/Entities.ts"
import { settingsOf } from "./simulatedPartner.ts"

const { products } = settingsOf("http://127.0.0.1:1")

const secrets = products.flatMap(({ key, nextSecret, secret }) =>
  [key, secret, nextSecret].flatMap((value) => (value === undefined ? [] : [Redacted.value(value)]))
)

const personal = playedPerson.map(({ value }) => value)

/** It fetches what a webhook names, and answers with keys, secrets, signatures, and the data of the person that it fetched. */
const echoingReceiver = Effect.acquireRelease(
  Effect.callback<{ readonly server: Server; readonly signatures: Set<string> }>((resume) => {
    const signatures = new Set<string>()
    const echo = makeEcho()
    const server = createServer((request, response) => {
      void bodyOf(request).then(async (body) => {
        const { product_id, url } = JSON.parse(body || "{}") as Record<string, string>
        const key = products.find(({ id }) => id === product_id)?.key
        if (key !== undefined && url !== undefined)
          await fetch(url, { headers: { "x-api-key": Redacted.value(key) } }).then(
            (answer) => answer.text(),
            () => ""
          )
        const signature = String(request.headers["webhook-signature"] ?? "").split(",")[1]
        if (signature !== undefined && signature.length === 44) signatures.add(signature)
        echo(response, 200, {}, [...personal, ...secrets, ...(signature === undefined ? [] : [signature])])
      })
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ server, signatures })))
  }),
  ({ server }) => Effect.sync(() => server.close().closeAllConnections())
)

describe("a receiver that repeats what it knows", () => {
  it.live("gets nothing of it into a report or onto the terminal", () =>
    Effect.gen(function* () {
      const { server, signatures } = yield* echoingReceiver
      const { port } = server.address() as AddressInfo
      const settings = { ...settingsOf(`http://127.0.0.1:${port}`), call_back_within_ms: 500 }
      const names = [
        "SIGNATURE",
        "ROTATION",
        "ANSWER",
        "UNKNOWN",
        "CALLBACK",
        "ORDER",
        "DUPLICATE",
        "PRIVACY"
      ]
      const report = yield* checkPartner({ settings, mode: "dev", seed: 1, names })
      assert.isAbove(report.findings.length, 5)
      assert.isAbove(signatures.size, 20)
      const leaks = leaksIn(shownOf(report), [...personal, ...secrets, ...[...signatures].slice(0, 20)])
      assert.deepStrictEqual(leaks, [])
    }).pipe(Effect.scoped)
  )
})
