import type { EmployerListFinding, EmployerListSettings } from "@embedded-super/contracts/schemas"
import { finding } from "./findings.ts"
import { isExcel } from "./listRows.ts"

const UNFINISHED = [".part", ".filepart", ".tmp", ".partial"]

/** The endings of a result's name. Earlier versions wrote `rejected` for held or refused files. */
const ENDINGS = ["accepted", "held", "refused", "ignored", "stale", "rejected"]

const RESULT = new RegExp(`\\.(?:${ENDINGS.join("|")})\\.json$`)

/** Whether the service wrote the file as a result. */
export const isResult = (name: string): boolean => RESULT.test(name)

export const resultName = (fileName: string, outcome: string): string => `${fileName}.${outcome}.json`

/** The possible names of a file's results. */
export const resultNames = (fileName: string): ReadonlyArray<string> =>
  ENDINGS.map((ending) => resultName(fileName, ending))

/** Whether the name is that of an unfinished upload, or of a file that the fund keeps for itself. */
export const isUnfinished = (name: string): boolean =>
  name.startsWith(".") || UNFINISHED.some((ending) => name.toLowerCase().endsWith(ending))

/** Whether a file of this name is imported: it matches the agreed pattern, and isn't an unfinished upload. */
export const counts = (name: string, pattern: string = "*.csv"): boolean => {
  if (isUnfinished(name)) return false
  const expression = pattern.split("*").map((text) => text.replace(/[.\\]/g, "\\$&"))
  return new RegExp(`^${expression.join("[A-Za-z0-9._-]*")}$`).test(name) && /^[A-Za-z0-9]/.test(name)
}

/** Why a file that lies in an inbox isn't imported, and how to correct that. `start` is its first four bytes. */
export const whyIgnored = (
  name: string,
  start: Uint8Array,
  agreed: EmployerListSettings | undefined
): EmployerListFinding => {
  if (isExcel(start)) return finding("excel_file")
  if (!counts(name, agreed?.file_name)) {
    const pattern = agreed?.file_name ?? "*.csv"
    const words = `Files with this name aren't accepted. Rename it to match ${pattern}: case matters, and * matches any letters.`
    return finding("name_not_taken", undefined, words)
  }
  return finding(agreed?.complete_when === "checksum_file" ? "checksum_missing" : "not_renamed")
}

/** Stands for the checksum of a file whose `.sha256` file can't be read. */
const UNREADABLE = "unreadable"

/** The checksum that a `.sha256` file names, in the form that `sha256sum` writes. */
export const checksumIn = (text: string): string =>
  // Text that isn't a SHA-256 counts as unreadable: the file is then refused for it.
  /^[0-9a-f]{64}(?=\s|$)/.exec(text.trim().toLowerCase())?.[0] ?? UNREADABLE

/** The finding about a file whose checksum should be `expected`; null: none was agreed. */
export const checksumFinding = (
  expected: string | null,
  sha256: string | undefined
): EmployerListFinding | undefined => {
  if (expected === null || expected === sha256) return undefined
  return finding(expected === UNREADABLE ? "checksum_unreadable" : "checksum_differs")
}
