/** Specmatic: contract tests from the description's examples. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Description, paths } from "./describe.ts"
import { programs, run } from "./programs.ts"
import type { Offered, Tool } from "./Rival.ts"

/** Specmatic uses a request's example only if an answer's example has the same name: here is which answer it expects. */
const answers: { readonly [Name in Offered]: readonly [status: string, of: (request: string) => unknown] } = {
  registration: ["201", () => ({ member_details: { member_number: "0012345678" } })],
  lookup: ["200", (request) => ({ employer_found: request === "abn_that_matches" })],
  details: ["204", () => undefined]
}

const paired = (description: Description, offers: ReadonlyArray<Offered>): Description => {
  for (const operation of offers) {
    const { post } = description.paths[paths[operation]]!
    const { examples } = post.requestBody.content["application/json"]
    const [status, of] = answers[operation]
    const content = post.responses[status]?.content?.["application/json"]
    if (content !== undefined)
      content.examples = Object.fromEntries(Object.keys(examples).map((name) => [name, { value: of(name) }]))
    for (const other of Object.keys(post.responses))
      if (other.startsWith("2") && other !== status) delete post.responses[other]
  }
  return description
}

/** The failed scenarios in the summary at the end, each with what was wrong with the answer. */
const complaintsIn = (printed: string): ReadonlyArray<string> => {
  if (!printed.includes("Tests run:")) throw new Error(`Specmatic left no result:\n${printed}`)
  return printed
    .split(/\n(?= *"(?:[+-]ve +)?Scenario: )/)
    .slice(1)
    .map((part) => {
      const name = /Scenario: (.*) FAILED"/.exec(part)?.[1] ?? ""
      const wrong = [...part.matchAll(/>> (\S+)|response contained status (\d+)/g)]
      return `${name}: ${[...new Set(wrong.map(([, place, status]) => place ?? status))].join(" ")}`
    })
}

/** The arguments with which Java trusts an authority besides nobody. */
const trusting = async (caFile: string, folder: string): Promise<ReadonlyArray<string>> => {
  const store = join(folder, "authority.p12")
  const args = ["-importcert", "-noprompt", "-alias", "fund", "-file", caFile, "-keystore", store]
  await run("keytool", [...args, "-storepass", "rivals", "-storetype", "PKCS12"], { cwd: folder })
  return [`-Djavax.net.ssl.trustStore=${store}`, "-Djavax.net.ssl.trustStorePassword=rivals"]
}

/** A fresh Java spends most of its time on compiling itself. */
const quickStart = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"]

export const specmatic: Tool = {
  name: "Specmatic",
  method:
    "`specmatic test` with its generated tests, positive and negative, one for each property, from the description's examples; each request's example has an answer's example of its name, as Specmatic wants it. A failed scenario is a complaint, by what was wrong with the answer.",
  version: async () => {
    if (!existsSync(programs.specmatic)) return undefined
    const { printed } = await run("java", ["-jar", programs.specmatic, "--version"], { cwd: "." })
    return /v?(\d+\.\d+\.\d+)/.exec(printed)?.[1]
  },
  cannot: ({ certificateFile, flow }) =>
    flow === "jwt"
      ? "Each call needs a token that is signed for it."
      : certificateFile === undefined
        ? undefined
        : "It presents a client certificate only in its paid edition.",
  judge: async ({ caFile, description, flow, folder, header, offers, url }) => {
    const file = join(folder, "fund.json")
    const made: Description = JSON.parse(readFileSync(description, "utf8"))
    writeFileSync(file, JSON.stringify(paired(made, offers)))
    const trusted = caFile === undefined ? [] : await trusting(caFile, folder)
    const args = [...quickStart, ...trusted, "-jar", programs.specmatic, "test", file]
    const scheme = flow === "oauth2" ? "FundOAuth" : "FundApiKey"
    const { isEnded, printed } = await run("java", [...args, `--testBaseURL=${url}`, "--timeout=15"], {
      cwd: folder,
      env: {
        MAX_TEST_REQUEST_COMBINATIONS: "1",
        SPECMATIC_GENERATIVE_TESTS: "true",
        ...(header === undefined ? {} : { [scheme]: header.value.replace(/^Bearer /, "") })
      }
    })
    return { complaints: isEnded ? complaintsIn(printed) : ["it didn't end in time"] }
  }
}
