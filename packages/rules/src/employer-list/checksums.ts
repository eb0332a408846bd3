import type { EmployerListFinding } from "@embedded-super/contracts/schemas"
import { finding } from "./findings.ts"

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
