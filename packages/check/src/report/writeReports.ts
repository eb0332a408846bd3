/**
 * Writes all forms of a report into a folder. All are made from one `CheckReport`, which is validated first, so nothing
 * that isn't in report.json is in another form.
 *
 * Each file is written under another name and then renamed: a reader never sees a half file, and a run that can't write
 * leaves the files of the run before.
 */
import * as S from "@embedded-super/contracts/schemas"
import { makeFolder } from "@embedded-super/program/makeFolder"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { dirname, join, resolve } from "node:path"
import process from "node:process"
import { badge } from "./badge.ts"
import { junit } from "./junit.ts"
import { reportPage } from "./html/reportPage.ts"
import { summary } from "./summary.ts"

/** A folder that can't hold the report: one sentence with what to do. */
class ReportNotWritten extends Data.TaggedError("ReportNotWritten")<{
  readonly folder: string
  readonly sentence: string
}> {}

/** How the operating system names what is in the way, and what to do. */
const advice: Readonly<Record<string, string>> = {
  PermissionDenied: "This user may not write there. Name another folder, or change its permissions.",
  AlreadyExists: "A file is in the way. Name another folder, or remove the file.",
  BadResource: "A file or a folder is in the way. Name another folder, or remove it.",
  NotFound: "The path can't be created. Name another folder."
}

const because = (folder: string, reason: string) =>
  new ReportNotWritten({
    folder,
    sentence: `The report can't be written into ${folder}. ${
      advice[reason] ?? "Check that the disk has space and can be written, or name another folder."
    }`
  })

const notWritten = (folder: string) => (error: PlatformError) => because(folder, error.reason._tag)

/** Fails before a run if its report couldn't be written after it. It creates nothing. */
export const requireWritable = Effect.fn("requireWritable")(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const into = resolve(folder)
  const isThere = (path: string) => Effect.orElseSucceed(fs.exists(path), () => false)
  let nearest = into
  while (!(yield* isThere(nearest)) && nearest !== dirname(nearest)) nearest = dirname(nearest)
  const { type } = yield* Effect.mapError(fs.stat(nearest), notWritten(into))
  if (type !== "Directory") return yield* because(into, "AlreadyExists")
  yield* Effect.mapError(fs.access(nearest, { writable: true }), notWritten(into))
})

/** The files of a report by their names. */
export const reportFiles = (report: S.CheckReport): Readonly<Record<string, string>> => {
  const json = `${JSON.stringify(Schema.encodeSync(S.CheckReport)(report), null, 2)}\n`
  const fingerprint = createHash("sha256").update(json).digest("hex")
  return {
    "report.json": json,
    "report.html": reportPage(report, fingerprint),
    "junit.xml": junit(report),
    "summary.md": summary(report),
    "badge.svg": badge(report)
  }
}

/** Writes the files, and returns their paths. */
export const writeReports = Effect.fn("writeReports")(function* (folder: string, report: S.CheckReport) {
  const fs = yield* FileSystem.FileSystem
  const into = resolve(folder)
  const files = Object.entries(reportFiles(report)).map(([name, text]) => ({
    path: join(into, name),
    text
  }))
  const unfinished = ({ path }: { readonly path: string }): string => `${path}.${process.pid}.tmp`
  const write = Effect.gen(function* () {
    yield* makeFolder(into)
    for (const file of files) yield* fs.writeFileString(unfinished(file), file.text)
    for (const file of files) yield* fs.rename(unfinished(file), file.path)
  })
  yield* write.pipe(
    Effect.mapError(notWritten(into)),
    Effect.onError(() =>
      Effect.forEach(files, (file) => Effect.ignore(fs.remove(unfinished(file), { force: true })))
    )
  )
  return files.map(({ path }) => path)
})
