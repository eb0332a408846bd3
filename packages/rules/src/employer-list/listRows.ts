import * as Data from "effect/Data"
import * as Csv from "effect/encoding/Csv"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type * as S from "@embedded-super/contracts/schemas"
import type { Hash } from "node:crypto"
import { createReadStream } from "node:fs"
import { finding } from "./findings.ts"
import { LARGEST_FILE, LONGEST_ROW } from "./listRules.ts"

/** The rest of the file can't be read. */
export class BrokenFile extends Data.TaggedError("BrokenFile")<{ readonly finding: S.EmployerListFinding }> {}

const CHUNK = 256 * 1024
const LINE_ENDS: ReadonlyArray<number> = [0x0a, 0x0d]

const broken = (code: S.EmployerListFindingCode, line?: number) =>
  new BrokenFile({ finding: finding(code, line) })

const isUtf16 = (start: Uint8Array): boolean =>
  (start[0] === 0xff && start[1] === 0xfe) ||
  (start[0] === 0xfe && start[1] === 0xff) ||
  start.subarray(0, 64).includes(0)

/** Whether a file starts like an Excel workbook: a zip file, or an OLE file of older versions. */
export const isExcel = (start: Uint8Array): boolean =>
  [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0]
  ].some((magic) => magic.every((byte, index) => start[index] === byte))

/** The records of a CSV file, in batches as read from the disk; its bytes pass through `digest`. */
export const listRows = (path: string, digest: Hash) => {
  let size = 0
  let last: number | undefined
  return Stream.fromAsyncIterable<Uint8Array, BrokenFile>(
    createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Uint8Array>,
    () => broken("unreadable")
  ).pipe(
    Stream.tap((chunk) => {
      if (size === 0 && isExcel(chunk)) return broken("excel_file")
      if (size === 0 && isUtf16(chunk)) return broken("utf_16", 1)
      size += chunk.length
      if (size > LARGEST_FILE) return broken("too_large")
      digest.update(chunk)
      last = chunk.at(-1) ?? last
      return Effect.void
    }),
    Stream.pipeThroughChannel(Csv.decode<BrokenFile>({ maxRecordSize: LONGEST_ROW })),
    Stream.catchTag("CsvError", (error) =>
      Stream.fail(broken(error.kind === "RecordSize" ? "line_too_long" : "quotes", error.line))
    ),
    // mutant (brokenFiles): a list whose end is missing isn't in force: `LINE_ENDS.includes(last)` -> `true`
    Stream.concat(
      Stream.suspend(() =>
        last === undefined || LINE_ENDS.includes(last) ? Stream.empty : Stream.fail(broken("cut_off"))
      )
    ),
    Stream.chunks
  )
}
