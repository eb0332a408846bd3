import { operationSources } from "@embedded-super/contracts/operation-sources"
import { kind } from "./Kind.ts"
import { operationWords } from "./operationWords.ts"

/** Calls that the service answered. */
export const calls = {
  call_received: kind<{ readonly operation: string; readonly status: number; readonly code: string | null }>({
    outcome: ({ status }) => (status < 400 ? "good" : status < 500 ? "refused" : "failed"),
    sentence: ({ code, operation, status }, { from }) =>
      `${from ?? "A caller"} called ${operationWords(operation)} and was answered ${status}${code === null ? "" : ` (${code})`}.`,
    requirements: ({ operation }) => operationSources[operation] ?? []
  })
} as const
