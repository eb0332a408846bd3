import type * as S from "@embedded-super/contracts/schemas"
import type { CheckReport, CheckResult, ShortText, CheckTimes } from "@embedded-super/contracts/schemas"
import type { Kit } from "../check/Check.ts"
import type { Exchange, Exchanges } from "../exchange/Exchange.ts"
import { maskedExchange, shownUrl, milliseconds } from "../exchange/maskedExchange.ts"
import { type Withholding, withholdingOf } from "../exchange/withholding.ts"
import { shortText } from "../report/shortText.ts"
import type { RunRequest } from "./RunRequest.ts"
import { findingsOf, type Judged, countsOf, verdictOf } from "./findingsOf.ts"

/** The smallest value that `percent` of all values don't exceed. */
const percentile = (ascending: ReadonlyArray<number>, percent: number): number =>
  ascending[Math.max(0, Math.ceil((percent / 100) * ascending.length) - 1)] ?? 0

/** How long the answered calls of each operation took, by the operation's name. */
const timesOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<CheckTimes> => {
  const byOperation = new Map<string, Array<number>>()
  for (const { failure, operation, took } of exchanges) {
    if (operation === undefined || failure !== undefined) continue
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), took])
  }
  return [...byOperation]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([operation_id, all]) => {
      const ascending = all.toSorted((one, other) => one - other)
      const at = (percent: number) => milliseconds(percentile(ascending, percent))
      return {
        operation_id,
        calls: ascending.length,
        p50_ms: at(50),
        p95_ms: at(95),
        p99_ms: at(99),
        longest_ms: at(100)
      }
    })
}

/** The texts that a check writes while it runs. Titles, hints and requirements are ours, and stay as they are. */
const written = ["why", "cause", "expected", "actual"] as const

/** A result without the values that the calls of the run held. Findings are made of such results. */
const withheld = (shown: S.CheckResult, withhold: Withholding): S.CheckResult => {
  const hidden = written.flatMap((name) => {
    const text = shown[name]
    return text === undefined ? [] : ([[name, shortText(withhold(text))]] as const)
  })
  return { ...shown, ...Object.fromEntries(hidden) }
}

/** The fund or partner that is checked. */
export interface Subject extends Omit<S.CheckSubject, "name" | "address"> {
  readonly name: string
  /** Its address; undefined if nothing is called. */
  readonly address?: string
}

interface Run extends RunRequest {
  readonly kit: Pick<Kit<never>, "name" | "version">
  readonly subject: Subject
  readonly exchanges: Exchanges
  readonly judged: ReadonlyArray<Judged>
  readonly startedAt: number
  readonly endedAt: number
  /** The subject stopped before the end of the run. */
  readonly isCutOff?: boolean
}

const MOST_EXCHANGES = 5000

/** All of them; of too many, the ones that show a finding before the others. */
const keptOf = (all: ReadonlyArray<Exchange>, named: ReadonlySet<string>): ReadonlyArray<Exchange> => {
  if (all.length <= MOST_EXCHANGES) return all
  const shows = all.filter(({ id }) => named.has(id))
  const others = all.filter(({ id }) => !named.has(id))
  const kept = new Set([...shows, ...others].slice(0, MOST_EXCHANGES))
  return all.filter((exchange) => kept.has(exchange))
}

/** A check's result without the calls that the report leaves out. */
const naming =
  (kept: ReadonlySet<string>) =>
  (check: CheckResult): CheckResult => {
    const exchanges = check.exchanges.filter((id) => kept.has(id))
    return { ...check, exchanges }
  }

const withheldBy =
  (withhold: Withholding) =>
  (judged: Judged): Judged => ({ ...judged, result: withheld(judged.result, withhold) })

/** The address without its query, which may be a key. */
const shownAddress = (address: string): ShortText => shortText(shownUrl(address.split(/[?#]/)[0] ?? ""))

const timestamp = (milliseconds: number) => new Date(milliseconds).toISOString() as CheckReport["started_at"]

export const reportOf = ({
  docsUrl,
  endedAt,
  exchanges,
  isCutOff = false,
  judged,
  kit,
  mode,
  names = [],
  seed,
  startedAt,
  subject
}: Run): CheckReport => {
  const made = exchanges.all()
  const withhold = withholdingOf(made)
  // A call that hasn't ended has an id, which a check may have named, and isn't among them.
  const ended = naming(new Set(made.map(({ id }) => id)))
  const shownResults = judged
    .map(withheldBy(withhold))
    .map((one): Judged => ({ ...one, result: ended(one.result) }))
  const checks = shownResults.map(({ result }) => result)
  const findings = findingsOf(shownResults)
  const shown = keptOf(made, new Set(findings.flatMap(({ exchange }) => exchange ?? [])))
  const kept: ReadonlySet<string> = new Set(shown.map(({ id }) => id))
  return {
    report_version: "v1",
    kit: kit.name,
    kit_version: kit.version,
    mode,
    seed: seed as CheckReport["seed"],
    subject: {
      ...subject,
      name: shortText(subject.name),
      ...(subject.address === undefined ? {} : { address: shownAddress(subject.address) })
    } as S.CheckSubject,
    ...(docsUrl === undefined ? {} : { docs_url: docsUrl }),
    ...(names.length === 0 ? {} : { selection: names.map((name) => name.toUpperCase()) }),
    started_at: timestamp(startedAt),
    ended_at: timestamp(endedAt),
    verdict: verdictOf(checks, isCutOff),
    counts: countsOf(checks),
    checks: checks.map(naming(kept)),
    findings,
    exchanges: shown.map(maskedExchange(withhold)),
    times: timesOf(made)
  }
}
