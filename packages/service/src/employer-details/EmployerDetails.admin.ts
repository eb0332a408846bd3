import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { filedCallsRepo } from "../funds/calls/FundCallsRepo.ts"
import { fundsRepo } from "../funds/FundsRepo.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import { queues } from "../platform/jobs/queues.ts"
import { answer } from "../platform/OperatorAnswer.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { detailsFilesRepo } from "./DetailsRepo.ts"

/** How long the command waits for the process that serves SFTP. */
const PATIENCE = Duration.seconds(20)

/** The simulated fund with this slug, if it receives employer details by file. */
const fundOf = Effect.fnUntraced(function* (slug: string) {
  const fund = yield* (yield* fundsRepo).named(slug)
  if (fund.profile.operations.employer_details?.delivery !== "sftp") {
    return yield* new OperatorError({
      problem: `The fund ${slug} receives no employer details by file.`,
      remedy: "Set operations.employer_details.delivery to sftp in its profile."
    })
  }
  if (fund.simulated) return fund
  return yield* new OperatorError({
    problem: `The fund ${slug} is a real fund: its file is written only daily, at 04:00 in Sydney.`,
    remedy: "Use a fund whose profile has simulated: true."
  })
})

/** Requests the file of the fund's waiting calls in one transaction, and returns their ids; none if nothing waits. */
const request = Effect.fnUntraced(function* (slug: string) {
  const sql = yield* SqlClient.SqlClient
  const calls = yield* filedCallsRepo
  const requests = yield* queues.detailsFileRequests
  const fund = yield* fundOf(slug)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
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
    })
  )
})

/** Waits until none of these calls is waiting; returns the names of the files that hold them. */
const written = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const calls = yield* filedCallsRepo
  while (yield* calls.isAnyWaiting(ids)) yield* Effect.sleep("100 millis")
  return yield* (yield* detailsFilesRepo).namesOf(ids)
})

const notWritten = new OperatorError({
  problem: `No process wrote the file within ${Duration.toSeconds(PATIENCE)} seconds.`,
  remedy:
    "Start `embedded-super sftp`, or release outgoing work if it is held (`admin status`). The file is then written; " +
    "don't repeat this command."
})

const write = Command.make(
  "write-file",
  { fund: Flag.String("fund").pipe(Flag.withDescription("The fund's slug")) },
  Effect.fnUntraced(function* ({ fund }) {
    const ids = yield* request(fund)
    const files =
      ids.length === 0
        ? []
        : yield* Effect.timeoutOrElse(written(ids), {
            duration: PATIENCE,
            orElse: () => Effect.fail(notWritten)
          })
    yield* answer({ fund, files }, () =>
      ids.length === 0
        ? `Fund ${fund} has no new employer details: no file is written.`
        : files.map((file) => `outbox/${file} is written for fund ${fund}`)
    )
  })
).pipe(
  Command.withDescription(
    "Write a simulated fund's file of employer details now instead of at 04:00 in Sydney. Needs a running `embedded-super sftp`"
  )
)

/** `admin employer-details`: the details that employers gave to the funds that they confirmed. */
export const employerDetailsCommand = Command.make("employer-details").pipe(
  Command.withDescription("Employer details for funds that receive them by file"),
  Command.withSubcommands([write])
)
