/**
 * How a list is delivered: its name, its checksum, and the upload to the SFTP server that the kit runs. A file from disk
 * shows its name, and its checksum if there is one; the rest is observed only at an upload.
 */
import { counts } from "@embedded-super/rules/employer-list/fileNames"
import { finding } from "@embedded-super/rules/employer-list/findings"
import * as Effect from "effect/Effect"
import { type Outcome, fail, notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import type { Upload } from "../../list/openList.ts"
import { lacksList, LIST_TIME, noList, suppliesLists } from "./findingsCheck.ts"

const common = {
  level: "MUST",
  modes: ["dev", "certify", "probe"],
  timeLimit: LIST_TIME,
  appliesTo: suppliesLists
} as const

/** A check that judges an upload. A list from disk shows none. */
const ofUpload = (
  judge: (upload: Upload, fund: FundUnderTest) => Effect.Effect<Outcome>
): Pick<FundCheck, "lacks" | "run"> => ({
  lacks: (fund) =>
    fund.list.source === "disk"
      ? "The list comes from check.list_file, which shows no upload. Name check.list_sftp in its place, and let the fund upload there."
      : lacksList(fund),
  run: (fund) =>
    Effect.flatMap(fund.list.upload, (upload) =>
      upload === undefined ? Effect.succeed(noList(fund.list)) : judge(upload, fund)
    )
})

const nothing = ({ ignored, login }: Upload, { list }: FundUnderTest): Outcome => {
  if (ignored.length > 0)
    return notObserved("The service ignores what the fund uploaded: see LIST-2.6-16 and LIST-2.6-17.")
  return login === "accepted" ? notObserved("The fund logged in and uploaded no file.") : noList(list)
}

/** The failure for files that the service would leave in the inbox. */
const ignoredAs = (
  upload: Upload,
  codes: ReadonlyArray<Upload["ignored"][number]["code"]>,
  expected: string
) => {
  const found = upload.ignored.find(({ code }) => codes.includes(code))
  if (found === undefined) return undefined
  return fail({
    cause: finding(found.code).detail,
    expected,
    actual: "The file stays in the inbox, and the service ignores it.",
    root: `list_${found.code}`
  })
}

export const bySftp: FundCheck = {
  ...common,
  id: "LIST-2.6-15",
  requirement: "R-2.6-5",
  also: ["R-1-18"],
  title: "The fund delivers the list by SFTP, to its own account with its own key.",
  hint: "Log in by the profile's slug with the Ed25519 key that you gave us, pin our host key, and upload to /inbox.",
  ...ofUpload((upload, fund) => {
    if (upload.login === "refused")
      return Effect.succeed(
        fail({
          cause: "The fund logs in with another name, another key or a password.",
          expected: "The profile's slug, and the key of check.list_sftp.",
          actual: "The server refused each log-in."
        })
      )
    const isThere = upload.files.length + upload.trials.length + upload.ignored.length > 0
    return Effect.succeed(isThere ? pass : nothing(upload, fund))
  })
}

export const name: FundCheck = {
  ...common,
  id: "LIST-2.6-16",
  requirement: "D-employer-lists",
  title: "The list has a name that was agreed.",
  hint: "Names are case-sensitive: EMPLOYERS.CSV doesn't match *.csv. The profile's file_name holds the agreed pattern.",
  lacks: lacksList,
  run: (fund) =>
    Effect.gen(function* () {
      const { list } = fund
      const expected = `A name that matches ${list.agreed?.file_name ?? "*.csv"}.`
      const upload = yield* list.upload
      if (upload !== undefined) {
        const wrong = ignoredAs(upload, ["name_not_taken"], expected)
        return wrong ?? (upload.files.length + upload.trials.length > 0 ? pass : nothing(upload, fund))
      }
      const file = yield* list.supplied
      if (file === undefined) return noList(list)
      return counts(file.name, list.agreed?.file_name)
        ? pass
        : fail({
            cause: "The list has a name that isn't imported.",
            expected,
            actual: "The service would leave the file in the inbox.",
            root: "list_name_not_taken"
          })
    })
}

export const complete: FundCheck = {
  ...common,
  id: "LIST-2.6-17",
  requirement: "D-list-results",
  title: "The fund marks an upload as complete in the agreed way.",
  hint: "By the profile's complete_when: rename the file after the upload, put its .sha256 file beside it, or leave it closed for 30 seconds.",
  ...ofUpload((upload, fund) => {
    const expected = `An upload that is complete as complete_when says: ${fund.list.agreed?.complete_when}.`
    const wrong = ignoredAs(upload, ["not_renamed", "checksum_missing"], expected)
    const isThere = upload.files.length + upload.trials.length > 0
    return Effect.succeed(wrong ?? (isThere ? pass : nothing(upload, fund)))
  })
}

export const checksum: FundCheck = {
  ...common,
  id: "LIST-2.6-18",
  requirement: "D-list-results",
  title: "The checksum beside the list is that of the list.",
  hint: "Write it with `sha256sum FILE > FILE.sha256` after the file is closed, and before either is uploaded.",
  appliesTo: (fund) => {
    const { agreed } = fund.list
    return agreed !== undefined && agreed.complete_when !== "checksum_file"
      ? "No checksum is agreed for the list."
      : suppliesLists(fund)
  },
  lacks: lacksList,
  run: ({ list }) =>
    Effect.gen(function* () {
      const file = yield* list.supplied
      const judged = yield* list.judged
      if (file === undefined || judged === undefined) return noList(list)
      if (file.checksum === undefined) return notObserved("There is no .sha256 file beside the list.")
      const { reason } = judged
      if (reason === undefined) return pass
      if (reason.code !== "checksum_differs" && reason.code !== "checksum_unreadable")
        return notObserved(`The service reads no further: ${reason.detail}`)
      return fail({
        cause: reason.detail,
        expected: "The SHA-256 of the file in 64 hexadecimal digits, as sha256sum writes it.",
        actual: "The service refuses the list.",
        root: `list_${reason.code}`
      })
    })
}

export const weekly: FundCheck = {
  ...common,
  id: "LIST-2.6-19",
  requirement: "R-2.6-6",
  also: ["R-8-3"],
  title: "The fund supplies at most one list a week.",
  hint: "Run the upload once a week. Try a file in inbox/test, which doesn't count; a file that was refused doesn't count either.",
  ...ofUpload((upload, { list }) =>
    Effect.map(list.judged, (judged) => {
      if (upload.files.length < 2 || judged?.outcome !== "accepted")
        return notObserved(
          "A week doesn't pass while the checks run, and no second list was uploaded after an accepted one."
        )
      return fail({
        cause: "The fund uploads another list within a week of one that was accepted.",
        expected: "The next list a week later.",
        actual: `${upload.files.length} lists in one run.`
      })
    })
  )
}

export const readsTheResult: FundCheck = {
  ...common,
  id: "LIST-2.6-20",
  level: "INFO",
  requirement: "D-list-results",
  title: "The fund reads the result file of its list.",
  hint: "Look for <file name>.accepted.json, .held.json or .refused.json in /inbox after the upload, and tell an engineer unless it is accepted.",
  ...ofUpload((upload, fund) => {
    if (upload.files.length === 0) return Effect.succeed(nothing(upload, fund))
    return Effect.succeed(
      upload.resultRead
        ? pass
        : notObserved("The fund didn't read the result in the seconds after its upload.")
    )
  })
}
