import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type * as S from "@embedded-super/contracts/schemas"
import { reportFiles } from "../src/report/writeReports.ts"
import { hostile, hostileReport } from "./hostile.ts"
import { samples } from "./samples.ts"

/** The paths of a report's files by their names. */
const write = (folder: string, report: S.CheckReport): Readonly<Record<string, string>> => {
  mkdirSync(folder, { recursive: true })
  return Object.fromEntries(
    Object.entries(reportFiles(report)).map(([name, text]) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return [name, path]
    })
  )
}

export const written = (folder: string): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    Object.entries(samples).map(([name, report]) => [name, write(join(folder, name), report)])
  )

/** Each hostile text with the files of a report that is full of it. */
export const writtenHostile = (folder: string) =>
  hostile.map((text, index) => {
    const report = hostileReport(text)
    return { text, files: write(join(folder, `hostile-${index}`), report), texts: reportFiles(report) }
  })
