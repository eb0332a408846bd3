/**
 * People: all that is held of one, for a request of access (APP 12), and its erasure by the operator. A person is found by
 * the id of a session, an employee or an intent. `heldTables` lists the tables, `PeopleRepo` has the statements.
 *
 * Why by tables and not by services: the answer must be whole. A row is shown as it is stored, with its sealed columns
 * opened; so a column that is added later is in the export, too.
 *
 * The trap: the export is the only place where everything of a person stands together in plain text. It is written to a
 * file that only its owner may read, and to nothing else.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { TaxFileNumbers } from "../onboarding-sessions/tax-file-number/TaxFileNumbers.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { databaseDefects } from "../platform/database/operation.ts"
import { isUuid } from "../platform/ids/newId.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { HELD_TABLES, type HeldTable } from "./heldTables.ts"
import { peopleRepo, type Person, type Row } from "./PeopleRepo.ts"

/** Why whole tax file numbers are in an export. */
export const TFN_REASONS = ["access-request", "correction", "legal-order"] as const
export type TfnReason = (typeof TFN_REASONS)[number]

const noSuchPerson = (id: string) =>
  new OperatorError({
    problem: `There is no session, employee or intent ${id}.`,
    remedy: "Give one of these ids, as the partner sees it in its API."
  })

/** The person of an id; fails if there is none. */
export const findPerson = Effect.fn("findPerson")(function* (id: string) {
  const found = isUuid(id) ? yield* databaseDefects((yield* peopleRepo).find(id)) : undefined
  return found ?? (yield* noSuchPerson(id))
})

const parsed = (text: string): unknown => {
  const isJson = text.startsWith("{") || text.startsWith("[") || text.startsWith('"')
  return isJson ? (JSON.parse(text) as unknown) : text
}

const bytesOf = (value: unknown) =>
  typeof value === "string" && value.startsWith("\\x") ? Buffer.from(value.slice(2), "hex") : undefined

/** A row with its sealed columns opened, and without the columns that are left out. */
const shown = Effect.fnUntraced(function* (held: HeldTable, row: Row) {
  const vault = yield* Vault
  const tenant = String(row["product_id"] ?? "")
  const open = Effect.fnUntraced(function* (column: string, value: unknown, rowColumn: string) {
    const sealed = bytesOf(value)
    if (sealed === undefined) return value
    const cell = { table: held.table, column, tenant, row: String(row[rowColumn]) }
    return yield* vault.open(cell, sealed).pipe(
      Effect.map((text) => parsed(Redacted.value(text))),
      Effect.catch(({ reason }) => Effect.succeed({ unreadable: reason }))
    )
  })
  const entries = Object.entries(row).filter(([column]) => held.leftOut?.includes(column) !== true)
  return Object.fromEntries(
    yield* Effect.forEach(entries, ([column, value]) => {
      const rowColumn = held.sealed?.[column]
      const opened = rowColumn === undefined ? Effect.succeed(value) : open(column, value, rowColumn)
      return Effect.map(opened, (known) => [column, known] as const)
    })
  )
})

const taxFileNumbersOf = Effect.fnUntraced(function* ({ product_id, sessions }: Person) {
  const numbers = yield* TaxFileNumbers
  const actor = yield* operator
  return yield* Effect.forEach(sessions, (id) =>
    Effect.map(
      numbers.openForPerson(
        { id: id as S.OnboardingSessionId, product_id: product_id as S.ProductId },
        actor
      ),
      (tfn) => ({ session_id: id, tfn: Option.getOrNull(Option.map(tfn, (whole) => Redacted.value(whole))) })
    )
  )
})

/** Everything that is held of a person, as one document, and how many rows of each table are in it. Is audited. */
export const personExport = Effect.fn("personExport")(function* (id: string, tfn: TfnReason | undefined) {
  const sql = yield* SqlClient.SqlClient
  const person = yield* findPerson(id)
  const repo = yield* peopleRepo
  const collected = Effect.gen(function* () {
    const tables: Record<string, ReadonlyArray<object>> = {}
    for (const held of HELD_TABLES) {
      const rows = yield* repo.rows(held, person)
      tables[held.table] = yield* Effect.forEach(rows, (row) => shown(held, row))
    }
    tables["fund_call_attempts"] = yield* repo.attempts(person)
    const whole = tfn === undefined ? [] : yield* taxFileNumbersOf(person)
    yield* audit({
      actor: yield* operator,
      action: "person.export",
      productId: person.product_id,
      entity:
        person.employee_id === null
          ? { kind: "onboarding_session_intent", id }
          : { kind: "employee", id: person.employee_id },
      detail: {
        sessions: person.sessions,
        intents: person.intents,
        ...(tfn === undefined ? {} : { tax_file_numbers_for: tfn })
      }
    })
    return { person, ...(tfn === undefined ? {} : { whole_tax_file_numbers: whole }), tables }
  })
  const document = yield* databaseDefects(sql.withTransaction(collected))
  const counts = Object.entries(document.tables).map(([table, rows]) => `${table} ${rows.length}`)
  return { document, counts }
})
