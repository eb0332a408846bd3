/** Commands for the work of a fund's nightly jobs, sent to the simulator that runs on a data folder. */
import type {
  EmployerDetailsPickUp,
  EmployerFileOutcome,
  SftpAccountView
} from "@embedded-super/contracts/schemas"
import { askRunning, CannotStart } from "@embedded-super/simulator-kit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const dataDir = Flag.String("data-dir").pipe(
  Flag.withDescription("The data folder of the running simulator"),
  Flag.withDefault(".data/fund-simulator")
)

/** Prints the outcome; an unsuccessful outcome fails the command. */
const report = ({ detail, is_done }: { readonly detail: string; readonly is_done: boolean }) =>
  is_done ? Console.log(detail) : Effect.fail(new CannotStart({ sentence: detail }))

const dataOf = <A>(answer: unknown): A => (answer as { readonly data: A }).data

const uploadEmployers = Command.make(
  "upload-employers",
  {
    dataDir,
    format: Flag.Literals("format", ["plain", "hashed", "salted"]).pipe(
      Flag.withDescription("Plain ABNs, their SHA-256, or their SHA-256 with the agreed salt"),
      Flag.withDefault("plain" as const)
    )
  },
  Effect.fnUntraced(function* ({ dataDir, format }) {
    const request = { method: "POST", path: "/_simulator/employer-files", body: { format } } as const
    const outcome = dataOf<EmployerFileOutcome>(yield* askRunning(dataDir, request))
    for (const { code, detail, line } of outcome.result?.findings ?? [])
      yield* Console.log(`  ${line === undefined ? "" : `line ${line}: `}${code}  ${detail}`)
    yield* report({
      ...outcome,
      is_done: outcome.is_done && (outcome.result?.outcome ?? "accepted") === "accepted"
    })
  })
).pipe(Command.withDescription("Upload the employer book by SFTP, and show the service's result"))

const pickUpDetails = Command.make(
  "pick-up-details",
  { dataDir },
  Effect.fnUntraced(function* ({ dataDir }) {
    const request = { method: "POST", path: "/_simulator/employer-details-files" } as const
    yield* report(dataOf<EmployerDetailsPickUp>(yield* askRunning(dataDir, request)))
  })
).pipe(Command.withDescription("Read the new files of employer details in the outbox by SFTP"))

const sftpKey = Command.make(
  "sftp-key",
  { dataDir },
  Effect.fnUntraced(function* ({ dataDir }) {
    const { public_key } = dataOf<SftpAccountView>(
      yield* askRunning(dataDir, { method: "GET", path: "/_simulator/sftp" })
    )
    yield* Console.log(public_key)
  })
).pipe(
  Command.withDescription(
    "Show the public key that opens the fund's SFTP account, for the service's operator"
  )
)

export const commands = [uploadEmployers, pickUpDetails, sftpKey] as const
