/** Helpers for tests of employer details: a fund that takes details, an employer that confirmed it, and its calls. */
import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { detailsOperation } from "../src/employer-details/detailsOperation.ts"
import { type DurableOperation, DurableOperations } from "../src/funds/calls/DurableOperations.ts"
import { FundCallSettings, FundCallWorker } from "../src/funds/calls/FundCallWorker.ts"
import { FundClient } from "../src/funds/client/FundClient.ts"
import { aListFund, supply, TestLists } from "./funds/TestLists.ts"
import { abns, listOf } from "../../rules/test/lists.ts"
import { aConfirmedEmbed, TestMatches } from "./TestMatches.ts"

/** Matches and employer details, with funds that supply lists. */
export const TestDetails = { layer: TestMatches.layer.pipe(Layer.provideMerge(TestLists.layer)) }

export const ABNS = abns(5)

/** Fails the test if a registration is requested: these tests have none. */
const unused: DurableOperation = {
  repeats: () => "ignored",
  prepare: () => Effect.die(new Error("A registration was asked for")),
  stopped: () => Effect.void,
  setAside: () => Effect.void
}

/** A worker with a short sweep interval. */
export const worker = Layer.build(
  Layer.fresh(FundCallWorker.layer).pipe(
    Layer.provide(
      Layer.effect(
        DurableOperations,
        Effect.map(detailsOperation, (employer_details) => ({
          employer_details,
          member_registration: unused
        }))
      )
    ),
    Layer.provide(FundClient.layer)
  )
).pipe(
  Effect.provideService(FundCallSettings, {
    slots: 8,
    sweepEvery: Duration.millis(50),
    sweepAfter: Duration.zero,
    renewEvery: Duration.seconds(3)
  })
)

export const FORM = {
  fields: {
    industry_code: "required",
    employee_count: "optional",
    contact_name: "required",
    contact_email: "required",
    contact_phone: "optional",
    best_time_to_contact: "optional"
  },
  custom_questions: [
    { question_id: "clearing_house", question: "Which clearing house do you use?", required: true },
    { question_id: "size", question: "How large?", required: false, options: ["Small", "Large"] }
  ]
}

export const ANSWERS = {
  industry_code: "E",
  employee_count: "5_19",
  contact_name: "Ines Wattle",
  contact_email: "ines@WATTLE.example",
  contact_phone: "0491 570 158",
  best_time_to_contact: "morning",
  custom_answers: [
    { question_id: "clearing_house", answer: "=HYPERLINK(1)" },
    { question_id: "size", answer: "Small" }
  ]
} as unknown as S.EmbedEmployerDetailsChange

/** An employer that confirmed a fund with these settings for employer details. */
export const confirmed = Effect.fnUntraced(function* (employer_details: object | undefined) {
  const fund = yield* aListFund({}, { employer_details })
  yield* supply(fund, listOf(ABNS))
  return { fund, embed: yield* aConfirmedEmbed(fund, ABNS[0]) }
})

export const states = (employerId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ state: string; because: string | null; attempts: number }>`
      SELECT d.state, d.because, d.attempts FROM fund_calls d
      JOIN employer_details x ON x.id = d.details_id WHERE x.employer_id = ${employerId} ORDER BY d.id`
  )

/** Waits until the employer's newest call has this state or this reason. */
export const settled = Effect.fnUntraced(function* (employerId: string, state: string) {
  for (;;) {
    const [last] = (yield* states(employerId)).toReversed()
    if (last?.state === state || last?.because === state) return last
  }
})

export const posted = (url: string, form: object = FORM) => ({
  delivery: "api",
  url: url.replace("member_registration", "employer_details"),
  form
})
