import { useEffect, useRef } from "preact/hooks"
import type { Schemas } from "../frame/api.ts"
import { useEmbed } from "../frame/context.ts"
import type { EmployeeScreen, EmployeeView } from "./screens.ts"
import type { Funds } from "./useFundChoices.ts"

type Shown = Schemas["EmbedFundDoor"]

/** The doors by their screens. */
const DOOR_OF: Partial<Record<EmployeeScreen, Shown>> = {
  existing: "existing",
  join: "join",
  employer_default: "employer_default",
  smsf: "self_managed"
}

/**
 * Records which doors were opened, and whether an advertisement was on the screen (D-advertising). It's a record of what was
 * seen: nothing waits for it.
 */
export const useShown = (funds: Funds, screen: EmployeeScreen): void => {
  const embed = useEmbed<EmployeeView>()
  const opened = useRef<{ readonly display?: string; readonly doors: ReadonlyArray<Shown> }>({ doors: [] })
  const choices = funds.is === "known" ? funds.choices : undefined
  const door = DOOR_OF[screen]
  useEffect(() => {
    if (choices === undefined || door === undefined) return
    const display = choices.display_id
    const before = opened.current.display === display ? opened.current.doors : []
    const doors = [...new Set([...before, door])]
    opened.current = { display, doors }
    const { allowed, fund_products: promoted } = choices.join.promotion
    const advertisement = doors.includes("join") && allowed && promoted.length > 0
    embed.note((api) =>
      api.PUT("/embed-api/v1/onboarding/fund-choices/{display_id}/shown", {
        params: { path: { display_id: display } },
        body: { doors, ...(advertisement ? { advertisement } : {}) }
      })
    )
  }, [choices?.display_id, door])
}
