/** Forty attempts and more to get a change past the ledger: each is refused, for its own reason. */
import { afterAll, describe, expect, it } from "vitest"
import { refuses } from "../../../src/ledger/Problem.ts"
import { SpecsFolder } from "../SpecsFolder.ts"
import type { Attempt } from "./Attempt.ts"
import { kinds } from "./Attempt.ts"
import { baselineAttempts } from "./baseline.ts"
import { beyond } from "./beyond.ts"
import { classAttempts } from "./class.ts"
import { dateAttempts } from "./date.ts"
import { deletionAttempts } from "./deletion.ts"
import { entryAttempts } from "./entry.ts"
import { keyKindAttempts } from "./keyKind.ts"
import { placeAttempts } from "./place.ts"
import { versionAttempts } from "./version.ts"

const table: ReadonlyArray<Attempt> = [
  ...[...dateAttempts, ...classAttempts, ...placeAttempts, ...versionAttempts],
  ...[...baselineAttempts, ...entryAttempts, ...keyKindAttempts, ...deletionAttempts]
]
const refusedBecause = new Map<Attempt, string>()

/** What refuses an attempt, as sentences. */
const reasonsOf = (specs: SpecsFolder, { by }: Attempt): ReadonlyArray<string> => {
  if (by === "publish") return specs.publish("2026-03-02").problems.map(({ wrong }) => wrong)
  const { bound, problems } = specs.check()
  return problems.filter((problem) => refuses(problem, bound)).map(({ wrong }) => wrong)
}

describe("an attempt to cheat the ledger is refused [R-9-2] [R-9-3]", () => {
  it.each(table)("$kind: $attempt", (attempt) => {
    using specs = new SpecsFolder("1.0.0")
    attempt.play(specs)
    const reasons = reasonsOf(specs, attempt)
    const reason = reasons.find((each) => each.includes(attempt.because))
    expect(reason, reasons.join("\n")).toBeDefined()
    refusedBecause.set(attempt, reason ?? "")
  })

  it("forty and more, at least five of each kind", () => {
    const counts = kinds.map((kind) => table.filter((attempt) => attempt.kind === kind).length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(5)
    expect(new Set(table.map(({ kind, attempt }) => `${kind} ${attempt}`)).size).toBe(table.length)
    expect(table.length).toBeGreaterThanOrEqual(40)
  })
})

describe("what only an anchor outside the repository could stop", () => {
  it.each(beyond.filter(({ play }) => play !== undefined))("passes: $attempt", ({ play }) => {
    using specs = new SpecsFolder("1.0.0")
    play?.(specs)
    const { bound, problems } = specs.check()
    expect(problems.filter((problem) => refuses(problem, bound))).toEqual([])
  })
})

afterAll(() => {
  SpecsFolder.clear()
  const rows = [
    ["kind", "attempt", "refused because"],
    ...table.map((attempt) => [attempt.kind, attempt.attempt, refusedBecause.get(attempt) ?? "NOT REFUSED"]),
    ...beyond.map(({ attempt, anchor }) => ["not stoppable here", attempt, `needs: ${anchor}`])
  ]
  console.log(["", ...rows.map((row) => row.join(" | ")), ""].join("\n"))
})
