/**
 * The operator's searches over all products: `admin find` by an id or a name, and `admin request show` by the id of a
 * request. They show ids, kinds and states, and no data of a person.
 *
 * The trap: a search is recorded with who searched and with what kind of term, never with the term: it may be an e-mail
 * address that a partner made its `remote_id` of.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, operator } from "../platform/audit/audit.ts"
import { inBackground } from "../platform/database/StatementLimits.ts"
import { isUuid } from "../platform/ids/newId.ts"
import { answer, answerList } from "../platform/OperatorAnswer.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { timeOrDayFlag } from "../platform/time/timeFlags.ts"
import { now, toTimestamp } from "../platform/time/timestamp.ts"
import { type Found, lookupRepo } from "./LookupRepo.ts"

/** What a term can be, in the order in which it is tried. */
const kindOf = (text: string): "id" | "message_id" | "key" | "abn" | "text" => {
  if (isUuid(text)) return "id"
  if (text.startsWith("msg_")) return "message_id"
  if (/^(partner|product)_(live|sandbox)_/.test(text)) return "key"
  return /^[0-9 ]{11,14}$/.test(text) && text.replaceAll(" ", "").length === 11 ? "abn" : "text"
}

const search = Effect.fnUntraced(function* (text: string) {
  const repo = yield* lookupRepo
  const kind = kindOf(text)
  switch (kind) {
    case "id":
      return { kind, found: [...(yield* repo.byId(text)), ...(yield* repo.byRemoteId(text))] }
    case "message_id": {
      const id = text.slice("msg_".length)
      return { kind, found: isUuid(id) ? yield* repo.byId(id) : [] }
    }
    case "key":
      // The short id is the third part; whatever follows is the secret, and isn't looked at.
      return { kind, found: yield* repo.byKeyHint((text.split("_")[2] ?? "").slice(0, 8)) }
    case "abn":
    case "text":
      return {
        kind,
        found: [
          ...(yield* repo.byRemoteId(text)),
          ...(yield* repo.employers(text)),
          ...(yield* repo.organisations(text))
        ]
      }
  }
})

const lineOf = ({ id, kind, product_id, state }: Found): string =>
  [
    kind,
    id,
    ...(product_id === null ? [] : [`product ${product_id}`]),
    ...(state === null ? [] : [state])
  ].join("  ")

/** `admin find`. */
export const findCommand = Command.make(
  "find",
  {
    text: Argument.String("text").pipe(
      Argument.withDescription(
        "Any id; a partner's remote_id; the beginning of an API key; an ABN; a part of the name of an employer, a partner, " +
          "a product or a fund; a USI"
      )
    )
  },
  Effect.fnUntraced(function* ({ text }) {
    const sql = yield* SqlClient.SqlClient
    const searched = yield* inBackground(sql)(
      Effect.gen(function* () {
        const { found, kind } = yield* search(text.trim())
        yield* audit({
          actor: yield* operator,
          action: "records.search",
          detail: { term: kind, found: found.length }
        })
        return found
      })
    )
    yield* answerList(searched, lineOf, [
      "Nothing is found.",
      "Names, e-mail addresses, phone numbers and member numbers of people are sealed, each with a key of its own, and can't be",
      "searched: ask the partner for its id of the employee or the session (remote_id)."
    ])
  })
).pipe(
  Command.withDescription(
    "Find what an id or a name belongs to, over all products; shows ids, and is recorded without the term. What can't be " +
      "searched, because it is sealed: names, e-mail addresses, phone numbers and member numbers of people, and tax file " +
      "numbers. Ask the partner for its remote_id"
  )
)

const DAYS = 7

const notAnId = new OperatorError({
  problem: "The id of a request is a UUID, as X-Request-Id of the answer and request_id of an error have it.",
  remedy: "Give it as it is."
})

const show = Command.make(
  "show",
  {
    id: Argument.String("request-id").pipe(
      Argument.withDescription("X-Request-Id of an answer, or the one that a fund got")
    ),
    since: timeOrDayFlag("since").pipe(
      Flag.withDescription(`From when to look in the audit log; ${DAYS} days ago if left out`),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ id: given, since }) {
    const id = given.toLowerCase()
    if (!isUuid(id)) return yield* notAnId
    const repo = yield* lookupRepo
    const at = DateTime.makeUnsafe(yield* now)
    const start = Option.getOrElse(since, () => DateTime.toDateUtc(DateTime.subtract(at, { days: DAYS })))
    const value = {
      requestId: id,
      since: start,
      audit: yield* repo.actsOfRequest(id, start),
      fundAttempts: yield* repo.attemptOfRequest(id)
    }
    yield* answer(value, ({ audit, fundAttempts }) => [
      ...audit.map(({ action, actor_id, actor_kind, entity_id, entity_kind, occurred_at, product_id }) =>
        [
          toTimestamp(occurred_at),
          action,
          `${entity_kind ?? ""} ${entity_id ?? ""}`.trim(),
          `by ${actor_kind} ${actor_id ?? ""}`.trim(),
          ...(product_id === null ? [] : [`product ${product_id}`])
        ].join("  ")
      ),
      ...fundAttempts.map(
        ({ call_id, fund, number, operation, outcome, started_at, status }) =>
          `${toTimestamp(started_at)}  attempt ${number} of ${operation} at ${fund}, call ${call_id}: ` +
          `${outcome ?? "under way, or lost"}${status === null ? "" : `, answered ${status}`}`
      ),
      ...(audit.length + fundAttempts.length === 0
        ? [`Nothing is stored of this request since ${toTimestamp(start)}.`]
        : []),
      `The log of the process that answered has its lines with request_id=${id}: method, path, status, how long it took, and why it failed.`,
      "Requests that only read, or that were refused, are in the log alone. Stored answers to Idempotency-Keys don't name their request."
    ])
  })
).pipe(
  Command.withDescription(
    "Show what is stored of one request: its entries in the audit log, or the attempt at a fund; and say what the log has"
  )
)

/** `admin request`. */
export const requestCommand = Command.make("request").pipe(
  Command.withDescription("Requests, by the id that every answer carries"),
  Command.withSubcommands([show])
)
