import { expect, it } from "vitest"
import { makeExchanges } from "./exchanges.ts"

const ofBodies = () => makeExchanges<string>((body) => [{ headers: { accept: "*/*" }, body }, null])

it("the newest 1,000 exchanges are kept", () => {
  const exchanges = ofBodies()
  for (let seq = 1; seq <= 1300; seq += 1) exchanges.keep(seq, String(seq))
  expect([300, 301, 1300].map(exchanges.get)).toEqual([undefined, "301", "1300"])
})

it("large exchanges leave fewer: 8 MB of the newest, without a gap", () => {
  const exchanges = ofBodies()
  const all = Array.from({ length: 40 }, (_, index) => index + 1)
  for (const seq of all) exchanges.keep(seq, "a".repeat(500_000))
  expect(all.filter((seq) => exchanges.get(seq) !== undefined)).toEqual(all.slice(-16))
  exchanges.clear()
  expect(exchanges.get(40)).toBeUndefined()
  exchanges.keep(41, "b")
  expect(exchanges.get(41)).toBe("b")
})
