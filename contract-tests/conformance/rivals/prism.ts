/** Prism as a proxy: a caller makes a fixed set of calls through it, and it compares each answer with the description. */
import { readFileSync } from "node:fs"
import { startProxy } from "../../src/programs/prism.ts"
import { type Description, paths } from "./describe.ts"
import { moduleVersion } from "./programs.ts"
import type { Offered, StartedFund, Tool } from "./Rival.ts"

interface Call {
  readonly name: string
  readonly operation: Offered
  readonly body: unknown
  readonly key?: "wrong" | "missing"
}

/** The operation's examples, and what a caller gets wrong. */
const callsOf = (operation: Offered, { paths: described }: Description): ReadonlyArray<Call> => {
  const { examples } = described[paths[operation]]!.post.requestBody.content["application/json"]
  const good = Object.entries(examples).map(([name, { value }]) => ({ name, operation, body: value }))
  const [first] = good
  if (first === undefined) return []
  const [left] = operation === "registration" ? ["date_of_birth"] : ["abn"]
  const { [left!]: _, ...incomplete } = first.body
  return [
    ...good,
    { ...first, name: `${first.name} again` },
    { name: `without ${left}`, operation, body: incomplete },
    { ...first, name: "wrong key", key: "wrong" },
    { ...first, name: "no key", key: "missing" }
  ]
}

const LOOKUP_LIMIT = 2500
const LIMIT = 15_000
const LATE = "no answer in time"

interface Violation {
  readonly location: ReadonlyArray<string>
  readonly code: string | number
  readonly message: string
}

/** What is wrong with the answer: the header names violations of the request, too, which are the caller's. */
const violationsIn = (header: string | null): ReadonlyArray<string> =>
  (JSON.parse(header ?? "[]") as ReadonlyArray<Violation>)
    .filter(({ location }) => location[0] === "response")
    .map(({ code, location, message }) => `${location.join(".")} ${code}: ${message}`)

const complaintsOf = async (
  proxy: string,
  { header }: StartedFund,
  { body, key, name, operation }: Call
): Promise<ReadonlyArray<string>> => {
  const credentials =
    header === undefined || key === "missing"
      ? {}
      : { [header.name]: key === "wrong" ? header.value.replace(/.$/, "~") : header.value }
  try {
    const answer = await fetch(`${proxy}${paths[operation]}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...credentials },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(operation === "lookup" ? LOOKUP_LIMIT : LIMIT)
    })
    const text = await answer.text()
    const isPrisms = text.includes("https://stoplight.io/prism/errors#")
    const found = violationsIn(answer.headers.get("sl-violations"))
    return (isPrisms ? ["Prism has no answer of the fund"] : found).map(
      (what) => `${operation}, ${name}: ${what}`
    )
  } catch {
    return [`${operation}, ${name}: ${LATE}`]
  }
}

export const prism: Tool = {
  name: "Prism proxy",
  method:
    "A caller sends the description's examples, a repeat, an incomplete body and wrong keys through `prism proxy`. Each violation that Prism names in an answer is a complaint, and so is an answer that doesn't come in time. Prism compares answers with their schemas: it doesn't know which status a call deserves.",
  version: async () => moduleVersion(import.meta.resolve("@stoplight/prism-cli/package.json")),
  cannot: ({ flow }) =>
    flow === "jwt"
      ? "Each call needs a token that is signed for it."
      : flow === "mutual_tls"
        ? "It presents no client certificate."
        : undefined,
  judge: async (fund) => {
    const description: Description = JSON.parse(readFileSync(fund.description, "utf8"))
    const { program, url } = await startProxy(fund.description, fund.url, {
      answersViolations: false,
      caFile: fund.caFile
    })
    try {
      const complaints: Array<string> = []
      for (const call of fund.offers.flatMap((operation) => callsOf(operation, description))) {
        complaints.push(...(await complaintsOf(url, fund, call)))
        if (complaints.at(-1)?.endsWith(LATE) === true) break
      }
      return { complaints }
    } finally {
      await program.stop()
    }
  }
}
