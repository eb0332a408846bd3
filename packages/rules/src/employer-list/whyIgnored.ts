import type { EmployerListFinding, EmployerListSettings } from "@embedded-super/contracts/schemas"
import { counts } from "./fileNames.ts"
import { finding } from "./findings.ts"
import { isExcel } from "./listRows.ts"

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
