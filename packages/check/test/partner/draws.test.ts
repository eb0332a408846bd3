/** The values that the kit makes up come from the seed: the same seed makes the same cases. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { checkPartner } from "../../src/partner/index.ts"
import { drawOf } from "../../src/partner/Draw.ts"
import { settingsOf } from "./simulatedPartner.ts"

/** A text without the parts that differ in each run: ids, moments, signatures, ports, and the numbers in remote_ids. */
const withoutChance = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
    .replaceAll(/,[\w+/]+=*/g, ",signature")
    .replaceAll(/\d+/g, "0")

/** A receiver that takes everything, and the deliveries that it was sent. */
const recorded = (seed: number) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sent: Array<string> = []
      const server = yield* Effect.acquireRelease(
        Effect.callback<Server>((resume) => {
          const made = createServer((request, response) => {
            let body = ""
            request.setEncoding("utf8").on("data", (part: string) => (body += part))
            request.on("end", () => {
              sent.push(withoutChance(`${request.rawHeaders.join(" ")}\n${body}`))
              response.writeHead(204).end()
            })
          })
          made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
        }),
        (made) => Effect.sync(() => made.close().closeAllConnections())
      )
      const { port } = server.address() as AddressInfo
      const { declared, ...settings } = settingsOf(`http://127.0.0.1:${port}`)
      yield* checkPartner({
        settings: { ...settings, declared: { ...declared, fetches_entities: false } },
        mode: "dev",
        seed,
        names: ["SIGNATURE", "UNKNOWN", "ANSWER"]
      })
      return sent.toSorted()
    })
  )

describe("the draws of a run", () => {
  it.live("are the same with the same seed, and others with another", () =>
    Effect.gen(function* () {
      const [first, again, other] = [yield* recorded(5), yield* recorded(5), yield* recorded(6)]
      assert.deepStrictEqual(again, first)
      assert.notDeepEqual(other, first)
    })
  )

  it("of one kind don't depend on those of another", () => {
    const [one, other] = [drawOf({ seed: 7 }), drawOf({ seed: 7 })]
    other.int("other", 0, 9)
    const many = (draw: typeof one) => Array.from({ length: 50 }, () => draw.int("kind", 1, 6))
    const drawn = many(one)
    assert.deepStrictEqual(many(other), drawn)
    assert.sameMembers([...new Set(drawn)], [1, 2, 3, 4, 5, 6])
  })

  it("lose nothing and add nothing when they shuffle", () => {
    const all = Array.from({ length: 20 }, (_, index) => index)
    const shuffled = drawOf({ seed: 1 }).shuffled("order", all)
    assert.sameMembers([...shuffled], all)
    assert.notDeepEqual(shuffled, all)
  })
})
