import { expect, it } from "vitest"
import { machine } from "../../chaos/results.ts"
import { figuresOf, type Measured } from "./figures.ts"

const load = { perSecond: 4000, p50: 1, p99: 2, refused: {} }
const measured: Measured = { starts: [1], memory: [100], loads: { lookup: [load], registration: [load] } }

const besideChargesOf = (its: string) =>
  figuresOf(
    measured,
    measured,
    { version: "v1", measuredOn: "2026-11-26", machine: its, perSecond: 2000, p99: 1 },
    1
  ).find(({ what }) => what.includes("as a ratio to stripe-mock's charges"))

it("registrations are compared with stripe-mock's charges on the same machine", () => {
  expect(besideChargesOf(machine)).toMatchObject({ figure: "2", limit: "at least 1", pass: true })
})

it("registrations are not compared with charges on another machine", () => {
  expect(besideChargesOf("64 cores of another")).toMatchObject({ figure: "not measured", limit: "" })
})
