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

/** A command of the kit that can be pasted, with the flags of the run. */
const commandOf = (
  { flags = [], kit }: Pick<S.CheckReport, "flags" | "kit">,
  words: string,
  isFlag: (flag: string) => boolean = () => true
): string => [`npx ${kit} ${words}`, ...flags.filter(isFlag)].join(" ")

/** The command that runs the finding's check alone, with the same cases. */
export const repeatCommand = (
  report: Pick<S.CheckReport, "checks" | "flags" | "kit" | "mode" | "seed">,
  { checks }: Pick<S.CheckFinding, "checks">
): string =>
  [
    commandOf(report, `run ${checks[0]}`),
    ...(report.mode === "probe" ? ["--mode probe"] : []),
    ...(report.checks.find(({ id }) => id === checks[0])?.drawn === true ? [`--seed ${report.seed}`] : [])
  ].join(" ")

/** Each call has a token of its own, which only the kit can make. */
const needsToken = (curl: string): boolean => variablesIn(curl).includes("$AUTHORIZATION")

const driven: Readonly<Record<string, string>> = {
  registerMember: "register",
  lookUpEmployer: "lookup",
  receiveEmployerDetails: "details"
}

/**
 * How the call can be made again. Not as it was, if a webhook's signature or a token is good for its own call alone: then a
 * fund's kit makes one like it.
 */
export const repeatOf = (
  report: Pick<S.CheckReport, "flags" | "kit">,
  { curl, operation_id = "" }: Pick<S.CheckExchange, "curl" | "operation_id">
): { readonly setFirst?: string; readonly command: string; readonly isLike?: true } | undefined => {
  const hasVariables = variablesIn(curl).length > 0
  if (report.kit === "partner-check") return hasVariables ? undefined : { command: curl }
  if (needsToken(curl)) {
    const operation = driven[operation_id]
    return operation === undefined
      ? undefined
      : { command: commandOf(report, `drive ${operation}`), isLike: true }
  }
  const variables = commandOf(report, "variables", (flag) => flag.startsWith("--profile "))
  return { command: curl, ...(hasVariables ? { setFirst: `eval "$(${variables})"` } : {}) }
}
