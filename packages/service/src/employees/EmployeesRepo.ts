/**
 * Employees: the row that all onboarding sessions of one employee of one employer share, with the employee's contacts,
 * sealed. `withContact` adds the contacts that a session collected. A membership number that arrives after its
 * session's last webhook sends `employee_changed` (D-late-membership, `SessionOutcomes`). `employee-api/` presents
 * employees to partners.
 *
 * Why a row of its own: payroll asks about the employee, whichever session gave the answer (D-employees). The row's
 * lock also puts the changes of the employee's sessions in order.
 *
 * The trap: lock the employee before any of its sessions (`SessionsRepo.lock`), or two transactions deadlock. `version`
 * is the partner's ETag and the order of `employee_changed`, but memberships aren't in this row. A transaction that
 * changes a membership calls `touch` under the employee's lock.
 */

import {
  EmailAddress,
  EmployeePhoneNumber,
  type EmployeeId,
  type EmployerId,
  type ProductId,
  type RemoteId
} from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type * as S from "@embedded-super/contracts/schemas"
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"

/** The personal data of an employee, sealed in its row. */
const EmployeeDetails = Schema.Struct({
  email: Schema.NullOr(EmailAddress),
  /** The latest number comes first. */
  phone_numbers: Schema.Array(EmployeePhoneNumber)
})
export interface EmployeeDetails extends Schema.Schema.Type<typeof EmployeeDetails> {}

export interface StoredEmployee {
  readonly id: EmployeeId
  readonly product_id: ProductId
  readonly employer_id: EmployerId
  readonly remote_id: RemoteId
  readonly employer_remote_id: RemoteId
  readonly details: EmployeeDetails
  readonly version: number
  readonly inserted_at: Date
  readonly updated_at: Date
}

type Owner = Pick<StoredEmployee, "id" | "product_id">
type Row = Omit<StoredEmployee, "details"> & { readonly details: Uint8Array | null }

/** The details of an employee without data, or after the erasure. */
export const NOTHING_KNOWN: EmployeeDetails = { email: null, phone_numbers: [] }

export const employeesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const documents = sealedDocument(yield* Vault, { table: "employees", column: "details" }, EmployeeDetails)

  const columns = sql.literal(
    "e.*, er.remote_id AS employer_remote_id FROM employees e JOIN employers er ON er.id = e.employer_id"
  )

  const opened = (owner: Owner, details: Uint8Array | null): Effect.Effect<EmployeeDetails> =>
    details === null ? Effect.succeed(NOTHING_KNOWN) : documents.open(owner, details)

  const stored = (row: Row): Effect.Effect<StoredEmployee> =>
    Effect.map(opened(row, row.details), (details) => ({ ...row, details }))

  const updating = Effect.fnUntraced(function* (employee: Owner, details: EmployeeDetails, at: Date) {
    const sealed = yield* documents.seal(employee, details)
    return sql`UPDATE employees SET details = ${sealed}, version = version + 1, updated_at = ${at}
      WHERE id = ${employee.id}`
  })

  const first = (rows: ReadonlyArray<Row>) =>
    rows[0] === undefined ? Effect.succeed(Option.none<StoredEmployee>()) : Effect.asSome(stored(rows[0]))

  return {
    find: (productId: ProductId, id: EmployeeId) =>
      Effect.flatMap(sql<Row>`SELECT ${columns} WHERE e.product_id = ${productId} AND e.id = ${id}`, first),

    /**
     * The write of a new employee of the employer, unless another has the `remote_id`: it returns the id if it writes a
     * row.
     */
    inserting: Effect.fnUntraced(function* (
      employee: Pick<StoredEmployee, "id" | "product_id" | "employer_id" | "remote_id" | "inserted_at">,
      details: EmployeeDetails
    ) {
      const sealed = yield* documents.seal(employee, details)
      return sql`INSERT INTO employees (id, product_id, employer_id, remote_id, details, inserted_at, updated_at)
        VALUES (${employee.id}, ${employee.product_id}, ${employee.employer_id}, ${employee.remote_id}, ${sealed},
          ${employee.inserted_at}, ${employee.inserted_at})
        ON CONFLICT (employer_id, remote_id) DO NOTHING RETURNING id`
    }),

    /** Finds the employee by our id, by the employer's own, or by both, and locks it until the transaction ends. */
    lock: (
      productId: ProductId,
      employerId: EmployerId,
      name: { readonly id?: EmployeeId; readonly remote_id?: RemoteId }
    ) => {
      const where = sql.and([
        sql`e.product_id = ${productId}`,
        sql`e.employer_id = ${employerId}`,
        ...(name.id === undefined ? [] : [sql`e.id = ${name.id}`]),
        ...(name.remote_id === undefined ? [] : [sql`e.remote_id = ${name.remote_id}`])
      ])
      return Effect.flatMap(sql<Row>`SELECT ${columns} WHERE ${where} FOR UPDATE OF e`, first)
    },

    /** Newest first, and one row more than `limit` if there are more. */
    page: (
      productId: ProductId,
      before: string | undefined,
      limit: number,
      filter: { readonly employer_id: EmployerId | undefined; readonly remote_id: RemoteId | undefined }
    ) => {
      const where = sql.and([
        sql`e.product_id = ${productId}`,
        ...(before === undefined ? [] : [sql`e.id < ${before}`]),
        ...(filter.employer_id === undefined ? [] : [sql`e.employer_id = ${filter.employer_id}`]),
        ...(filter.remote_id === undefined ? [] : [sql`e.remote_id = ${filter.remote_id}`])
      ])
      return Effect.flatMap(
        sql<Row>`SELECT ${columns} WHERE ${where} ORDER BY e.id DESC LIMIT ${limit + 1}`,
        (rows) => Effect.forEach(rows, stored)
      )
    },

    /** The write of an employee's details. The caller holds the row's lock. */
    updating,

    /** Writes the employee's details. The caller holds the row's lock. */
    update: (employee: Owner, details: EmployeeDetails, at: Date) =>
      Effect.flatMap(updating(employee, details, at), Effect.asVoid),

    /** Opens the sealed details of a row. */
    opened,

    /** The write of `touch`, for a caller that doesn't need the new version. */
    touching: (id: EmployeeId, at: Date) =>
      sql`UPDATE employees SET version = version + 1, updated_at = ${at} WHERE id = ${id}`,

    /**
     * Raises the employee's version after its memberships changed, and returns the new version. The caller holds the
     * row's lock.
     */
    touch: (id: EmployeeId, at: Date) =>
      Effect.flatMap(
        sql<Pick<StoredEmployee, "version">>`UPDATE employees SET version = version + 1, updated_at = ${at}
          WHERE id = ${id} RETURNING version`,
        ([row]) =>
          row === undefined
            ? Effect.die(new Error("An employee that doesn't exist"))
            : Effect.succeed(row.version)
      )
  }
})

const MOST_PHONE_NUMBERS = 10

/**
 * The employee's contacts, extended by an e-mail address or a phone number from a session; the latest number comes
 * first.
 */
export const withContact = (
  known: EmployeeDetails,
  collected: {
    readonly email: S.EmailAddress | null
    readonly phone_number: S.PhoneNumber | null
    /** When the employee proved to hold the phone; null if never. */
    readonly phone_verified_at: S.Timestamp | null
  }
): EmployeeDetails => {
  const { phone_number } = collected
  const before = known.phone_numbers.find((entry) => entry.phone_number === phone_number)
  const others = known.phone_numbers.filter((entry) => entry !== before)
  return {
    email: collected.email ?? known.email,
    phone_numbers:
      phone_number === null
        ? known.phone_numbers
        : [
            { phone_number, verified_at: collected.phone_verified_at ?? before?.verified_at ?? null },
            ...others
          ].slice(0, MOST_PHONE_NUMBERS)
  }
}
