import { useEffect, useRef, useState } from "preact/hooks"
import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed, useStateOf } from "../frame/context.ts"
import type { EmployeeScreen, EmployeeView, FundChoices } from "./screens.ts"

/** The state of the funds to choose from. */
export type Funds =
  | { readonly is: "loading" }
  /** The ATO is being asked about the employee's fund. */
  | { readonly is: "asking" }
  | { readonly is: "failed"; readonly again: () => void }
  | { readonly is: "known"; readonly choices: FundChoices }

/** The longest time that the ATO's answer is waited for. */
const ATO_LIMIT_MS = 5_000

const EVERY_MS = 1_000

/**
 * The fund choices, fetched whenever the fund screens are shown for a view, and again after a refusal because they, or
 * a text in them, have changed. The ATO's answer is waited for at most five seconds; a later one changes the choices, which the save reports.
 */
export const useFundChoices = (view: EmployeeView, isShown: boolean): Funds => {
  const embed = useEmbed<EmployeeView>()
  const { banner, errors } = useStateOf(embed)
  const [funds, setFunds] = useState<Funds>({ is: "loading" })
  const [attempt, setAttempt] = useState(0)
  const isStale =
    (banner?.is === "conflict" && banner.code === "fund_choices_changed") ||
    errors.some(({ code, pointer }) => code === "not_allowed" && pointer.endsWith("_version"))
  useEffect(() => {
    if (!isShown) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout>
    const began = performance.now()
    const load = async () => {
      const answer = await embed.read((api) => api.GET("/embed-api/v1/onboarding/fund-choices"))
      if (!isCurrent) return
      if (answer === undefined) {
        setFunds({ is: "failed", again: () => setAttempt((count) => count + 1) })
      } else if (
        answer.data.existing.stapling.status === "pending" &&
        performance.now() - began < ATO_LIMIT_MS
      ) {
        setFunds((before) => (before.is === "known" ? before : { is: "asking" }))
        timer = setTimeout(() => void load(), EVERY_MS)
      } else {
        setFunds({ is: "known", choices: answer.data })
      }
    }
    void load()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isShown, view.revision, isStale, attempt])
  return funds
}

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

type Shown = Schemas["EmbedFundDoor"]

/** The ways to choose a fund, by their screens. The embed API calls them doors. */
const DOOR_OF: Partial<Record<EmployeeScreen, Shown>> = {
  existing: "existing",
  join: "join",
  employer_default: "employer_default",
  smsf: "self_managed"
}

/**
 * Records which ways to choose were opened, and whether an advertisement was on the screen (D-advertising). Nothing waits
 * for it.
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
