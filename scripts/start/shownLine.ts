type Facts = Readonly<Record<string, unknown>>

/** Whether a field is an id that only distinguishes log lines. */
const isIdentifier = (name: string): boolean => name.endsWith("_id")

const factsOf = (line: string): Facts | undefined => {
  if (!line.startsWith("{")) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Successful reads: there are many of these, and they aren't of interest. */
const isMereRead = ({ method, status }: Facts): boolean =>
  (method === "GET" || method === "HEAD") && Number(status) < 400

const request = ({ duration_ms, method, request_id, route, status }: Facts): string =>
  [
    `${text(status)}  ${text(method)} ${text(route)}`,
    `(${text(duration_ms)} ms)`,
    ...(Number(status) < 400 ? [] : [`request ${text(request_id)}`])
  ].join("  ")

interface Cause {
  readonly error: string
  readonly message?: string
  readonly code?: string
  readonly stack?: ReadonlyArray<string>
  readonly cause?: Cause
}

/** A failure and its causes, one line each; with stack traces if it is the service's own fault. */
const reasons = ({ cause, code, error, message, stack }: Cause, isFault: boolean): ReadonlyArray<string> => [
  `  ${[error, message, code].filter((part) => part !== undefined).join(": ")}`,
  ...(isFault ? (stack ?? []).map((frame) => `    ${frame}`) : []),
  ...(cause === undefined ? [] : reasons(cause, isFault))
]

const occurrence = (level: string, message: string, { causes, ...facts }: Facts): string => {
  const isTrouble = level !== "info"
  const shown = Object.entries(facts).filter(([name]) => isTrouble || !isIdentifier(name))
  const first = [
    ...(isTrouble ? [level.toUpperCase()] : []),
    message,
    ...shown.map(([name, value]) => `${name}=${text(value)}`)
  ].join("  ")
  const isFault = level === "error" || level === "fatal"
  return [
    first,
    ...((causes ?? []) as ReadonlyArray<Cause>).flatMap((cause) => reasons(cause, isFault))
  ].join("\n")
}

/**
 * The terminal form of a program's output line. The simulators print for people, and so do programs that explain why
 * they can't start. The service logs JSON, of which these are shown: requests that changed data or were refused, calls
 * to funds, and all errors. `LOG_FORMAT` in the environment shows every line unchanged.
 */
export const shownLine = (line: string): string | undefined => {
  const entry = factsOf(line)
  if (entry === undefined) return line
  const { time, level, message, ...facts } = entry
  const at = text(time).slice(11, 19)
  if (facts["route"] === undefined) return `${at}  ${occurrence(text(level), text(message), facts)}`
  return isMereRead(facts) ? undefined : `${at}  ${request(facts)}`
}

/** Whether a line reports a problem, or is addressed to the user who started the program. */
export const isComplaint = (line: string): boolean => {
  const level = factsOf(line)?.["level"]
  return level !== "debug" && level !== "info"
}
