import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed } from "../frame/context.ts"
import type { EmployeeView, FundChoices } from "./screens.ts"

/** Saves a choice among the funds that were shown. True if it was saved. */
export const useChooseFund = ({ display_id }: FundChoices) => {
  const embed = useEmbed<EmployeeView>()
  return (choice: Omit<Schemas["EmbedFundChoice"], "display_id">): Promise<boolean> =>
    embed.save((api, shown) =>
      api.PUT("/embed-api/v1/onboarding/super-selection", {
        params: seen(shown),
        body: { display_id, ...choice }
      })
    )
}
