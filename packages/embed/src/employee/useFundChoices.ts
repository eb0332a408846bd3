import { useEffect, useState } from "preact/hooks"
import { useEmbed, useStateOf } from "../frame/context.ts"
import type { EmployeeView, FundChoices } from "./screens.ts"

/** The state of the funds to choose from. */
export type Funds =
  | { readonly is: "loading" }
  /** The ATO is being asked about the employee's fund. */
  | { readonly is: "asking" }
  | { readonly is: "failed"; readonly again: () => void }
  | { readonly is: "known"; readonly choices: FundChoices }

/** The longest time that the ATO's answer is waited for. */
const PATIENCE_MS = 5_000

const EVERY_MS = 1_000

/**
 * The fund choices, fetched whenever the fund screens are shown for a view, and again after a refusal because they, or
 * a text in them, have changed. The ATO's answer is waited for at most five seconds; a later one changes the choices, which the save reports.
 */
export const useFundChoices = (view: EmployeeView, isShown: boolean): Funds => {
  const embed = useEmbed<EmployeeView>()
  const { errors, strip } = useStateOf(embed)
  const [funds, setFunds] = useState<Funds>({ is: "loading" })
  const [attempt, setAttempt] = useState(0)
  const isStale =
    (strip?.is === "conflict" && strip.code === "fund_choices_changed") ||
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
        performance.now() - began < PATIENCE_MS
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
