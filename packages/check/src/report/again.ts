/**
 * How an engineer gets from a finding to the call: where it is in their own log, and how to make it again. Personal values
 * are masked; times and ids are not.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { isMask } from "@embedded-super/pages/content/masking/shown"
import { variablesIn } from "@embedded-super/pages/content/curlOf"

/** The headers that name one call, as a log may have them. */
const ids = ["X-Request-Id", "Idempotency-Key", "webhook-id"] as const

/** `2026-11-23 02:00:00.120 UTC`: as precise as a log. */
const moment = (at: string): string => `${new Date(at).toISOString().replace("T", " ").replace("Z", "")} UTC`

/** When the call was sent, and by which ids a server's log names it. */
export const inLogWords = ({ request, started_at }: S.CheckExchange): string =>
  [
    moment(started_at),
    ...ids.flatMap((name) => {
      const value = request.headers[name.toLowerCase()]
      return value === undefined || value === "" || isMask(value) ? [] : [`${name} ${value}`]
    })
  ].join(", ")

type Run = Pick<S.CheckReport, "checks" | "flags" | "kit" | "mode" | "seed">

/** The command that runs a check alone: with the same cases, in the same mode, and with the flag that it lacked. */
export const repeatOfCheck = (
  { flags = [], kit, mode, seed }: Omit<Run, "checks">,
  { drawn, flag, id }: Pick<S.CheckResult, "drawn" | "flag" | "id">
): string =>
  [
    `npx ${kit} run ${id}`,
    ...flags,
    ...(mode === "dev" ? [] : [`--mode ${mode}`]),
    ...(drawn === true ? [`--seed ${seed}`] : []),
    ...(flag === undefined || flags.some((given) => String(given) === String(flag)) ? [] : [flag])
  ].join(" ")

/** The command that runs the finding's first check alone. */
export const repeatCommand = (report: Run, { checks: [id] }: Pick<S.CheckFinding, "checks">): string =>
  repeatOfCheck(report, report.checks.find((check) => check.id === id) ?? { id: id! })

/**
 * The call as a curl command, in which variables stand for hidden values. Undefined if it holds for one call alone: a token of a
 * fund, or the signature of a webhook.
 */
export const repeatOf = (
  { kit }: Pick<S.CheckReport, "kit">,
  { curl }: Pick<S.CheckExchange, "curl">
): string | undefined => {
  const variables = variablesIn(curl)
  const isOnce = kit === "partner-check" ? variables.length > 0 : variables.includes("$AUTHORIZATION")
  return isOnce ? undefined : curl
}
