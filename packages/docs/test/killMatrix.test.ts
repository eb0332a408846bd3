import { expect, it } from "vitest"
import type { KillMatrix, Measured } from "../../../contract-tests/conformance/matrix/KillMatrix.ts"
import type { ParityTable } from "../../../contract-tests/conformance/parity/ParityTable.ts"
import { kitsPage, matrixPage } from "../src/catalogues/killMatrix.ts"
import { parityPage } from "../src/catalogues/parity.ts"
import { readKillMatrix } from "../src/readKillMatrix.ts"

const matrix: KillMatrix = {
  kit: "fund-check",
  seed: 7,
  checks: [{ id: "AUTH-5-1", group: "AUTH", level: "MUST", title: "It checks the key." }],
  faults: [
    {
      name: "any-key",
      server: "simulator",
      group: "auth",
      sentence: "The fund accepts any <key>.",
      namedBy: { id: "AUTH-5-1", cause: "Any key is accepted." },
      failed: ["TLS-5-1", "AUTH-5-1", "AUTH-5-2", "AUTH-5-3", "AUTH-5-4"],
      warned: []
    },
    {
      name: "Go: no-key",
      server: "Go",
      group: "auth",
      sentence: "The fund accepts no key.",
      namedBy: { id: "AUTH-5-1", cause: "No key is accepted." },
      failed: [],
      warned: ["AUTH-5-2"]
    }
  ],
  correct: [
    { name: "chunked", server: "simulator", sentence: "Answers in chunks.", failed: [], warned: [] },
    { name: "slow", server: "simulator", sentence: "Answers slowly.", failed: [], warned: ["TIME-4-1"] }
  ]
}

const measured: Measured = {
  machine: "2 cores",
  tools: [
    {
      name: "Another tool",
      version: "4.1",
      method: "Reads the <description>.",
      side: "fund",
      measuredOn: "2026-11-23",
      every: 1,
      faults: {
        "any-key": { verdict: "caught", took: 3140 },
        "Go: no-key": { verdict: "missed", took: 12_400 },
        "not-in-the-table": { verdict: "cannot", took: 0 }
      },
      correct: { chunked: { verdict: "caught", took: 100 }, slow: { verdict: "caught", took: 100 } },
      falseAlarms: ["It complains."]
    }
  ]
}

it("counts what the rows show: named, condemned and warned; a complaint where the kit warns is no false alarm", () => {
  const { body } = kitsPage({ matrices: [matrix], measured })
  expect(body).toContain("| [fund-check](fund-check/) | 1 | 2 | 1 | 2 | 0 | 1 |")
  expect(body).toContain("| Another tool 4.1 | 1 of 2 | 1 | 1 of 1 | 1 | 12 s | 2026-11-23 |")
  expect(body).toContain("- **Another tool:** Reads the &lt;description>.")
  expect(body).toContain("(parity/)")
})

it("names a mistake's own check first, links each, and shows a tool's verdict and time", () => {
  const { body, slug } = matrixPage(matrix, measured)
  expect(slug).toBe("reference/kits/fund-check")
  expect(body).toMatch(
    /^\| The fund accepts any &lt;key>\. \(\*any-key\*\) \| \[AUTH-5-1\]\(\.\.\/\.\.\/\.\.\/funds\/checks\/auth\/#AUTH-5-1\), .* and 2 others \| caught, 3\.1 s \|$/m
  )
  expect(body).toMatch(/\(\*Go: no-key\*\) \| \[AUTH-5-2\][^|]* \| missed, 12 s \|$/m)
  expect(body).toContain("| Answers in chunks. (*chunked*) | nothing | false alarm |")
  expect(body).toContain("| Answers slowly. (*slow*) | TIME-4-1 | a complaint |")
})

it("shows what the service does beside what the kit says", () => {
  const table: ParityTable = {
    faults: [
      {
        fault: "any-key",
        group: "auth",
        sentence: "The fund accepts any key.",
        kit: { check: "AUTH-5-1", level: "MUST", verdict: "fail", sentence: "Any key is accepted." },
        service: { does: ["Registers the member."], meets: false, because: "It sends the right key." }
      }
    ],
    correct: [
      { variant: "chunked", sentence: "Answers in chunks.", service: { does: ["Registers."], meets: false } }
    ]
  }
  const { body } = parityPage(table)
  expect(body).toContain(
    "| The fund accepts any key. (*any-key*) | [AUTH-5-1](../../../funds/checks/auth/#AUTH-5-1): Any key is accepted. | Registers the member. (It sends the right key.) |"
  )
  expect(body).toContain("| Answers in chunks. (*chunked*) | Registers. |")
})

it("is made from the files that are committed", async () => {
  const { matrices, measured, parity } = await readKillMatrix()
  expect(matrices.map(({ kit }) => kit)).toEqual(["fund-check", "partner-check"])
  expect(measured.tools.length).toBeGreaterThan(0)
  expect(parity.faults.length).toBeGreaterThan(0)
})
