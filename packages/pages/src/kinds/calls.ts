import { operationSources } from "@embedded-super/contracts/operation-sources"
import { kind, counted, operationWords } from "./Kind.ts"

/** Calls that the service answered. */
export const calls = {
  call_received: kind<{ readonly operation: string; readonly status: number; readonly code: string | null }>({
    outcome: ({ status }) => (status < 400 ? "good" : status < 500 ? "refused" : "failed"),
    sentence: ({ code, operation, status }, { from }) =>
      `${from ?? "A caller"} called ${operationWords(operation)} and was answered ${status}${code === null ? "" : ` (${code})`}.`,
    requirements: ({ operation }) => operationSources[operation] ?? []
  })
} as const

/** Calls that a person sent again. */
export const again = {
  sent_again: kind<{
    /** The operation, or the event of a webhook. */
    readonly what: string
    readonly is_edited: boolean
    readonly status_before: number | null
    readonly status_now: number | null
    /** How many places of the two answers differ; null if one of them isn't known. */
    readonly differences: number | null
  }>({
    outcome: ({ status_now }) =>
      status_now === null ? "waiting" : status_now < 400 ? "good" : status_now < 500 ? "refused" : "failed",
    sentence: ({ differences, is_edited, status_before, status_now, what }, { from, to }) => {
      const sent = `${from ?? "The Workbench"} sent ${what} to ${to ?? "its receiver"} again${is_edited ? ", edited" : ""}`
      if (status_now === null) return `${sent}. No answer has come yet.`
      const answered = `${sent}, and it was answered ${status_now}`
      if (status_before !== null && status_before !== status_now)
        return `${answered}; before it was ${status_before}.`
      if (differences === null) return `${answered}.`
      return differences === 0
        ? `${answered}, the same as before.`
        : `${answered} as before, but the answers differ in ${counted(differences, "place")}.`
    },
    requirements: ["D-workbench"]
  })
} as const
