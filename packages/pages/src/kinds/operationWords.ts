import { operationSummaries } from "@embedded-super/contracts/operation-sources"

/** An operation's name with what it does: `getEmployer (fetch an employer)`. The name alone if no spec has it. */
export const operationWords = (operation: string): string => {
  const summary = Object.hasOwn(operationSummaries, operation) ? operationSummaries[operation] : undefined
  return summary === undefined
    ? operation
    : `${operation} (${summary.charAt(0).toLowerCase()}${summary.slice(1)})`
}
