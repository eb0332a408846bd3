import process from "node:process"

/** How many times as many cases a random test draws as in the gate: `manyCases.long.test.ts` sets it. */
export const moreCases = Number(process.env["MORE_CASES"] ?? 1)
