/**
 * Most checks of a list are one sentence about some of the service's findings. `findingsCheck` makes such a check: it
 * fails if the list has one of its findings, and isn't observed if the file couldn't be read as far as that.
 *
 * The trap: the service uses a list in which one row in a thousand is bad. Such a finding is a warning; it is a failure
 * only where the description demands more than the service (`alwaysFails`).
 */
import type { EmployerListFinding, EmployerListFindingCode } from "@embedded-super/contracts/schemas"
import { finding } from "@embedded-super/rules/employer-list/findings"
import type { JudgedList } from "@embedded-super/rules/employer-list/judgeList"
import * as Effect from "effect/Effect"
import { fail, notObserved, pass, warn, type Outcome } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"

/** A check may be the one that waits for the upload, an hour at most. */
export const LIST_TIME = "65 minutes"

/** Why a check of lists doesn't apply; true if it does. */
export const suppliesLists = ({ list }: FundUnderTest): true | string =>
  list.agreed === undefined ? "The profile names no list of employers." : true

/** For `lacks` of checks that read a list. */
export const lacksList: NonNullable<FundCheck["lacks"]> = ({ list }) =>
  list.source === undefined
    ? "The profile names no list. Name a file as check.list_file, or let the fund upload one to check.list_sftp."
    : undefined

/** For `lacks` of checks that look for an employer in the list. */
export const lacksListed: NonNullable<FundCheck["lacks"]> = ({ profile }) =>
  profile.check?.matching_abn === undefined
    ? "The profile names no check.matching_abn (an employer that is in the list)."
    : undefined

/** The outcome where none was uploaded. */
export const noList = ({ waitSeconds }: FundUnderTest["list"]): Outcome =>
  notObserved(
    `The fund uploaded no list within ${waitSeconds} seconds. Set check.list_sftp.wait_seconds of the profile, 3600 at most, and upload while the kit waits.`
  )

const MOST_LINES = 5

/** `Line 3.`, `Lines 3, 7 and 9.`, `Lines 3, 7, 9, 12, 15 and others.` */
const inLines = (findings: ReadonlyArray<EmployerListFinding>): string => {
  const lines = [...new Set(findings.flatMap(({ line }) => (line === undefined ? [] : [line])))]
  if (lines.length === 0) return "The whole file."
  if (lines.length === 1) return `Line ${lines[0]}.`
  return lines.length > MOST_LINES
    ? `Lines ${lines.slice(0, MOST_LINES).join(", ")} and others.`
    : `Lines ${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}.`
}

/** How far the service reads a file before it finds this: a refusal at an earlier stage hides it. */
type Stage = "bytes" | "header" | "rows" | "end"
const stages: ReadonlyArray<Stage> = ["bytes", "header", "rows", "end"]

const stageOf = (code: EmployerListFindingCode): Stage => {
  switch (code) {
    case "unreadable":
    case "excel_file":
    case "utf_16":
    case "salt_missing":
      return "bytes"
    case "empty_file":
    case "header_without_abn":
    case "header_duplicate":
    case "header_unknown":
    case "header_separator":
      return "header"
    case "quotes":
    case "line_too_long":
    case "too_large":
    case "too_many_rows":
      return "rows"
    default:
      return "end"
  }
}

/** Findings on rows that the service uses nevertheless. */
const tolerated: ReadonlySet<EmployerListFindingCode> = new Set([
  "duplicate_row",
  "employer_number_invalid",
  "employer_number_placeholder"
])

/** Every finding of a list, the reason of its refusal first. */
const allOf = ({ findings, reason }: JudgedList): ReadonlyArray<EmployerListFinding> => [
  ...(reason === undefined ? [] : [reason]),
  ...findings
]

interface FindingsCheck extends Pick<FundCheck, "id" | "requirement" | "title" | "hint"> {
  readonly level?: FundCheck["level"]
  readonly codes: ReadonlyArray<EmployerListFindingCode>
  /** The stage that the file must have passed for a pass. */
  readonly stage: Stage
  readonly expected: string
  /** Fails also if the service uses the list. */
  readonly alwaysFails?: boolean
}

const outcomeOf = (
  { alwaysFails = false, codes, expected, stage }: FindingsCheck,
  judged: JudgedList
): Outcome => {
  const all = allOf(judged)
  const first = all.find(({ code }) => codes.includes(code))
  if (first === undefined) {
    const { reason } = judged
    const isHidden = reason !== undefined && stages.indexOf(stageOf(reason.code)) < stages.indexOf(stage)
    return isHidden ? notObserved(`The service reads no further: ${reason.detail}`) : pass
  }
  const same = all.filter(({ code }) => code === first.code)
  const detail = judged.reason === first ? first.detail : inLines(same)
  const isRefused = judged.reason !== undefined && !tolerated.has(first.code)
  const difference = {
    cause: finding(first.code).detail,
    expected,
    actual: isRefused ? `${detail} The service refuses the whole list.` : detail,
    root: `list_${first.code}`
  }
  return isRefused || alwaysFails ? fail(difference) : warn(difference)
}

export const findingsCheck = (check: FindingsCheck): FundCheck => ({
  id: check.id,
  level: check.level ?? "MUST",
  requirement: check.requirement,
  title: check.title,
  hint: check.hint,
  modes: ["dev", "certify", "probe"],
  timeLimit: LIST_TIME,
  appliesTo: suppliesLists,
  lacks: lacksList,
  run: ({ list }) =>
    Effect.map(list.judged, (judged) => (judged === undefined ? noList(list) : outcomeOf(check, judged)))
})
