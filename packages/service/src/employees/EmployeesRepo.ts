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
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"

/** What is personal about an employee, as it is sealed in its row. */
const EmployeeDetails = Schema.Struct({
  email: Schema.NullOr(EmailAddress),
  /** The latest first. */
  phone_numbers: Schema.Array(EmployeePhoneNumber)
})
export interface EmployeeDetails extends Schema.Schema.Type<typeof EmployeeDetails> {}

/** An employee as it is stored. */
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

type Row = Omit<StoredEmployee, "details"> & { readonly details: Uint8Array | null }

/** Of whom nothing was told, or everything erased. */
export const NOTHING_KNOWN: EmployeeDetails = { email: null, phone_numbers: [] }

/** The statements on employees. */
export const employeesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const documents = sealedDocument(yield* Vault, { table: "employees", column: "details" }, EmployeeDetails)

  const columns = sql.literal(
    "e.*, er.remote_id AS employer_remote_id FROM employees e JOIN employers er ON er.id = e.employer_id"
  )

  const stored = (row: Row): Effect.Effect<StoredEmployee> =>
    Effect.map(
      row.details === null ? Effect.succeed(NOTHING_KNOWN) : documents.open(row, row.details),
      (details) => ({ ...row, details })
    )

  const first = (rows: ReadonlyArray<Row>) =>
    rows[0] === undefined ? Effect.succeed(Option.none<StoredEmployee>()) : Effect.asSome(stored(rows[0]))

  return {
    find: (productId: ProductId, id: EmployeeId) =>
      Effect.flatMap(sql<Row>`SELECT ${columns} WHERE e.product_id = ${productId} AND e.id = ${id}`, first),

    /** Makes the employer's employee with this remote_id, unless there is one already. */
    ensure: (
      employee: Pick<StoredEmployee, "id" | "product_id" | "employer_id" | "remote_id" | "inserted_at">
    ) =>
      sql`INSERT INTO employees (id, product_id, employer_id, remote_id, inserted_at, updated_at)
        VALUES (${employee.id}, ${employee.product_id}, ${employee.employer_id}, ${employee.remote_id},
          ${employee.inserted_at}, ${employee.inserted_at})
        ON CONFLICT (employer_id, remote_id) DO NOTHING`,

    /** The employee by our id, by the employer's own, or by both; nobody else changes it until the transaction ends. */
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

    /** Newest first, one more than `limit` if there are more. */
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

    /** Writes what is known of the employee. The caller holds the row. */
    update: Effect.fnUntraced(function* (employee: StoredEmployee, details: EmployeeDetails, at: Date) {
      const sealed = yield* documents.seal(employee, details)
      yield* sql`UPDATE employees SET details = ${sealed}, version = version + 1, updated_at = ${at}
        WHERE id = ${employee.id}`
    }),

    /** The employee's memberships changed. The caller holds the row. Returns the employee's version from now on. */
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
