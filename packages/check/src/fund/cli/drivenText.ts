/**
 * A call as `drive` prints it: masked as in a report. With `--values`, the bodies are shown, because a person reads their own
 * test environment. A key and a tax file number never are.
 */
import type { Exchange } from "../../exchange/Exchange.ts"
import { maskedExchange } from "../../exchange/maskedExchange.ts"
import { withholdingOf } from "../../exchange/withholding.ts"
import type { CheckExchange } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"

const HIDDEN = "(hidden)"

/** What a terminal shows in one piece. */
const MOST = 20_000

const withoutTfn = (name: string, value: unknown): unknown => (name === "tfn" ? HIDDEN : value)

/** JSON indented, without the values of `tfn`; anything else as it came. */
const readable = (body: string): string =>
  Result.getOrElse(
    Result.try(() => JSON.stringify(JSON.parse(body), withoutTfn, 2)),
    () => body
  )

/** The TFN of a request, as a call that has nothing else: what it hides is the keys and the TFN. */
const secretsOnly = (exchange: Exchange): Exchange => {
  const { answer, call } = exchange
  const [, tfn] = /"tfn"\s*:\s*"?([^"\s,}]+)/.exec(call.request.body ?? "") ?? []
  return {
    ...exchange,
    call: {
      ...call,
      request: { ...call.request, body: tfn === undefined ? null : JSON.stringify({ tfn }) }
    },
    answer: answer === undefined ? undefined : { ...answer, body: null }
  }
}

const withValues = (exchange: Exchange, masked: CheckExchange): CheckExchange => {
  const withhold = withholdingOf([secretsOnly(exchange)])
  const shown = (body: string | null | undefined) => {
    if (body === null || body === undefined || body === "") return {}
    const text = withhold(readable(body))
    return { body: text.length > MOST ? `${text.slice(0, MOST)}… (${text.length} characters)` : text }
  }
  return {
    ...masked,
    request: { ...masked.request, ...shown(exchange.call.request.body) },
    ...(masked.answer === undefined ? {} : { answer: { ...masked.answer, ...shown(exchange.answer?.body) } })
  }
}

const messageText = (sign: string, { body, headers }: CheckExchange["request"]): ReadonlyArray<string> => [
  ...Object.entries(headers).map(([name, value]) => `${sign} ${name}: ${value}`),
  ...(body === undefined || body === "" ? [] : [sign, ...body.split("\n").map((line) => `${sign} ${line}`)])
]

const exchangeText = ({
  answer,
  curl,
  failure,
  method,
  request,
  status,
  took_ms,
  url
}: CheckExchange): string =>
  [
    `> ${method} ${url}`,
    ...messageText(">", request),
    "",
    `< ${status ?? failure?.replaceAll("_", " ") ?? "no answer"}  (${took_ms} ms)`,
    ...(answer === undefined ? [] : messageText("<", answer)),
    "",
    curl
  ].join("\n")

/** The calls, each with its answer and its curl line. */
export const drivenText = (exchanges: ReadonlyArray<Exchange>, values: boolean): string => {
  const masked = maskedExchange(withholdingOf(exchanges))
  return exchanges
    .map((made) => exchangeText(values ? withValues(made, masked(made)) : masked(made)))
    .join("\n\n")
}
