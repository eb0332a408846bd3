import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type * as S from "@embedded-super/contracts/schemas"
import { reportFiles } from "../src/report/writeReports.ts"
import { hostileReports } from "./hostile.ts"
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

/** The samples in a folder. */
export const written = (folder: string) => ({
  certificate: write(join(folder, "certificate"), samples["certificate"]!),
  failing: write(join(folder, "failing"), samples["failing"]!),
  incomplete: write(join(folder, "incomplete"), samples["incomplete"]!),
  part: write(join(folder, "part"), samples["part"]!),
  hostile: write(join(folder, "hostile"), hostileReports())
})
