import * as S from "@embedded-super/contracts/schemas"
import { DataFolder, EventLog, SimulatorClock } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { EmployerBook } from "../employers/EmployerBook.ts"
import { ReceivedDetails } from "../employers/ReceivedDetails.ts"
import type { Hooks } from "../faults/Fault.ts"
import { PlayedFund } from "../funds.ts"
import { SftpAccount } from "./SftpAccount.ts"
import { SftpFailure, type SftpFiles } from "./SftpFiles.ts"
import { detailsRows, employerCsv, employerFileName, withFault, type Written } from "./csvFiles.ts"

const decodeResult = Schema.decodeUnknownEffect(Schema.fromJsonString(S.EmployerListResult))

/**
 * The outcomes in a result's file name. The simulator's own uploads are never ignored, and aren't stale within a
 * minute.
 */
const outcomes: ReadonlyArray<S.EmployerListResult["outcome"]> = ["accepted", "held", "refused"]

const outcomeIn: { readonly [O in S.EmployerListResult["outcome"]]: S.TimelineOutcome } = {
  accepted: "good",
  held: "stopped",
  refused: "refused",
  ignored: "refused",
  stale: "stopped"
}

const lookEvery = "250 millis"
const resultWithin = "60 seconds"

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`

/** The files that the fund and the service exchange by SFTP; simulates a real fund's nightly job. */
export class SftpExchange extends Context.Service<
  SftpExchange,
  {
    /** Uploads the employer book, and waits for the service's result. */
    readonly upload: (file: S.EmployerFileUpload) => Effect.Effect<S.EmployerFileOutcome>
    /** Reads the new files of employer details. */
    readonly pickUp: Effect.Effect<S.EmployerDetailsPickUp>
  }
>()("@embedded-super/fund-simulator/SftpExchange") {
  /** The salt for hashed lists is in a separate file; `list-salt` in the data folder by default. */
  static readonly layer = (saltFile: string | undefined, change?: Hooks["list"]) =>
    Layer.effect(SftpExchange, makeSftpExchange(saltFile, change))
}

const makeSftpExchange = Effect.fnUntraced(function* (
  saltFile: string | undefined,
  change: NonNullable<Hooks["list"]> = (file) => file
) {
  const fs = yield* FileSystem.FileSystem
  const account = yield* SftpAccount
  const book = yield* EmployerBook
  const details = yield* ReceivedDetails
  const clock = yield* SimulatorClock
  const log = yield* EventLog
  const { employerDetails } = yield* PlayedFund
  const saltAt = saltFile ?? (yield* DataFolder).file("list-salt")

  const salt = Effect.gen(function* () {
    const text = (yield* Effect.orElseSucceed(fs.readFileString(saltAt), () => "")).trim()
    if (!/^[!-~]{1,256}$/.test(text)) {
      return yield* new SftpFailure({
        sentence: `There is no salt in ${saltAt}. Put the salt there that was agreed with the service: 16 or more characters without spaces.`
      })
    }
    return Redacted.make(text)
  })

  /** The result that the service wrote beside the file; undefined if none appeared in time. */
  const resultOf = Effect.fnUntraced(function* (files: SftpFiles, name: string) {
    const found = Effect.gen(function* () {
      for (;;) {
        const names = yield* files.list("/inbox")
        const result = names.find((other) => outcomes.some((outcome) => other === `${name}.${outcome}.json`))
        if (result !== undefined) return yield* files.get(`/inbox/${result}`)
        yield* Effect.sleep(lookEvery)
      }
    })
    const text = yield* Effect.timeoutOption(found, resultWithin)
    return text._tag === "None" ? undefined : yield* Effect.orDie(decodeResult(text.value))
  })

  const upload = Effect.fnUntraced(function* ({ flaw: fault, format }: S.EmployerFileUpload) {
    const written: Written = format === "salted" ? { salt: yield* salt } : format
    const { rows, text } = yield* employerCsv(book.all(), written)
    const files = yield* account.open
    const name = employerFileName(clock.now(), yield* files.list("/inbox"))
    const file = change({ name, text: withFault(text, fault) })
    const file_name = file.name as S.EmployerListFileName
    // The service reads a file only after its rename, so an interrupted upload is never read as a list.
    yield* files.put(`/inbox/${file_name}.tmp`, file.text)
    yield* files.rename(`/inbox/${file_name}.tmp`, `/inbox/${file_name}`)
    const result = yield* resultOf(files, file_name)
    const verdict =
      result === undefined
        ? "The service gave no result within a minute"
        : result.outcome === "accepted"
          ? "The service accepted it"
          : `The service ${result.outcome} it: ${result.reason?.detail ?? "its result says why"}`
    const spoilt = fault === undefined ? "" : ", broken on purpose"
    const sent = `Uploaded ${file_name} by SFTP, with ${plural(rows, "employer")} of the book${spoilt}`
    const detail = `${sent}. ${verdict.replace(/\.$/, "")}.` as S.ShortText
    yield* log.note({
      kind: "employer_file_uploaded",
      summary: detail,
      detail: {
        file: file_name,
        format,
        ...(fault === undefined ? {} : { flaw: fault }),
        ...(result === undefined ? {} : { outcome: result.outcome })
      },
      isOutgoing: true,
      outcome: result === undefined ? "noted" : outcomeIn[result.outcome]
    })
    return { is_done: true, detail, file_name, rows, ...(result === undefined ? {} : { result }) }
  }, Effect.scoped)

  const pickUp = Effect.scoped(
    Effect.gen(function* () {
      const files = yield* account.open
      const names = (yield* files.list("/outbox")).filter(
        (name) => name.endsWith(".csv") && !details.hasFile(name)
      )
      const found: Array<S.DetailsFileName> = []
      let employers = 0
      for (const name of names.toSorted()) {
        const rows = yield* detailsRows(name, yield* files.get(`/outbox/${name}`), employerDetails.form)
        details.keepFile(rows, name as S.DetailsFileName)
        found.push(name as S.DetailsFileName)
        employers += rows.length
      }
      const detail = (
        found.length === 0
          ? "There is no new file in the outbox."
          : `${plural(found.length, "new file")} with the details of ${plural(employers, "employer")}.`
      ) as S.ShortText
      yield* log.note({
        kind: "employer_details_picked_up",
        summary: detail,
        detail: { files: found.join(", ") },
        isOutgoing: true,
        outcome: "good"
      })
      return { is_done: true, detail, files: found, employers }
    })
  )

  /** A failure is an outcome too: it is returned to the caller and logged. */
  const failed = ({ sentence }: SftpFailure) =>
    Effect.as(log.note({ kind: "sftp_failed", summary: sentence }), {
      is_done: false,
      detail: sentence.slice(0, 500) as S.ShortText
    })

  return SftpExchange.of({
    upload: (file) => Effect.catchTag(upload(file), "SftpFailure", failed),
    pickUp: Effect.catchTag(pickUp, "SftpFailure", (failure) =>
      Effect.map(failed(failure), (outcome) => ({ ...outcome, files: [], employers: 0 }))
    )
  })
})
