/** Schemathesis: requests generated from the description, valid and invalid, and checks of every answer. */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { programs, run } from "./programs.ts"
import type { StartedFund, Tool } from "./Rival.ts"

/** The limits of the description, which schemathesis can hold a fund to. */
const settings = `[[operations]]
include-path = "/v1/employer_lookup"
checks.max_response_time = 2.5
`

const EXAMPLES = 10

const argumentsFor = ({ caFile, certificateFile, description, header, url }: StartedFund) => [
  ...["--config-file", "schemathesis.toml", "run", description, "--url", url, "--no-color"],
  ...["--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-shrink"],
  ...["--generation-deterministic", "--max-examples", `${EXAMPLES}`, "--request-timeout", "15"],
  ...["--report", "ndjson", "--report-dir", "report"],
  ...(header === undefined ? [] : ["--header", `${header.name}: ${header.value}`]),
  ...(caFile === undefined ? [] : ["--tls-verify", caFile]),
  ...(certificateFile === undefined ? [] : ["--request-cert", certificateFile])
]

interface Finished {
  readonly phase: string
  readonly recorder: {
    readonly label: string
    readonly cases: Readonly<Record<string, { readonly value: Case }>>
    /** Null if no call could be made. */
    readonly checks: Readonly<
      Record<string, ReadonlyArray<{ readonly status: string; readonly name: string }>>
    > | null
  }
}

interface Case {
  readonly method: string
  readonly meta: {
    readonly phase: { readonly data?: { readonly description?: string } }
  } | null
}

/** The failed checks: by phase, operation, method and, where schemathesis names it, what is special about the request. */
const complaintsIn = (folder: string): ReadonlyArray<string> => {
  const [file] = globSync(join(folder, "report", "*.ndjson"))
  if (file === undefined) throw new Error("schemathesis left no report.")
  const found = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line): ReadonlyArray<Finished> => {
      if (line === "") return []
      const { ScenarioFinished } = JSON.parse(line) as { readonly ScenarioFinished?: Finished }
      return ScenarioFinished === undefined ? [] : [ScenarioFinished]
    })
    .flatMap(({ phase, recorder: { cases, checks, label } }) =>
      Object.entries(checks ?? {}).flatMap(([id, made]) => {
        const { meta, method } = cases[id]!.value
        const request = `${method} ${label.split(" ").at(-1)}, ${meta?.phase.data?.description ?? ""}`
        return made
          .filter(({ status }) => status === "failure")
          .map(({ name }) => `${phase}, ${request}: ${name}`)
      })
    )
  return [...new Set(found)]
}

export const schemathesis: Tool = {
  name: "schemathesis",
  method: `\`schemathesis run\` with all its checks and its phases examples, coverage and fuzzing (${EXAMPLES} cases for each operation, the same in each run), the fund's key, and the description's limit for lookups. A failed check is a complaint by its name, phase and operation. Tokens that are signed for each call would need a program of one's own.`,
  version: async () => {
    if (!existsSync(programs.schemathesis)) return undefined
    const { printed } = await run(programs.schemathesis, ["--version"], { cwd: "." })
    return /version (\S+)/.exec(printed)?.[1]
  },
  cannot: ({ flow }) => (flow === "jwt" ? "Each call needs a token that is signed for it." : undefined),
  judge: async (fund) => {
    writeFileSync(join(fund.folder, "schemathesis.toml"), settings)
    const { isEnded, printed } = await run(programs.schemathesis, argumentsFor(fund), { cwd: fund.folder })
    if (!isEnded) return { complaints: ["it didn't end in time"] }
    const broken = /=== ERRORS ===/.test(printed) ? ["a call couldn't be made"] : []
    return { complaints: [...complaintsIn(fund.folder), ...broken] }
  }
}
