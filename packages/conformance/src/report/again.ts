/**
 * How an engineer gets from a finding to the call: where it is in their own log, and how to make it again. Personal values
 * are masked; times and ids are not.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { isMask } from "@embedded-super/workbench/content/masking/shown"
import { variablesIn } from "@embedded-super/workbench/content/variablesIn"

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

/** The command that runs the finding's check alone, with the same cases. */
export const repeatCommand = (
  { checks: all, kit, mode, seed }: Pick<S.CheckReport, "checks" | "kit" | "mode" | "seed">,
  { checks }: Pick<S.CheckFinding, "checks">
): string =>
  [
    `${kit} run ${checks[0]}`,
    ...(mode === "probe" ? ["--mode probe"] : []),
    ...(all.find(({ id }) => id === checks[0])?.drawn === true ? [`--seed ${seed}`] : [])
  ].join(" ")

/** Whether the call can be made again as it was: a webhook's signature is good for its own delivery alone. */
export const isRepeatable = (kit: S.CheckKit, curl: string): boolean =>
  kit === "fund-check" || variablesIn(curl).length === 0

/** The command that sets the variables of a curl line; undefined if it has none, or if they can't be set. */
export const setFirst = (kit: S.CheckKit, curl: string): string | undefined =>
  kit === "fund-check" && variablesIn(curl).length > 0 ? `eval "$(${kit} variables)"` : undefined
