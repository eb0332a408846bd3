import type { EmployerListSettings } from "@embedded-super/contracts/schemas"
import type { CurrentList } from "./FilesRepo.ts"
import { DEFAULT_SIZE_CHANGE_PERCENT } from "./limits.ts"

/** Whether a list differs in size from the one in force by more than was agreed, so that an operator has to confirm it. */
export const sizeGuard = (
  agreed: EmployerListSettings | undefined,
  current: CurrentList | undefined,
  entries: number
): "shrank" | "grew" | undefined => {
  if (current === undefined) return undefined
  const share = (agreed?.size_change_percent ?? DEFAULT_SIZE_CHANGE_PERCENT) / 100
  if (entries < current.entries * (1 - share)) return "shrank"
  return entries > current.entries * (1 + share) ? "grew" : undefined
}
