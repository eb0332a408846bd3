import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { answer, answerList, counted } from "../../platform/OperatorAnswer.ts"
import { OperatorError, readTextFile, unlessDone } from "../../platform/OperatorError.ts"
import { type EnteredNumber, FundCallOperations } from "./FundCallOperations.ts"
import { fundCallsRepo, type ListedAttempt, type ListedCall, type WithoutNumber } from "./FundCallsRepo.ts"
import { now } from "../../platform/time/timestamp.ts"
import { firstDayBeyond, paydaySuperDay } from "./paydaySuper.ts"
import { stoppedBecause } from "./reopening.ts"
import * as Csv from "effect/encoding/Csv"
import * as Stream from "effect/Stream"

const COLUMNS = ["id", "member_number"] as const

const mistaken = (mistakes: ReadonlyArray<string>) =>
  Effect.fail(
    new OperatorError({
      problem: [
        "The file of member numbers can't be used:",
        ...mistakes.map((mistake) => `  ${mistake}`)
      ].join("\n"),
      remedy: `Give a CSV file with the header ${COLUMNS.join(",")} and a row for each call. No number was entered.`
    })
  )

/** Reads the rows of an operator's file. Mistakes name the row, never the number. */
const readNumbers = (text: string): Effect.Effect<ReadonlyArray<EnteredNumber>, OperatorError> =>
  Effect.gen(function* () {
    const rows = yield* Stream.make(text).pipe(
      Stream.pipeThroughChannel(Csv.decodeString()),
      Stream.runCollect,
      Effect.catchTag("CsvError", ({ line }) => mistaken([`line ${line}: the quotes don't match`]))
    )
    const [header = [], ...records] = rows.filter((row) => row.some((cell) => cell.trim() !== ""))
    const names = header.map((name) => name.trim().toLowerCase())
    const [id, number] = COLUMNS.map((column) => names.indexOf(column))
    if (id === undefined || number === undefined || id < 0 || number < 0) {
      return yield* mistaken([`the header must name the columns ${COLUMNS.join(" and ")}`])
    }
    const numbers = records.map((row) => ({
      callId: row[id]?.trim() ?? "",
      memberNumber: row[number]?.trim() ?? ""
    }))
    const seen = new Set<string>()
    const mistakes = numbers.flatMap(({ callId, memberNumber }, index) => {
      const isRepeated = seen.has(callId)
      seen.add(callId)
      const row = `row ${index + 1}`
      if (callId === "") return [`${row}: the id is missing`]
      if (isRepeated) return [`${row}: the id was in an earlier row`]
      return memberNumber === "" ? [`${row}: the member number is missing`] : []
    })
    if (numbers.length === 0) return yield* mistaken(["it has no rows"])
    return mistakes.length === 0 ? numbers : yield* mistaken(mistakes)
  })

const waiting = ({ due_at, held_because, held_until, under_way, waits_for }: ListedCall): string => {
  if (under_way) return "under way"
  if (waits_for === "credentials") return "waiting for new credentials"
  if (waits_for === "link") return "waiting for a link to the fund"
  if (waits_for === "profile") return "waiting for a profile that takes employer details"
  if (waits_for === "file") return "waiting for the fund's next file"
  if (waits_for === "hold") return `waiting, the fund is held until ${held_until} (${held_because})`
  if (waits_for === "preparation") return `can't be prepared here, tried again ${due_at.toISOString()}`
  return `waiting, due ${due_at.toISOString()}`
}

const stateOf = (call: ListedCall): string => {
  if (call.state === "waiting") return waiting(call)
  const at = call.ended_at?.toISOString() ?? ""
  if (call.state !== "stopped") return `${call.state} ${at}`
  return `stopped ${at}: ${stoppedBecause[call.because ?? ""] ?? call.because}`
}

const SUBJECTS = { member_registration: "session", employer_details: "details" } as const

/** A call in one line, without data of a person. */
export const lineOf = (call: ListedCall): string =>
  [
    call.id,
    ...(call.idempotency_key === call.id ? [] : [`key ${call.idempotency_key}`]),
    call.operation,
    `fund ${call.fund}`,
    `${SUBJECTS[call.operation]} ${call.subject_id}`,
    `requested ${call.requested_at.toISOString()}`,
    counted(call.attempts, "attempt"),
    stateOf(call)
  ].join("  ")

const linesOf = (call: ListedCall): ReadonlyArray<string> =>
  call.words === null ? [lineOf(call)] : [lineOf(call), `  ${call.words}`]

const attemptLines = (attempt: ListedAttempt): ReadonlyArray<string> => {
  const { id, number, outcome, started_at, status, took_ms, words } = attempt
  const answered = status === null ? "no answer" : `answered ${status}`
  const came = outcome === null ? "under way, or lost" : `${outcome}, ${answered}, ${took_ms} ms`
  const line = `  ${number}  ${started_at.toISOString()}  ${id}  ${came}`
  return words === null ? [line] : [line, `     ${words}`]
}

const fund = Flag.String("fund").pipe(Flag.withDescription("The fund's slug"))
const id = Argument.String("id").pipe(Argument.withDescription("The call's id, or its Idempotency-Key"))

const list = Command.make(
  "list",
  {
    fund: Flag.optional(fund),
    stopped: Flag.Boolean("stopped").pipe(
      Flag.withDescription("Only calls that an operator has to look at"),
      Flag.withDefault(false)
    ),
    waiting: Flag.Boolean("waiting").pipe(
      Flag.withDescription("Only calls that are retried automatically"),
      Flag.withDefault(false)
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
      Flag.withDefault(50)
    )
  },
  Effect.fnUntraced(function* ({ fund, limit, stopped, waiting }) {
    const state = stopped === waiting ? "all" : stopped ? "stopped" : "waiting"
    const rows = yield* (yield* FundCallOperations).list({
      fund: Option.getOrUndefined(fund),
      state,
      limit
    })
    yield* answerList(
      rows,
      linesOf,
      state === "stopped" ? "No call has stopped." : "There are no calls to list."
    )
  })
).pipe(
  Command.withDescription(
    "Show member registrations and employer details on their way to funds, newest first, and why they wait or stopped"
  )
)

const show = Command.make(
  "show",
  { id },
  Effect.fnUntraced(function* ({ id }) {
    const { attempts, call } = yield* (yield* FundCallOperations).show(id)
    yield* answer({ ...call, attemptList: attempts }, () => [
      ...linesOf(call),
      ...(attempts.length === 0
        ? ["No attempt has been made."]
        : [
            "Attempts, by the X-Request-Id sent to the fund; these lines can be sent to the fund:",
            ...attempts.flatMap(attemptLines)
          ])
    ])
  })
).pipe(Command.withDescription("Show one call, its attempts, and the outcome of each"))

const neither = new OperatorError({
  problem: "It isn't clear which calls to release.",
  remedy: "Give the id of one call, or --fund for all stopped calls of a fund."
})

const both = new OperatorError({
  problem: "Both an id and --fund are given.",
  remedy: "Give the id of one call, or --fund for all stopped calls of a fund."
})

const release = Command.make(
  "release",
  { id: Argument.optional(id), fund: Flag.optional(fund) },
  Effect.fnUntraced(function* ({ fund, id }) {
    const calls = yield* FundCallOperations
    if (Option.isSome(id) && Option.isSome(fund)) return yield* both
    if (Option.isSome(id)) {
      const call = yield* calls.release(id.value)
      const released = { fund: call.fund, id: call.id, released: 1, kept: [] }
      return yield* answer(released, () => `call ${call.id} is made again to fund ${call.fund}`)
    }
    if (Option.isNone(fund)) return yield* neither
    const { kept, released } = yield* calls.releaseFund(fund.value)
    yield* answer({ fund: fund.value, id: null, released, kept }, () => [
      `${counted(released, "call")} to fund ${fund.value} ${released === 1 ? "is" : "are"} made again`,
      ...(kept.length === 0
        ? []
        : [
            `${kept.length} ${kept.length === 1 ? "is" : "are"} not released: the fund may have done the work. Enter their numbers with ` +
              "`admin fund-calls enter-number`, or release each by its id:",
            ...kept.map((call) => `  ${lineOf(call)}`)
          ])
    ])
    yield* unlessDone(
      kept.length,
      ["call isn't released.", "calls aren't released."],
      "Ask the fund for each, as the result says."
    )
  })
).pipe(
  Command.withDescription(
    "Make a stopped call again, by its id or its Idempotency-Key, or all stopped calls of a fund. First make sure that the cause is gone, and, " +
      "for a call whose answer was lost, that the fund didn't carry it out"
  )
)

const enterNumber = Command.make(
  "enter-number",
  {
    id: Argument.optional(id),
    number: Argument.optional(
      Argument.String("member-number").pipe(Argument.withDescription("The number that the fund gave"))
    ),
    file: Flag.optional(
      Flag.String("file").pipe(
        Flag.withDescription("A CSV file with the columns id (or Idempotency-Key) and member_number")
      )
    )
  },
  Effect.fnUntraced(function* ({ file, id, number }) {
    const calls = yield* FundCallOperations
    const given = Option.all([id, number])
    if (Option.isSome(file) === Option.isSome(given)) {
      return yield* new OperatorError({
        problem: "It isn't clear which number to enter.",
        remedy: "Give the id of a call and its member number, or --file with a CSV file of both."
      })
    }
    const numbers = Option.isSome(file)
      ? yield* readNumbers(yield* readTextFile(file.value))
      : Option.match(given, {
          onNone: () => [],
          onSome: ([callId, memberNumber]) => [{ callId, memberNumber }]
        })
    yield* calls.enterNumbers(numbers)
    yield* answer(
      { entered: numbers.length },
      ({ entered }) => `${counted(entered, "member number")} entered`
    )
  })
).pipe(
  Command.withDescription(
    "Enter the member number of a registration whose answer was lost or had no number, as the fund reported it: one, or all " +
      "of a CSV file. If the file has a mistake, no number is entered"
  )
)

const ALL = "9999-12-31"

/** The registration in one line, without data of a person. */
const withoutNumberLine = (row: WithoutNumber & { readonly payday_super_day: string }): string =>
  [
    row.payday_super_day,
    `session ${row.session_id}`,
    `partner ${row.partner}`,
    `fund ${row.fund}`,
    `confirmed ${row.confirmed_at.toISOString()}`,
    row.state === "waiting" ? "waiting" : `stopped: ${stoppedBecause[row.because ?? ""] ?? row.because}`,
    `call ${row.call_id}`,
    `key ${row.idempotency_key}`
  ].join("  ")

const withoutNumber = Command.make(
  "without-number",
  {
    within: Flag.Int("within").pipe(
      Flag.withDescription("Only those whose day is past, or at most so many business days away"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
      Flag.withDefault(50)
    )
  },
  Effect.fnUntraced(function* ({ limit, within }) {
    const repo = yield* fundCallsRepo
    const at = yield* now
    const day = Option.match(within, { onNone: () => ALL, onSome: (days) => firstDayBeyond(at, days) })
    const rows = yield* repo.withoutNumber(day, limit)
    yield* answerList(
      rows.map((row) => ({ ...row, payday_super_day: paydaySuperDay(row.confirmed_at) })),
      withoutNumberLine,
      "No registration at a real fund is without its member number."
    )
  })
).pipe(
  Command.withDescription(
    "Show employees who wait for a member number of a real fund, with the day on which Payday Super needs it: 20 business " +
      "days after they confirmed, at the earliest"
  )
)

/** `admin fund-calls`: the calls to funds that carry member registrations and employer details. */
export const fundCallsCommand = Command.make("fund-calls").pipe(
  Command.withDescription(
    "Calls to funds that are kept until they succeed: what waits, what stopped, and why"
  ),
  Command.withSubcommands([list, show, release, enterNumber, withoutNumber])
)
