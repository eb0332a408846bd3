import * as Effect from "effect/Effect"
import { exactly, noted } from "../Figure.ts"
import { hygieneOf, type Hit, searchText } from "../registration/hygiene.ts"
import type { Row } from "../Row.ts"
import { credentialBreaker } from "./credentialBreaker.ts"
import { registrationExactlyOnce } from "./registrationExactlyOnce.ts"

const PLANTED = `{"note":"tax file number 310 000 110, Quillfeather-abc, 1937-02-28, zquorvex-a@example.com"}`

/** Row 18: the remains of the other rows show no tax file number, name, birth date, address, secret or key. */
export const logHygiene: Row = {
  number: 18,
  title: "log hygiene",
  run: Effect.fnUntraced(function* (context) {
    const { world } = context
    const has = (name: string) => world.leftovers.some((left) => left.name === name)
    if (!has("flood")) yield* Effect.scoped(registrationExactlyOnce.run({ ...context, size: "short" }))
    if (!has("credentials")) yield* Effect.scoped(credentialBreaker.run({ ...context, size: "short" }))
    const searched = yield* Effect.forEach(world.leftovers, (left) => hygieneOf(world, left))
    const hits = searched.flatMap((found) => found.hits)
    const all = new Set(world.leftovers.flatMap(({ tfns }) => [...tfns]))
    const [someone = "310000110"] = all
    const planted = searchText(
      "planted",
      PLANTED.replace("310 000 110", someone.replace(/(...)(...)/, "$1 $2 ")),
      {
        tfns: all,
        secrets: []
      }
    )
    const count = (is: (hit: Hit) => boolean) => hits.filter(is).length
    return {
      runs: `what rows 14 and 15 left behind: ${searched.reduce((sum, { places }) => sum + places, 0)} tables, files and outputs`,
      figures: [
        noted("megabytes searched", searched.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6),
        noted("people looked for", all.size),
        exactly(
          "tax file numbers found",
          count(({ what }) => what === "a TFN"),
          0
        ),
        exactly(
          "names, birth dates, addresses found",
          count(({ what }) => what.startsWith("a person's")),
          0
        ),
        exactly(
          "keys and secrets found",
          count(({ what }) => what.startsWith("the ")),
          0
        ),
        exactly("of four that were planted, found", new Set(planted.map(({ what }) => what)).size, 4)
      ],
      notes: hits.slice(0, 10).map(({ what, where }) => `${what} in ${where}`)
    }
  })
}
