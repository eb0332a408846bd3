import type { SimulatorSeed } from "@embedded-super/contracts/schemas"

/** An employer of the example data. */
export interface ExampleEmployer {
  readonly abn: string
  readonly employer_number: string | null
  readonly relationship: "current" | "former"
}

/** The employers that a fund knows from the start: one matches with an employer number, one without. */
const magicValues: ReadonlyArray<ExampleEmployer> = [
  { abn: "80000000001", employer_number: "EMP-004512", relationship: "current" },
  { abn: "61000000002", employer_number: null, relationship: "current" }
]

/** The employers that each preset of `seedSimulator` adds. */
export const exampleEmployers: Readonly<Record<SimulatorSeed["preset"], ReadonlyArray<ExampleEmployer>>> = {
  magic_values: magicValues,
  demo: [
    ...magicValues,
    { abn: "51824753556", employer_number: "EMP-004513", relationship: "current" },
    { abn: "53004085616", employer_number: null, relationship: "current" },
    { abn: "18123456789", employer_number: "EMP-000007", relationship: "former" }
  ]
}
