import type { EmployerListSettings } from "@embedded-super/contracts/schemas"
import type { CurrentList } from "./FilesRepo.ts"
import { DEFAULT_SIZE_CHANGE_PERCENT } from "./limits.ts"

/** Why a list that is whole in itself can't take the place of the one in force without an operator's word. */
export const sizeGuard = (
  agreed: EmployerListSettings | undefined,
  current: CurrentList | undefined,
  entries: number
): "too_early" | "shrank" | "grew" | undefined => {
  if (current === undefined) return undefined
  if (current.too_early) return "too_early"
  const share = (agreed?.size_change_percent ?? DEFAULT_SIZE_CHANGE_PERCENT) / 100
  if (entries < current.entries * (1 - share)) return "shrank"
  return entries > current.entries * (1 + share) ? "grew" : undefined
}
