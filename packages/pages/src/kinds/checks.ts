import { kind } from "./Kind.ts"
import { counted, ended } from "./words.ts"

/** Runs of the conformance kits that the Workbench began. Their calls have the first of these as their cause. */
export const checks = {
  fund_check_started: kind<{ readonly fund: string; readonly mode: "dev" | "certify" | "probe" }>({
    outcome: () => "noted",
    sentence: ({ fund, mode }) =>
      `fund-check begins to check ${fund} (${mode}). The calls that it makes come from fund-check.`,
    requirements: ["D-conformance-kits"]
  }),

  fund_checked: kind<{
    readonly fund: string
    /** Null if the check couldn't begin. */
    readonly verdict: "conforms" | "does_not_conform" | "incomplete" | null
    readonly failed: number
    /** Why it couldn't begin. */
    readonly problem: string | null
  }>({
    outcome: ({ verdict }) =>
      verdict === "conforms" ? "good" : verdict === "does_not_conform" ? "failed" : "stopped",
    sentence: ({ failed, fund, problem, verdict }) => {
      if (verdict === null) return `fund-check could not check ${fund}: ${ended(problem ?? "")}`
      if (verdict === "incomplete") return `fund-check could not finish every check of ${fund}.`
      return verdict === "conforms"
        ? `fund-check found that ${fund} conforms.`
        : `fund-check found that ${fund} does not conform: ${counted(failed, "check")} failed.`
    },
    requirements: ["D-conformance-kits"]
  })
} as const
