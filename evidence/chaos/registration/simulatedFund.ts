import type { Fault } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHmac } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startProgram } from "@embedded-super/program/startProgram"
import { inScope } from "@embedded-super/program/testing/inScope"
import { FundCredentials, FundProfiles } from "@embedded-super/service/funds"
import type { World } from "../world/World.ts"

type FaultText = typeof Fault.Encoded

/** A member in the fund's book. */
export interface BookedMember {
  readonly member_number: string
  readonly tfn_fingerprint: string | null
  /** How often this person was registered: twice is a double. */
  readonly registrations_count: number
  readonly idempotency_key: string | null
}

/** A fund simulator in a process of its own, whose folder stays when it has ended. */
export const startFund = Effect.fnUntraced(function* (
  world: World,
  name: string,
  idempotency: "honoured" | "ignored"
) {
  const folder = join(world.folder, `fund-${name}`)
  mkdirSync(folder, { recursive: true })
  const program = yield* inScope(() =>
    startProgram("simulators/fund/src/main.ts", [
      ...["--port", "0", "--json", "--http", "--data-dir", folder],
      ...["--fund", idempotency === "honoured" ? "banksia" : "telopea", "--idempotency", idempotency]
    ])
  )
  const { url } = yield* program.line((line) =>
    line.includes('"ready"') ? (JSON.parse(line) as { readonly url: string }) : undefined
  )
  const control = (method: string, path: string, body?: unknown) =>
    Effect.promise(async () => {
      const answer = await fetch(`${url}/_simulator${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json" } })
      })
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to ${path}`)
      return answer.status === 204 ? undefined : await answer.json()
    })
  const keyFile = join(folder, "api-key")
  const fingerprintKey = () =>
    Buffer.from(readFileSync(join(folder, "fingerprint.key"), "utf8").trim(), "hex")

  return {
    name,
    idempotency,
    url,
    folder,
    printed: program.printed,
    play: (faults: ReadonlyArray<FaultText>) => control("PUT", "/faults", { faults }),
    /** The fund takes this key from now on, and no other. */
    takeKey: (key: string) => Effect.sync(() => writeFileSync(keyFile, `${key}\n`)),
    key: () => readFileSync(keyFile, "utf8").trim(),
    /** The name of a person in the book. */
    fingerprintOf: (tfn: string) =>
      createHmac("sha256", fingerprintKey()).update(tfn).digest("hex").slice(0, 16),
    /** How many calls to it the fund has noted. */
    calls: Effect.gen(function* () {
      let count = 0
      for (let after = ""; ;) {
        const { data, last_seq } = yield* control("GET", `/log?limit=100${after}`)
        count += data.filter(
          ({ path }: { readonly path: string | null }) => path?.startsWith("/v1/") === true
        ).length
        if (data.length === 0) return count
        after = `&after=${last_seq}`
      }
    }),
    /** The whole book. */
    book: Effect.gen(function* () {
      const members: Array<BookedMember> = []
      let after = ""
      for (;;) {
        const { data, pagination } = yield* control("GET", `/members?limit=100${after}`)
        members.push(...data)
        if (pagination.next_cursor === null) return members
        after = `&after=${encodeURIComponent(pagination.next_cursor)}`
      }
    }),
    /** Loads its profile into the service, with limits of the test's own, and gives it the fund's key. */
    load: Effect.fnUntraced(function* (limits: object) {
      const profile = JSON.parse(readFileSync(join(folder, "fund-profile.json"), "utf8"))
      const { fund } = yield* (yield* FundProfiles).load(JSON.stringify({ ...profile, limits }))
      yield* (yield* FundCredentials).replace(fund.slug, Redacted.make(readFileSync(keyFile, "utf8").trim()))
      return fund
    })
  }
})
export type SimulatedFund = Effect.Success<ReturnType<typeof startFund>>
