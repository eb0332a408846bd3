import * as Effect from "effect/Effect"
import { type Outcome, fail, notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isSuccess, notReached, warned } from "../shared/answers.ts"
import { validRefused } from "../shared/registering.ts"

/** Employer details change the fund's records, so they are sent only where `callable` allows it. */
export const byApi = (fund: FundUnderTest): true | string =>
  fund.addressOf("details") !== undefined || "The fund takes no employer details by API."

export const NOT_SENT = notObserved("This mode may send no employer details.")

export const maySend = (fund: FundUnderTest): boolean =>
  fund.callable().some(({ operation }) => operation === "details")

const base = { modes: ["dev", "certify"], appliesTo: byApi } as const

type Difference = Parameters<FundUnderTest["employerDetails"]>[0]

interface Row {
  readonly number: number
  readonly level: FundCheck["level"]
  readonly title: string
  readonly cause: string
  readonly hint: string
  readonly change: Difference
}

const rows: ReadonlyArray<Row> = [
  {
    number: 2,
    level: "MUST",
    title: "The fund takes employer details with nothing answered: an empty details and no custom_answers.",
    cause: "The fund refuses employer details in which details or custom_answers are empty.",
    hint: "Accept {} and []: an employer may leave everything that is optional blank. A check for a non-empty list refuses them.",
    change: { custom_answers: [] }
  },
  {
    number: 3,
    level: "SHOULD",
    title: "The fund takes an answer to a question that it doesn't know.",
    cause: "The fund refuses an answer to a question that it doesn't know.",
    hint: "Keep what you don't know, or ignore it: after a change of your form, answers to the old questions may still be on their way.",
    change: {
      custom_answers: [
        { question_id: "an_old_question", question: "What did this form ask before?", answer: "Something" }
      ]
    }
  },
  {
    number: 4,
    level: "MUST",
    title: "The fund takes an employer's name with signs, such as & and an apostrophe.",
    cause: "The fund refuses an employer's name with signs such as & and an apostrophe.",
    hint: "Take names as they are; escape them where they are shown or stored. A filter against injection often refuses them.",
    change: { employer_name: "O'Brien & Daughters – Café (Qld) Pty. Ltd." }
  },
  {
    number: 9,
    level: "SHOULD",
    title: "The fund takes an employer's name of every length that the specification allows.",
    cause: "The fund refuses an employer's name of 200 characters.",
    hint: "Make the column as long as the specification's maxLength, 200 characters. Names of trusts and partnerships are long.",
    change: {
      employer_name: `The Trustee for ${"the Wattle and Daughters Family ".repeat(6)}`
        .slice(0, 200)
        .trim()
        .padEnd(200, "s")
    }
  }
]

const judge = (answer: Answer, { cause, level }: Pick<Row, "cause" | "level">): Outcome => {
  if (isSuccess(answer)) return pass
  const difference = { cause, expected: "2xx." }
  return notReached(answer) ?? (level === "MUST" ? failed : warned)(answer, difference)
}

/** The root that other groups' failures of a valid delivery have. */
const REFUSED = "a valid details isn't answered 2xx"

/** The outcome for details that the fund refuses because it has earlier ones of this employer. */
export const correctionRefused = (answer: Answer): Outcome =>
  notReached(answer) ??
  failed(answer, {
    cause: "The fund refuses a correction of employer details (a later confirmed_at).",
    expected: "2xx.",
    root: REFUSED,
    hint: "Replace the earlier details by the later ones. A unique index on the ABN refuses them."
  })

const plain: FundCheck = {
  ...base,
  id: "DETAILS-4.2-1",
  level: "MUST",
  requirement: "R-4.2-16",
  title: "The fund takes the details that an employer gave at confirmation.",
  hint: "Answer 204 once they are stored, or 200 with a reference of your own.",
  run: (fund) =>
    Effect.gen(function* () {
      if (!maySend(fund)) return NOT_SENT
      const before = fund.times("details").length
      const answer = yield* fund.sendDetails(fund.employerDetails())
      if (isSuccess(answer)) return pass
      // After other details of this employer, it is a correction: the fund took the first.
      return before > 0 ? correctionRefused(answer) : validRefused("details", answer)
    })
}

/** Whether something in the answers is required of every employer: then nothing may be empty. */
const isForm = ({ profile }: FundUnderTest): boolean => {
  const form = profile.operations.employer_details?.form
  return (
    Object.values(form?.fields ?? {}).includes("required") ||
    (form?.custom_questions ?? []).some(({ required }) => required)
  )
}

const others: ReadonlyArray<FundCheck> = rows.map(({ cause, change, hint, level, number, title }) => ({
  ...base,
  id: `DETAILS-4.2-${number}`,
  level,
  requirement: level === "MUST" ? "R-4.2-16" : "D-employer-details",
  title,
  hint,
  run: (fund) =>
    Effect.gen(function* () {
      if (!maySend(fund)) return NOT_SENT
      const usual = yield* fund.sendDetails(fund.employerDetails())
      if (!isSuccess(usual)) return notObserved("The fund takes no employer details at all.")
      const isEmpty = number === 2 && !isForm(fund)
      const answer = yield* fund.sendDetails(
        fund.employerDetails({ ...change, ...(isEmpty ? { details: {} } : {}) })
      )
      return judge(answer, { level, cause })
    })
}))

export const accepted: ReadonlyArray<FundCheck> = [plain, ...others]

export const ownPath: FundCheck = {
  id: "DETAILS-4.2-8",
  level: "MUST",
  requirement: "R-4.2-17",
  title: "Employer details have an address that no other operation has.",
  hint: "Serve employer details at a path of their own, for example /v1/employer_details.",
  modes: ["dev", "certify", "probe"],
  appliesTo: byApi,
  independent: true,
  run: (fund) =>
    Effect.sync(() => {
      const own = fund.addressOf("details")?.href
      const isShared = [fund.addressOf("lookup"), fund.addressOf("registration")].some(
        (address) => address?.href === own
      )
      return isShared
        ? fail({
            cause: "Employer details have the address of another operation.",
            expected: "A separate address.",
            actual: "The same address."
          })
        : pass
    })
}
