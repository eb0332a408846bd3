/**
 * Funds that supply lists over SFTP, one after the other, each with the server's key pinned, and what became of every upload. A
 * fund can't know whether an upload that broke off arrived: it sends the list again, under another name.
 */
import { sftpClient } from "@embedded-super/service/testing/sftp"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { exactly, noted, sum } from "../Row.ts"
import { until } from "../world/World.ts"
import { abnOf, plainText } from "./cases.ts"
import { listFund } from "./listFund.ts"

/** Fewer than the service imports of one fund within an hour. */
const MOST = 55
const ROWS = 2000

const file = plainText(new Map(Array.from({ length: ROWS }, (_, nth) => [abnOf(nth), `E-${nth}`] as const)))
const aList = { what: "a list", way: "whole", file, comes: "accepted" } as const

/** How a client fails that is shown a key that it hasn't pinned: before it logs in. */
const UNPINNED = "handshake"

/** Whether a client that has pinned this key alone meets another at this port. */
export const meetsAnother = (port: number, key: string) =>
  sftpClient({ port, hostKey: key }, "anybody", undefined).pipe(
    Effect.scoped,
    Effect.flip,
    Effect.map((failure) => failure === UNPINNED)
  )

/** So many funds upload at this port until they leave. `key` is the line of the server's key. */
export const startPinningFunds = Effect.fnUntraced(function* (port: number, count: number, key: string) {
  let pinned = key
  const over = new AbortController()
  const seen = { confirmed: 0, brokenOff: 0, unpinned: 0 }
  const funds = yield* Effect.forEach(Array.from({ length: count }), (_, nth) =>
    listFund(
      { connect: (user, own) => Effect.suspend(() => sftpClient({ port, hostKey: pinned }, user, own)) },
      1 + nth,
      "renamed"
    )
  )
  const uploads = Effect.fnUntraced(function* (fund: (typeof funds)[number]) {
    const confirmed: Array<string> = []
    for (let nth = 0; nth < MOST && !over.signal.aborted; nth += 1) {
      const name = `list-${nth}.csv`
      yield* fund.age("8 days")
      const failure = yield* fund
        .supply(name, aList, "")
        .pipe(
          Effect.timeout("30 seconds"),
          Effect.match({ onFailure: (failure) => failure, onSuccess: () => undefined })
        )
      if (failure === undefined) {
        confirmed.push(name)
        seen.confirmed += 1
        // One that never comes is counted at the end.
        yield* Effect.exit(fund.resultOf(name))
      } else {
        seen.brokenOff += 1
        if (failure === UNPINNED) seen.unpinned += 1
        yield* Effect.sleep("1 second")
      }
    }
    const read = yield* fund.results
    return {
      lost: confirmed.filter((name) => !read.has(name)).length,
      twice: [...read.values()].filter((times) => times > 1).length
    }
  })
  const uploading = yield* Effect.forkScoped(Effect.forEach(funds, uploads, { concurrency: "unbounded" }))

  return {
    /** The funds pin these keys, and no other, from the next log-in on. */
    pin: (...keys: ReadonlyArray<string>) => Effect.sync(() => void (pinned = keys.join("\n"))),
    /** Waits until so many more uploads of each fund, on average, are confirmed. */
    uploadMore: (each: number) =>
      Effect.suspend(() => {
        const wanted = seen.confirmed + each * count
        return until(
          `${wanted} uploads`,
          Effect.sync(() => seen.confirmed >= wanted)
        )
      }),
    /** Lets each end the upload that it is at, and returns what became of all. */
    leave: Effect.gen(function* () {
      over.abort()
      const ends = yield* Fiber.join(uploading)
      return [
        noted("uploads of lists confirmed", seen.confirmed),
        noted("uploads that broke off", seen.brokenOff),
        exactly("uploads confirmed and not read", sum(ends.map(({ lost }) => lost)), 0),
        exactly("uploads read twice", sum(ends.map(({ twice }) => twice)), 0),
        exactly("log-ins at which a fund saw a key that it hadn't pinned", seen.unpinned, 0)
      ]
    })
  }
})
