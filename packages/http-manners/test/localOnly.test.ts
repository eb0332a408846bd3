import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import { isHere, refusalOfForeign } from "../src/localOnly.ts"

const refused = (
  peer: string | undefined,
  hosts?: ReadonlyArray<string>,
  headers: Readonly<Record<string, string>> = {}
) =>
  refusalOfForeign(
    {
      method: "GET",
      peerAddress: Option.fromUndefinedOr(peer),
      headers: { host: "localhost:4000", ...headers } as never
    },
    hosts === undefined ? {} : { hosts }
  )?.status === 403

describe("a guarded path", () => {
  it("is closed to peers that aren't this machine, or aren't known", () => {
    assert.isFalse(refused("127.0.0.1"))
    assert.isFalse(refused("::1", ["localhost"]))
    assert.isTrue(refused("192.168.1.20"))
    assert.isTrue(refused(undefined))
    for (const host of ["localhost", "127.0.0.1", "127.0.0.2", "[::1]"])
      assert.isTrue(refused("192.168.1.20", [host]), host)
  })

  it("is open to other machines if the operator gave another address", () => {
    assert.isFalse(refused("192.168.1.21", ["192.168.1.20"], { host: "192.168.1.20:4000" }))
    assert.isTrue(refused("192.168.1.21", ["192.168.1.20"], { host: "192.168.1.99:4000" }))
  })

  it("is closed to proxies and tunnels, whichever address the operator gave", () => {
    for (const name of ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"])
      for (const host of ["localhost", "192.168.1.20"])
        assert.isTrue(refused("127.0.0.1", [host], { [name]: "203.0.113.7" }), name)
  })
})

it.each([
  ["127.0.0.1", true],
  ["127.8.8.8", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["192.168.1.20", false],
  ["::ffff:192.168.1.20", false],
  ["10.127.0.0", false],
  ["127.0.0.1.evil.example", false],
  ["fe80::1", false],
  ["", false]
])("takes the peer %j for this machine: %j", (address, expected) => {
  assert.strictEqual(isHere(address), expected)
})
