import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { fundsRepo, noSuchFund, type StoredFund } from "../funds/FundsRepo.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import { Jobs } from "../platform/jobs/Jobs.ts"
import { OperatorError } from "../platform/OperatorError.ts"

/** Funds whose file is wanted now. A process that serves SFTP takes them, because the outbox is on its disk. */
export const detailsFileRequests = Effect.flatMap(Jobs, (jobs) =>
  jobs.queue({ name: "employer details file now", schema: Schema.Struct({ fund: Schema.String }) })
)

/** How long a command waits for the process that serves SFTP. */
const PATIENCE = Duration.seconds(20)

/** Has the file of employer details of a simulated fund written before its time, so that a fund can try it. */
export class DetailsFileNow extends Context.Service<
  DetailsFileNow,
  {
    /** Asks for the file and waits until it is in the outbox. Returns the names of files; none if nothing is new. */
    readonly write: (slug: string) => Effect.Effect<ReadonlyArray<string>, OperatorError | SqlError>
  }
>()("@embedded-super/service/employer-details/DetailsFileNow") {
  static readonly layer = Layer.effect(
    DetailsFileNow,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const funds = yield* fundsRepo
      const requests = yield* detailsFileRequests

      const fundOf = Effect.fnUntraced(function* (slug: string) {
        const fund = Option.getOrUndefined(yield* funds.findBySlug(slug))
        if (fund === undefined) return yield* noSuchFund(slug)
        if (fund.profile.operations.employer_details?.delivery !== "sftp") return yield* takesNoFile(fund)
        return fund.simulated ? fund : yield* isReal(fund)
      })

      const ask = Effect.fnUntraced(
        function* (fund: StoredFund) {
          const waiting = yield* sql<{ id: string }>`SELECT id FROM fund_calls
            WHERE fund_id = ${fund.id} AND operation = 'employer_details' AND state = 'waiting'`
          if (waiting.length === 0) return []
          yield* requests.offer({ fund: fund.slug })
          yield* audit({
            actor: yield* operator,
            action: "employer_details.write",
            entity: { kind: "fund", id: fund.id },
            detail: { slug: fund.slug }
          })
          return waiting.map(({ id }) => id)
        },
        Effect.provideService(SqlClient.SqlClient, sql),
        sql.withTransaction
      )

      /** The names of the files that hold these calls, once none of them waits. */
      const written = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        for (;;) {
          const waiting = yield* sql`SELECT FROM fund_calls WHERE ${sql.in("id", ids)} AND state = 'waiting'`
          if (waiting.length === 0) break
          yield* Effect.sleep("100 millis")
        }
        const files = yield* sql<{ file_name: string }>`SELECT DISTINCT f.file_name
          FROM employer_details_files f JOIN fund_calls k ON k.file_id = f.id WHERE ${sql.in("k.id", ids)}
          ORDER BY f.file_name`
        return files.map(({ file_name }) => file_name)
      })

      const write = Effect.fn("DetailsFileNow.write")(function* (slug: string) {
        const ids = yield* ask(yield* fundOf(slug))
        if (ids.length === 0) return []
        const files = yield* Effect.timeoutOption(written(ids), PATIENCE)
        return Option.isSome(files) ? files.value : yield* nobodyWrote
      })

      return DetailsFileNow.of({ write })
    })
  )
}

const takesNoFile = ({ slug }: StoredFund) =>
  new OperatorError({
    problem: `The fund ${slug} receives no employer details by file.`,
    remedy: "Its profile says so: operations.employer_details.delivery must be sftp."
  })

const isReal = ({ slug }: StoredFund) =>
  new OperatorError({
    problem: `The fund ${slug} is a real fund, whose file is written daily at 04:00 in Sydney and at no other time.`,
    remedy: "Try it with a fund whose profile says simulated: true."
  })

const nobodyWrote = new OperatorError({
  problem: `No process wrote the file within ${Duration.toSeconds(PATIENCE)} seconds.`,
  remedy: "Start the service with SFTP_PORT: it writes the file then, without being asked again."
})
