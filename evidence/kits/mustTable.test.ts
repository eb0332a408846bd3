/**
 * The MUST table: each MUST of the description that a fund or a partner keeps, and the checks of its kit that hold it to
 * that. Printed, so that a reader of the test's output sees what the kits cover.
 */
import { readFileSync } from "node:fs"
import process from "node:process"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { kit as fundKit } from "@embedded-super/check/fund"
import { kit as partnerKit } from "@embedded-super/check/partner"

interface Requirement {
  readonly id: string
  readonly level?: "SHOULD"
  readonly text: string
  readonly kept_by?: string | ReadonlyArray<string>
  readonly not_observable?: string
}

interface Cited {
  readonly id: string
  readonly level: string
  readonly requirement: string
  readonly also?: ReadonlyArray<string>
}

const requirements = parse(
  readFileSync(new URL("../../specs/requirements.yaml", import.meta.url), "utf8")
) as ReadonlyArray<Requirement>

const checks: Readonly<Record<"fund" | "partner", ReadonlyArray<Cited>>> = {
  fund: fundKit.groups.flatMap((group) => group.checks),
  partner: partnerKit.groups.flatMap((group) => group.checks)
}

const keptBy = ({ kept_by = [] }: Requirement): ReadonlyArray<string> => [kept_by].flat()

const citesOf = ({ also = [], requirement }: Cited): ReadonlyArray<string> => [requirement, ...also]

describe.each(["fund", "partner"] as const)("what a %s keeps", (keeper) => {
  const rows = requirements
    .filter((requirement) => keptBy(requirement).includes(keeper))
    .map((requirement) => {
      const citing = checks[keeper].filter((check) => citesOf(check).includes(requirement.id))
      return { ...requirement, musts: citing.filter(({ level }) => level === "MUST").map(({ id }) => id) }
    })

  it("has a check of level MUST for each MUST, or a reason why nobody outside can see it", () => {
    const lines = rows.map(({ id, musts, not_observable, text }) =>
      [
        id.padEnd(9),
        text,
        `\n          ${musts.length > 0 ? musts.join(", ") : `not observable: ${not_observable}`}`
      ].join(" ")
    )
    process.stdout.write(`${keeper}-check, ${rows.length} MUSTs of the description:\n${lines.join("\n")}\n\n`)
    expect(rows.length).toBeGreaterThan(keeper === "fund" ? 50 : 10)
    expect(
      rows.filter(({ musts, not_observable }) => musts.length === 0 && not_observable === undefined)
    ).toEqual([])
  })

  it("is seen by a check wherever the list doesn't say that nobody can", () => {
    expect(
      rows.filter(({ musts, not_observable }) => musts.length > 0 && not_observable !== undefined)
    ).toEqual([])
  })

  it("is all that its checks of level MUST demand, besides decisions", () => {
    const kept = new Set(rows.map(({ id }) => id))
    const others = checks[keeper].flatMap((check) =>
      check.level === "MUST"
        ? citesOf(check)
            .filter((id) => !id.startsWith("D-") && !kept.has(id))
            .map((id) => `${check.id}: ${id}`)
        : []
    )
    expect(others).toEqual([])
  })
})

describe("every check of both kits", () => {
  const levelOf = new Map(requirements.map(({ id, level = "MUST" }) => [id, level]))

  it("cites requirements that exist, and is a MUST only where each of them is one", () => {
    const wrong = [...checks.fund, ...checks.partner].flatMap((check) =>
      citesOf(check)
        .filter((id) => !id.startsWith("D-"))
        .filter((id) => !levelOf.has(id) || (check.level === "MUST" && levelOf.get(id) !== "MUST"))
        .map((id) => `${check.id}: ${id}`)
    )
    expect(wrong).toEqual([])
  })
})

it("few MUSTs can't be seen from outside", () => {
  expect(
    requirements.filter(({ not_observable }) => not_observable !== undefined).map(({ id }) => id)
  ).toEqual(["R-4.2-18"])
})
