import type { EmployerListFinding } from "@embedded-super/contracts/schemas"
import { checksumFinding } from "./checksums.ts"
import { finding } from "./findings.ts"
import type { ListReader } from "./ListReader.ts"

/** Why a whole file is refused; undefined if it isn't. `broken`: the rest of the file couldn't be read. */
export const refusalOf = (
  reader: ListReader,
  {
    broken,
    expected,
    sha256
  }: {
    readonly broken: EmployerListFinding | undefined
    /** The checksum that was supplied with the file; null if none was. */
    readonly expected: string | null
    readonly sha256: string | undefined
  }
): EmployerListFinding | undefined => broken ?? reader.end() ?? checksumFinding(expected, sha256)

/** The findings on a file that was read, those on the whole file first, then by line. */
export const findingsOf = (
  reader: ListReader,
  { isReversible, matchesNoEmployer }: { readonly isReversible: boolean; readonly matchesNoEmployer: boolean }
): ReadonlyArray<EmployerListFinding> => [
  ...(isReversible ? [finding("hashes_reversible")] : []),
  ...(matchesNoEmployer ? [finding("matches_no_known_employer")] : []),
  ...reader.findings.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
]
