/**
 * The rivals' columns of the kill matrix: general tools that judge a server against the same API description, on the
 * same fleet and in the same run as the kit.
 *
 * What counts as caught: a tool has a complaint about the fund that it doesn't have about the correct fund of the same
 * kind (the simulator without the flaw; for a foreign fund, the one in that language without the mistake). Tools complain
 * about correct funds, too: what they say of the plain simulator counts nowhere, and its number is shown by itself. On
 * the correct funds that differ, a complaint beyond that is a false alarm. Fuzzing runs with a fixed seed.
 *
 * Nothing here judges a partner's receiver, or a list file: no rival can. A tool that isn't installed isn't measured.
 */
import { performance } from "node:perf_hooks"
import { flaws } from "../../../simulators/fund/src/flaws/index.ts"
import { fundNames } from "../../../simulators/fund/src/funds.ts"
import { variants } from "../../../simulators/fund/src/variants.ts"
import { foreignFunds } from "../fleet/fund/foreignFunds.ts"
import { prism } from "./prism.ts"
import { respect } from "./respect.ts"
import type { Opinion, Rival, StartedFund, Subject, Tool } from "./Rival.ts"
import { schemathesis } from "./schemathesis.ts"
import { specmatic } from "./specmatic.ts"
import { withFund } from "./startFund.ts"

export const tools: ReadonlyArray<Tool> = [prism, respect, schemathesis, specmatic]

const plain: Subject = { kind: "simulated" }

/** The fund of a row of the kill matrix; undefined for lists, which no rival reads. */
export const subjectOf = (name: string): Subject | undefined => {
  const flaw = flaws.find((each) => each.name === name)
  if (flaw !== undefined) return flaw.group === "list" ? undefined : { kind: "simulated", flaw }
  const variant = variants.find((each) => each.name === name)
  if (variant !== undefined) return { kind: "simulated", variant }
  const played = fundNames.find((each) => each === name)
  if (played !== undefined) {
    const sentence = "The plain simulator."
    return { kind: "simulated", variant: { name, sentence, options: { fund: played }, play: () => ({}) } }
  }
  const [server, mistake] = name.split(": ")
  const fund = foreignFunds.find((each) => each.name === server)
  return fund === undefined
    ? undefined
    : { kind: "foreign", fund, ...(mistake === undefined ? {} : { flaw: mistake }) }
}

/** The correct fund to compare with. A correct fund that differs is compared with the plain simulator. */
const comparedWith = (subject: Subject): Subject => {
  if (subject.kind === "foreign")
    return subject.flaw === undefined ? plain : { kind: "foreign", fund: subject.fund }
  const { flaw } = subject
  return flaw?.options === undefined && !isOverTls(flaw)
    ? plain
    : { kind: "simulated", flaw: { ...flaw!, name: "", play: () => ({}) } }
}

const isOverTls = (flaw: object | undefined): boolean =>
  flaw !== undefined && "group" in flaw && flaw.group === "tls"

const keyOf = (subject: Subject): string =>
  subject.kind === "foreign"
    ? subject.fund.name
    : JSON.stringify([subject.flaw?.options ?? null, isOverTls(subject.flaw)])

const FIRST = 3

/** Why a fund can't be judged, if not because of the tool: it gets an access token from us, and fetches none. */
const withoutToken = ({ flow, header }: StartedFund): string | undefined =>
  flow === "oauth2" && header === undefined ? "There is no access token to call this fund with." : undefined

/** A tool with its memory of what it says about correct funds. */
export const rivalOf = (tool: Tool, version: string): Rival => {
  const known = new Map<string, Promise<Opinion>>()
  const aboutCorrect = (subject: Subject): Promise<Opinion> => {
    const key = keyOf(subject)
    const found =
      known.get(key) ??
      withFund(subject, async (fund) =>
        tool.cannot(fund) === undefined && withoutToken(fund) === undefined
          ? tool.judge(fund)
          : { complaints: [] }
      )
    known.set(key, found)
    return found
  }
  return {
    name: tool.name,
    version,
    method: tool.method,
    falseAlarms: async () => (await aboutCorrect(plain)).complaints,
    check: async (subject) => {
      const { complaints: usual } = await aboutCorrect(comparedWith(subject))
      return withFund(subject, async (fund) => {
        const why = tool.cannot(fund) ?? withoutToken(fund)
        if (why !== undefined) return { verdict: "cannot", took: 0, said: [why] }
        const begun = performance.now()
        const { complaints } = await tool.judge(fund)
        const took = Math.round(performance.now() - begun)
        const fresh = complaints.filter((complaint) => !usual.includes(complaint))
        return { verdict: fresh.length === 0 ? "missed" : "caught", took, said: fresh.slice(0, FIRST) }
      })
    }
  }
}

/** The tools that are installed, in the order of the columns. */
export const findRivals = async (): Promise<ReadonlyArray<Rival>> => {
  const found = await Promise.all(tools.map(async (tool) => ({ tool, version: await tool.version() })))
  return found.flatMap(({ tool, version }) => (version === undefined ? [] : [rivalOf(tool, version)]))
}
