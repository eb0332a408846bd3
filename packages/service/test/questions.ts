/**
 * The operators' page "Everyday questions", and a database on which each of its questions has an answer. The commands are
 * read from the page, so one that is wrong there fails; what stands for a value (ID, SLUG) is given here.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { abns } from "../../rules/test/lists.ts"
import { VERSION } from "../src/platform/config/program.ts"
import { newId } from "../src/platform/ids/newId.ts"
import { adminJson } from "./admin.ts"
import { accepted, aListFund, supply, TestLists } from "./funds/TestLists.ts"
import { aRegistration, registrationOf, TestRegistering } from "./funds/TestRegistering.ts"
import { anEvent, aProductWithEndpoint, TestWebhooks } from "./webhooks/TestWebhooks.ts"

const PAGE = join(import.meta.dirname, "../../docs/guides/operators/questions.md")

export interface Question {
  readonly number: number
  readonly question: string
  /** What follows `admin` in each of its commands, as the page has it. */
  readonly commands: ReadonlyArray<string>
  /** The addresses that it names instead. */
  readonly pages: ReadonlyArray<string>
}

const inBackticks = (text: string, before: string) =>
  [...text.matchAll(new RegExp(`\`${before}([^\`]+)\``, "g"))].map(([, rest = ""]) =>
    rest.replaceAll(/\s+/g, " ")
  )

/** The questions of the page, each with all until the next one. */
export const readQuestions = (): ReadonlyArray<Question> => {
  const [page = ""] = readFileSync(PAGE, "utf8").split("\n## Done now and then")
  return page.split(/^\*\*(?=\d+\. )/m).flatMap((part) => {
    const [, number, question = ""] = /^(\d+)\. ([^*]+)\*\*/.exec(part) ?? []
    if (number === undefined) return []
    const text = part.replaceAll(/^```[^]*?^```/gm, "")
    return [
      {
        number: Number(number),
        question: question.replaceAll(/\s+/g, " "),
        commands: inBackticks(text, "admin "),
        pages: inBackticks(text, "GET ")
      }
    ]
  })
}

/** A command's values by what stands for them on the page, what its answer has to show, and its exit code. */
export interface Asked {
  readonly values?: Readonly<Record<string, string>>
  readonly shows: string
  readonly code?: number
}

/** The arguments of a command, with these values in their places. */
export const argumentsOf = (command: string, { values = {} }: Asked): ReadonlyArray<string> =>
  command.split(" ").map((word) => values[word] ?? word)

export const TestQuestions = {
  layer: Layer.mergeAll(TestRegistering.layer, TestLists.layer, TestWebhooks.layer)
}

const AWAY = "http://127.0.0.1:9/v1/member_registration"

const TIME = "2099-01-01T22:00+11:00"

const aRequest = Effect.fnUntraced(function* (action: string, occurredAt: string) {
  const sql = yield* SqlClient.SqlClient
  const entry = {
    id: yield* newId,
    request_id: yield* newId,
    entity_kind: "onboarding_session",
    entity_id: yield* newId,
    occurred_at: occurredAt,
    actor_kind: "system",
    action
  }
  yield* sql`INSERT INTO audit_log ${sql.insert(entry)}`
  return entry
})

/** Fills the database of `TestQuestions`. `asked` has by question what each of its commands is asked, in the page's order. */
export const aDatabaseToAsk = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()

  // Two timers of a worker, one of them with a run that ended.
  yield* sql`INSERT INTO effect_queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    VALUES ('one', 'cron:kept tax file numbers', '{}', 'completed', 1, now(), now(), now()),
      ('two', 'cron:kept tax file numbers', '{}', 'pending', 0, now() + interval '1 hour', now(), now())`

  const waiting = yield* aRegistration(AWAY)
  const call = yield* registrationOf(waiting.session)
  // A real fund, without the partner and the fund that one needs.
  const isReal = ({ fund }: typeof waiting) =>
    sql.withTransaction(
      Effect.andThen(
        sql`SET LOCAL session_replication_role = replica`,
        sql`WITH f AS (UPDATE funds SET simulated = false WHERE id = ${fund.id} RETURNING id)
        UPDATE fund_products p SET simulated = false FROM f WHERE p.fund_id = f.id`
      )
    )
  yield* isReal(waiting)
  yield* sql`UPDATE onboarding_sessions SET confirmed_at = now() - interval '45 days' WHERE id = ${waiting.session.id}`
  const [released, numbered] = [yield* aRegistration(AWAY), yield* aRegistration(AWAY)]
  yield* isReal(released)
  const calls = [yield* registrationOf(released.session), yield* registrationOf(numbered.session)] as const
  yield* sql`UPDATE fund_calls SET state = 'stopped', because = 'refused', ended_at = business_now(true)
    WHERE id IN (${calls[0].id}, ${calls[1].id})`
  const breach = "POST /v1/employer_lookup answered without `member_number`"
  yield* sql`INSERT INTO fund_lookup_breaches (fund_id, words, first_at, last_at)
    VALUES (${waiting.fund.id}, ${breach}, now(), now())`

  const paused = yield* aProductWithEndpoint("https://paused.example.com/a-token")
  const held = yield* anEvent(paused.productId, "employer", "employer_settings_changed")
  yield* sql`UPDATE webhook_endpoints SET paused_at = now(), paused_because = 'failing' WHERE id = ${paused.endpointId}`
  yield* sql`UPDATE webhook_deliveries SET state = 'dead', due_at = NULL, attempts = 13, last_attempt_at = now()
    WHERE id = ${held.id}`
  const due = yield* aProductWithEndpoint("https://hooks.example.com/a-token")
  const late = yield* anEvent(due.productId, "employer", "employer_settings_changed")
  yield* sql`UPDATE webhook_deliveries SET due_at = now() - interval '10 minutes' WHERE id = ${late.id}`

  const partner = "wattle-hr"
  yield* adminJson("partner create Wattle-HR")
  const { document } = yield* adminJson(`key create --partner ${partner}`)
  const [, , hint = ""] = String((document as { readonly key: string }).key).split("_")

  const list = yield* aListFund()
  yield* supply(list, `abn\n${abns(3).join("\n")}\n`)
  yield* accepted(list, "50 days")

  const read = yield* aRequest("tax_file_number.decrypt", "2026-11-15T00:00:00Z")
  const changed = yield* aRequest("partner.suspend", "2026-11-29T00:00:00Z")

  const { session } = waiting
  const slug = { SLUG: partner }
  const fund = { SLUG: waiting.fund.slug }
  const asked: Readonly<Record<number, ReadonlyArray<Asked>>> = {
    1: [{ shows: `1 call to the fund ${released.fund.slug} has stopped.`, code: 3 }],
    2: [{ shows: VERSION }],
    3: [{ shows: "kept tax file numbers  last run ended" }],
    4: [],
    5: [{ shows: partner }, { shows: due.productId }, { values: slug, shows: hint }],
    6: [{ shows: paused.productId }],
    7: [{ values: { ID: paused.productId }, shows: "paused" }],
    8: [{ shows: late.id }],
    9: [{ shows: held.id }, { values: { ID: held.id }, shows: "1 webhook is sent again" }],
    10: [
      { values: slug, shows: partner },
      { values: slug, shows: partner }
    ],
    11: [{ shows: due.productId }],
    12: [{ shows: call.id }, { values: { ID: call.id }, shows: waiting.fund.slug }],
    13: [
      { shows: calls[0].id },
      { values: { ID: calls[0].id }, shows: calls[0].id },
      { values: { ID: calls[1].id, NUMBER: "0012" }, shows: "1 member number entered" }
    ],
    14: [{ shows: session.id }],
    15: [{ values: fund, shows: breach }],
    16: [
      { values: { ...fund, TIME, TEXT: "maintenance" }, shows: waiting.fund.slug },
      { values: fund, shows: waiting.fund.slug }
    ],
    17: [{ values: { TIME, TEXT: "maintenance" }, shows: "held" }],
    18: [{ shows: list.slug }],
    19: [{ values: { TEXT: session.id }, shows: session.id }],
    20: [{ values: { ID: session.id }, shows: call.id }],
    21: [{ values: { ID: changed.request_id }, shows: "partner.suspend" }],
    22: [
      { values: { ID: session.id, FILE: join(folder, "person.json") }, shows: "person.json" },
      { values: { ID: numbered.session.id }, shows: "destroyed" },
      { values: { ID: session.id }, shows: session.id }
    ],
    23: [{ values: { ID: changed.entity_id }, shows: changed.entity_id }, { shows: read.entity_id }],
    24: [{ shows: "seals what is written" }],
    25: [{ shows: late.id }]
  }
  return { asked, session, lateDelivery: late.id }
})
