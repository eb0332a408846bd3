import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { fundsRepo, type StoredFund } from "../funds/FundsRepo.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import { queues } from "../platform/jobs/queues.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { detailsFilesRepo } from "./DetailsFilesRepo.ts"
import { filedCallsRepo } from "../funds/calls/FiledCallsRepo.ts"

/** How long the command waits for the process that serves SFTP. */
const PATIENCE = Duration.seconds(20)

/** Writes a simulated fund's file of employer details ahead of its schedule, so that a fund can try it. */
export class DetailsFileNow extends Context.Service<
  DetailsFileNow,
  {
    /**
     * Requests the file and waits until it is in the outbox. Returns the file names; none if no details are waiting.
     */
    readonly write: (slug: string) => Effect.Effect<ReadonlyArray<string>, OperatorError | SqlError>
  }
>()("@embedded-super/service/employer-details/DetailsFileNow") {
  static readonly layer = Layer.effect(
    DetailsFileNow,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const funds = yield* fundsRepo
      const calls = yield* filedCallsRepo
      const files = yield* detailsFilesRepo
      const requests = yield* queues.detailsFileRequests

      const fundOf = Effect.fnUntraced(function* (slug: string) {
        const fund = yield* funds.named(slug)
        if (fund.profile.operations.employer_details?.delivery !== "sftp") return yield* takesNoFile(fund)
        return fund.simulated ? fund : yield* isReal(fund)
      })

      const ask = Effect.fnUntraced(
        function* (fund: StoredFund) {
          const waiting = yield* calls.waiting(fund.id)
          if (waiting.length === 0) return []
          yield* requests.offer({ fund: fund.slug })
          yield* audit({
            actor: yield* operator,
            action: "employer_details.write",
            entity: { kind: "fund", id: fund.id },
            detail: { slug: fund.slug }
          })
          return waiting
        },
        Effect.provideService(SqlClient.SqlClient, sql),
        sql.withTransaction
      )

      /** Waits until none of these calls is waiting; returns the names of the files that hold them. */
      const written = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        while (yield* calls.isAnyWaiting(ids)) yield* Effect.sleep("100 millis")
        return yield* files.namesOf(ids)
      })

      const write = Effect.fn("DetailsFileNow.write")(function* (slug: string) {
        const ids = yield* ask(yield* fundOf(slug))
        if (ids.length === 0) return []
        const names = yield* Effect.timeoutOption(written(ids), PATIENCE)
        return Option.isSome(names) ? names.value : yield* nobodyWrote
      })

      return DetailsFileNow.of({ write })
    })
  )
}

const takesNoFile = ({ slug }: StoredFund) =>
  new OperatorError({
    problem: `The fund ${slug} receives no employer details by file.`,
    remedy: "Set operations.employer_details.delivery to sftp in its profile."
  })

const isReal = ({ slug }: StoredFund) =>
  new OperatorError({
    problem: `The fund ${slug} is a real fund: its file is written only daily, at 04:00 in Sydney.`,
    remedy: "Use a fund whose profile has simulated: true."
  })

const nobodyWrote = new OperatorError({
  problem: `No process wrote the file within ${Duration.toSeconds(PATIENCE)} seconds.`,
  remedy: "Start the service with SFTP_PORT set. It then writes the file; don't repeat this command."
})
