import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import { describe, expect, it } from "vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { RefusalReason } from "@embedded-super/contracts/schemas"
import {
  asRead,
  BREAKER,
  BURST,
  DAILY_AT,
  DECLINED_FOR,
  DEFAULT_QUOTA,
  FundCallSettings,
  holdOf,
  INBOX_PATIENCE,
  LEAST_INTERVAL,
  MOST_NOTICES,
  nextStep,
  NOTHING_SPENT,
  OPEN_FOR,
  OVERLAP,
  PATIENT,
  QUICK,
  RAMP_OVER,
  RESULTS_KEPT,
  retryRules,
  TOLD_ABOVE
} from "@embedded-super/service/funds"
import { MOST_OPEN_FILES } from "@embedded-super/rules/sftp/AccountSpace"
import { QUIET } from "@embedded-super/rules/sftp/arrivals"
import { MOST_SESSIONS } from "@embedded-super/rules/sftp/inboxServer"
import { LARGEST_FILE, MOST_ROWS } from "@embedded-super/rules/employer-list/listRules"
import { SftpLimits } from "@embedded-super/rules/sftp/SftpSettings"
import { MARGIN_SECONDS } from "@embedded-super/rules/authentication/AccessTokens"
import {
  COMMON,
  CONNECT_TIMEOUT,
  TOKEN_TIMEOUT,
  CALL_TIMEOUT,
  LOOKUP_BUDGET,
  memberRegistration
} from "@embedded-super/rules/calls/FundOperation"
import { refusalIn } from "@embedded-super/rules/calls/CallOutcome"
import { judgeAnswer, LONGEST_ANSWER, rateLimited } from "@embedded-super/rules/calls/judgeAnswer"
import { UNSTATED_SECONDS } from "@embedded-super/rules/authentication/flows/oauth2"
import { EARLIER_SECONDS, LIFETIME_SECONDS } from "@embedded-super/rules/authentication/signingKeys"
import { MOST_LEVELS } from "@embedded-super/rules/calls/readJson"
import { projectRoot } from "@embedded-super/program/projectRoot"

const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8").replaceAll(/\s+/g, " ")

const GUIDES = "packages/docs/guides/funds"
const FUND_API = "specs/fund-api/openapi.yaml"
const PAGE = `${GUIDES}/numbers.md`
const LISTS = `${GUIDES}/employer-list.md`

const named = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? "" : "s"}`
const seconds = (duration: Duration.Input) =>
  named(Duration.toSeconds(Duration.fromInputUnsafe(duration)), "second")
const hours = (millis: number) => named(millis / 3_600_000, "hour")
const days = (millis: number) => named(millis / 86_400_000, "day")
const { credentials } = retryRules
const versions = credentials.action === "await credentials" ? credentials.versions : Number.NaN
const waits = (backOff: typeof PATIENT) =>
  backOff
    .map(Duration.toSeconds)
    .join(", ")
    .replace(/, ([^,]*)$/, " and $1")
const [hour = "", minute = ""] = [
  ...Cron.parseUnsafe(DAILY_AT).hours,
  ...Cron.parseUnsafe(DAILY_AT).minutes
].map((part) => String(part).padStart(2, "0"))
const sftp = SftpLimits.defaultValue()
const minutes = (millis: number) => named(millis / 60_000, "minute")

/** The durable calls that one process makes to one fund at the same time: it uses no more slots than stay free. */
const mostAtOnce = FundCallSettings.defaultValue().slots / 2

/** The codes of a refusal that are read. */
const codes = RefusalReason.literals.filter(
  (code) => code !== "other" && refusalIn({ errors: [{ code }] }, []).reason === code
)

/** The statuses after which a fund that ignores keys gets no second registration, though a 5xx is retried. */
const asLost = Array.from({ length: 100 }, (_, index) => 500 + index).filter((status) => {
  const exchange = {
    status,
    retryAfter: null,
    answer: null,
    cut: false,
    failure: null,
    code: null,
    begun: true
  }
  const circumstances = { fields: [], flow: "jwt", isPinned: false, now: 0, tfn: undefined } as const
  const outcome = judgeAnswer(memberRegistration, exchange, circumstances)
  const rest = { backOff: PATIENT, random: 0, repeats: "ignored" } as const
  return nextStep(asRead(outcome, "ignored"), NOTHING_SPENT, rest).kind === "stopped"
})

/** [the row of the guide's table, the texts in that row] */
const rows: ReadonlyArray<readonly [row: string, ...says: ReadonlyArray<string>]> = [
  ["HTTP", "HTTP/1.1"],
  ["TLS", "1.2 or later"],
  ["redirects", "3xx breaks the contract"],
  ["to connect", seconds(CONNECT_TIMEOUT)],
  ["a registration, from", seconds(CALL_TIMEOUT)],
  ["employer details, likewise", seconds(CALL_TIMEOUT)],
  ["a lookup, all funds", seconds(LOOKUP_BUDGET)],
  ["a call of your token endpoint", seconds(TOKEN_TIMEOUT)],
  ["lookup |", `in the last ${DECLINED_FOR}`],
  ["lookups in a day", `at most ${DEFAULT_QUOTA} different ABNs`],
  ["`requests_per_minute`", `up to ${BURST} at once`],
  ["left out", `up to ${mostAtOnce} at the same time`],
  ["`User-Agent`", `\`${COMMON["user-agent"]}\``],
  ["`Accept`", `\`${COMMON.accept}\``],
  ["`Content-Type`", "in UTF-8"],
  ["size", `${LONGEST_ANSWER} bytes`],
  ["nesting", `${MOST_LEVELS} levels`],
  ["optional parts", "`1e400`"],
  [
    "body of errors",
    `Of a refusal, names of fields and ${["no", "one", "two", "three"][codes.length]} codes`
  ],
  ["2xx", "200 and 201 are equal", "204"],
  ["400, 404", "no retry"],
  ["401 or 403", `under ${versions} versions`],
  ["429", "no retry is spent"],
  ["5xx", `up to ${PATIENT.length} retries after ${waits(PATIENT)} seconds`, `after ${waits(QUICK)} seconds`],
  [`${asLost.join(" or ")} to a registration, without \`idempotency: honoured\``, "no retry"],
  ["3xx", "no retry"],
  ["100, 101, or above 599", `Up to ${MOST_NOTICES} others`],
  ["answers that fail, within", seconds(BREAKER.window), `half of ${BREAKER.calls} or more`],
  [
    "then no call for",
    `${seconds(OPEN_FOR.failing.first)}, doubled up to ${seconds(OPEN_FOR.failing.longest)}`
  ],
  [
    "after a call that never reached you",
    `${seconds(OPEN_FOR.unreachable.first)}, doubled up to ${hours(OPEN_FOR.unreachable.longest)}`
  ],
  ["after a hold, calls at the same time", `from ${RAMP_OVER} on`],
  [
    "life of a JWT",
    `\`iat\` is ${seconds(Duration.seconds(EARLIER_SECONDS))} ago`,
    `\`nbf\` ${seconds(Duration.seconds(EARLIER_SECONDS))} before \`iat\``,
    `\`exp\` ${seconds(Duration.seconds(LIFETIME_SECONDS))} after it`
  ],
  ["clock skew", "60 seconds"],
  ["how long an access token", seconds(Duration.seconds(MARGIN_SECONDS))],
  ["`expires_in` missing", seconds(Duration.seconds(UNSTATED_SECONDS))],
  ["a first 401 to a JWT", "new token, once"],
  ["a key that was replaced", OVERLAP],
  ["an API key", "16 to 1024"],
  ["log-in", "Ed25519"],
  ["`.sha256` file", "64 hexadecimal digits"],
  ["file of employer details", `${hour}:${minute} in Sydney`],
  ["lists", LEAST_INTERVAL.replace("days ", "days and ")]
]

/** [the value of Retry-After, or undefined without one; the text in the guide] */
const NOW = Date.UTC(2026, 10, 22, 10, 0, 0)
const holdFor = (header: string | null) => holdOf(rateLimited(header, NOW).afterMillis)
const retryAfter: ReadonlyArray<readonly [row: string, says: string]> = [
  ["`Retry-After: 30`", seconds(holdFor("30"))],
  ["`Retry-After: 2.5`", seconds(holdFor("2.5"))],
  ["`Retry-After: 0`", seconds(holdFor("0"))],
  ["`Retry-After: Sun, 22 Nov 2026 10:00:30 GMT`", seconds(holdFor("Sun, 22 Nov 2026 09:59:30 GMT"))],
  ["`Retry-After: -5`", seconds(holdFor("-5"))],
  ["`Retry-After: soon`", seconds(holdFor("soon"))],
  ["missing", seconds(holdFor(null))],
  [
    "`Retry-After: 1795341600`",
    `${(holdFor("1795341600") / 31_557_600_000).toFixed(1)} years, as it says. Above ${hours(TOLD_ABOVE.warning)} our operator is warned, above ${days(TOLD_ABOVE.alarm)} alarmed`
  ]
]

/** The same facts in other pages. [file, the texts in it] */
const elsewhere: ReadonlyArray<readonly [file: string, ...says: ReadonlyArray<string>]> = [
  [
    `${GUIDES}/when-calls-wait-or-stop.md`,
    `up to ${PATIENT.length} retries, about ${waits(PATIENT)} seconds apart`,
    `within ${seconds(BREAKER.window)} fail`,
    `suspended for ${seconds(OPEN_FOR.failing.first)}, doubled up to a minute`,
    `suspended for ${seconds(OPEN_FOR.unreachable.first)}, doubled up to an hour`,
    `can't be read, we wait ${seconds(holdFor(null))}; \`0\` means one second`
  ],
  [`${GUIDES}/overview.md`, `up to ${PATIENT.length} retries, with exponential back-off over four minutes`],
  [`${GUIDES}/member-registration.md`, `${seconds(CALL_TIMEOUT)}. If you need longer, answer 503`],
  [`${GUIDES}/employer-lookup.md`, `**${seconds(LOOKUP_BUDGET)}** for all funds together`],
  [
    `${GUIDES}/authentication.md`,
    `(${LIFETIME_SECONDS} seconds after \`iat\`, which is ${EARLIER_SECONDS} seconds ago,`
  ],
  [
    LISTS,
    `${LARGEST_FILE / 1024 ** 2} MiB, ${MOST_ROWS.toLocaleString("en")} rows`,
    `${sftp.files} files, ${sftp.bytes / 1024 ** 3} GiB`,
    `are read within an hour; others wait for the next | ${sftp.importsPerHour} |`,
    `at the same time, and sessions in each | ${sftp.perAccount}, and ${MOST_SESSIONS} |`,
    `open files of all your sessions | ${MOST_OPEN_FILES} |`,
    `not written for ${seconds(QUIET)}`,
    `for ${minutes(INBOX_PATIENCE)} and wasn't read`,
    `deleted after ${days(RESULTS_KEPT)}`,
    `to log in | ${seconds(sftp.loginWithin)} |`
  ],
  [
    FUND_API,
    `up to ${PATIENT.length} times (about ${waits(PATIENT)} seconds)`,
    `an answer after ${seconds(CALL_TIMEOUT)}, or after ${seconds(LOOKUP_BUDGET)} for a lookup`,
    `\`iat\` ${EARLIER_SECONDS} seconds ago,`,
    `\`nbf\` ${EARLIER_SECONDS} seconds before \`iat\``,
    `\`exp\` ${LIFETIME_SECONDS} seconds after it`
  ],
  ["specs/schemas/fund-headers.yaml", `the service waits ${seconds(holdFor(null))}; 0 counts as one second`]
]

const tableRows = readFileSync(join(projectRoot, PAGE), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.replaceAll(/ +/g, " "))

const isRow = (row: string) => (line: string) => line.startsWith(`| ${row}`)

describe("the numbers that funds read", () => {
  it.each([...rows, ...retryAfter])("%s: what the service does", (row, ...says) => {
    const found = tableRows.filter(isRow(row))
    expect(found.length).toBeGreaterThan(0)
    for (const text of says)
      expect(
        found.some((line) => line.includes(text)),
        `${row}: ${text}`
      ).toBe(true)
  })

  it("no row of the page has a number that isn't held against the code", () => {
    const held = [...rows, ...retryAfter].map(([row]) => row)
    const loose = tableRows.filter((line) => /\d/.test(line) && !held.some((row) => isRow(row)(line)))
    expect(loose).toEqual([])
  })

  it("no limit of the lists has a number that isn't held against the code", () => {
    const [, ...says] = elsewhere.find(([file]) => file === LISTS)!
    const [, limits = ""] = readFileSync(join(projectRoot, LISTS), "utf8").split("## Limits")
    const withNumbers = limits.split("\n").filter((line) => /^\| .*\d/.test(line))
    expect(withNumbers.length).toBeGreaterThan(4)
    const loose = withNumbers.filter(
      (line) => !says.some((text) => line.replaceAll(/ +/g, " ").includes(text))
    )
    expect(loose).toEqual([])
  })

  it("an outage that the page promises to outlast is shorter than all the waits together", () => {
    const whole = PATIENT.map(Duration.toMinutes).reduce((sum, wait) => sum + wait, 0)
    const [, minutes] = /An outage of (\d+) minutes loses no registration/.exec(textOf(PAGE)) ?? []
    expect(Number(minutes)).toBe(Math.floor(whole))
  })

  it.each(elsewhere)("%s says the same", (file, ...says) => {
    for (const text of says) expect(textOf(file)).toContain(text)
  })
})
