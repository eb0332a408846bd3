import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { fundsRepo, noSuchFund, type StoredFund } from "../funds/FundsRepo.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { IS_SUPERSEDED, KEPT_FOR, maxAge } from "./listRules.ts"

/** A supplied file as operators see it: nothing of what it holds. */
export interface ListedFile {
  readonly id: string
  readonly fund: string
  readonly file_name: string
  readonly state: "waiting" | "importing" | "accepted" | "held" | "refused" | "tried"
  readonly reason: string | null
  readonly rows_read: number
  readonly received_at: Date
  readonly is_in_force: boolean
  /** What would have come of a file that was only tried. */
  readonly tried_outcome: string | null
  /** From when the list in force matches nothing. */
  readonly stale_from: Date | null
  readonly is_stale: boolean
}

/** Employer lists for operators: what came, what is in force, and to let one pass that was held or came too early. */
export class EmployerLists extends Context.Service<
  EmployerLists,
  {
    /** The newest files first. */
    readonly list: (limit: number) => Effect.Effect<ReadonlyArray<ListedFile>>
    /** The fund with this slug, whose list is asked about. */
    readonly fund: (slug: string) => Effect.Effect<StoredFund, OperatorError>
    /**
     * Has the fund's newest file without mistakes imported again, without the guards of time and size. It must have been
     * held, or refused as too early; whoever does it has made sure with the fund that the list is right.
     */
    readonly override: (slug: string) => Effect.Effect<ListedFile, OperatorError>
    /**
     * Refuses that file for good: it is forgotten, and where it was held because it shrank, every employer of the list in
     * force matches again.
     */
    readonly refuse: (slug: string) => Effect.Effect<ListedFile, OperatorError>
  }
>()("@embedded-super/service/employer-lists/EmployerLists") {
  static readonly layer = Layer.effect(
    EmployerLists,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const funds = yield* fundsRepo

      const columns =
        sql.literal(`f.id, u.slug AS fund, f.file_name, f.state, f.reason, f.rows_read, f.received_at,
        CASE WHEN f.state = 'tried' THEN f.result ->> 'outcome' END AS tried_outcome,
        l.fund_id IS NOT NULL AS is_in_force, l.accepted_at + ${maxAge("u")} AS stale_from,
        coalesce(l.accepted_at <= business_now(u.simulated) - ${maxAge("u")}, false) AS is_stale
        FROM employer_list_files f JOIN funds u ON u.id = f.fund_id
        LEFT JOIN employer_lists l ON l.fund_id = f.fund_id AND l.generation = f.generation`)

      const fund = Effect.fn("EmployerLists.fund")(function* (slug: string) {
        const found = Option.getOrUndefined(yield* Effect.orDie(funds.findBySlug(slug)))
        return found === undefined ? yield* noSuchFund(slug) : found
      })

      /** The fund's file that an operator may decide about, unless another is being imported. */
      const undecided = Effect.fnUntraced(function* (slug: string) {
        const { id } = yield* fund(slug)
        const [file] =
          yield* sql<ListedFile>`SELECT ${columns} WHERE f.fund_id = ${id} AND f.closed_at IS NULL
            AND NOT f.dry_run AND (f.state IN ('held', 'waiting', 'importing') OR f.reason = 'too_early')
            AND f.received_at > business_now(u.simulated) - ${KEPT_FOR}::interval AND NOT ${sql.literal(IS_SUPERSEDED)}
          ORDER BY f.id DESC LIMIT 1 FOR UPDATE OF f`
        const isUndecided = file !== undefined && (file.state === "held" || file.state === "refused")
        return isUndecided ? { file, fundId: id } : yield* nothingHeld(slug)
      })

      const record = Effect.fnUntraced(
        function* (action: string, slug: string, fundId: string, file: ListedFile) {
          yield* audit({
            actor: yield* operator,
            action,
            entity: { kind: "fund", id: fundId },
            detail: { slug, file_id: file.id, because: file.reason ?? "" }
          })
          return file
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      )

      const override = Effect.fn("EmployerLists.override")(
        function* (slug: string) {
          const { file, fundId } = yield* undecided(slug)
          yield* sql`UPDATE employer_list_files SET state = 'waiting', overridden = true, told_at = NULL
            WHERE id = ${file.id}`
          return yield* record("employer_list.override", slug, fundId, file)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const refuse = Effect.fn("EmployerLists.refuse")(
        function* (slug: string) {
          const { file, fundId } = yield* undecided(slug)
          yield* sql`UPDATE employer_list_files SET state = 'refused', closed_at = platform_now() WHERE id = ${file.id}`
          if (file.state === "held") {
            yield* sql`UPDATE employer_lists SET held_generation = NULL, held_shrank = false WHERE fund_id = ${fundId}`
          }
          return yield* record("employer_list.refuse", slug, fundId, file)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      return EmployerLists.of({
        fund,
        override,
        refuse,
        list: (limit) => Effect.orDie(sql<ListedFile>`SELECT ${columns} ORDER BY f.id DESC LIMIT ${limit}`)
      })
    })
  )
}

const nothingHeld = (slug: string) =>
  new OperatorError({
    problem: `No list of the fund ${slug} is held, or was refused as too early, and waits for a decision.`,
    remedy: "See `admin employer-list show`; a file with mistakes has to be supplied anew."
  })
