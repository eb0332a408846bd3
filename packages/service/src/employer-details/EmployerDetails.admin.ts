import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { DetailsFileNow } from "./DetailsFileNow.ts"

const write = Command.make(
  "write-file",
  { fund: Flag.String("fund").pipe(Flag.withDescription("The fund's slug")) },
  Effect.fnUntraced(function* ({ fund }) {
    const files = yield* (yield* DetailsFileNow).write(fund)
    if (files.length === 0)
      return yield* Console.log(`Fund ${fund} has no new employer details: no file is written.`)
    for (const file of files) yield* Console.log(`outbox/${file} is written for fund ${fund}`)
  })
).pipe(
  Command.withDescription(
    "Write a simulated fund's file of employer details now instead of at 04:00 in Sydney. Needs a running service with SFTP_PORT"
  )
)

/** `admin employer-details`: the details that employers gave to the funds that they confirmed. */
export const employerDetailsCommand = Command.make("employer-details").pipe(
  Command.withDescription("Employer details for funds that receive them by file"),
  Command.withSubcommands([write])
)
