import { seen } from "../frame/api.ts"
import { useEmbed } from "../frame/context.ts"
import type { EmployeeView } from "./screens.ts"

/** Sends a code to a phone, and asks for it. */
export const useSendCode = () => {
  const embed = useEmbed<EmployeeView>()
  return (phone: string) =>
    embed.change(
      (api, shown) =>
        api.POST("/embed-api/v1/onboarding/phone-verification", {
          params: seen(shown),
          body: { phone_number: phone }
        }),
      "code"
    )
}
