/** The functions that faults and variants share: reading a call, and changing its answer. */
import type { Call, Exchange, Reply } from "@embedded-super/simulator-kit"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { isUtf8 } from "node:buffer"
import { lookupAbns } from "../../magicValues.ts"

export type Json = Readonly<Record<string, unknown>>

const paths = {
  registration: "/v1/member_registration",
  lookup: "/v1/employer_lookup",
  details: "/v1/employer_details"
} as const

type Operation = keyof typeof paths

/** The JSON object of a body; empty if it holds none. */
export const jsonIn = ({ body }: { readonly body: string | Buffer }): Json => {
  const json = Result.getOrUndefined(Result.try((): unknown => JSON.parse(body.toString())))
  return Predicate.isReadonlyObject(json) && !Array.isArray(json) ? (json as Json) : {}
}

export const isGood = ({ status }: Reply): boolean => status >= 200 && status < 300

/** A JSON answer. */
export const json = (status: number, body: unknown, headers: Reply["headers"] = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

/** A refusal as this simulator words it. */
export const problem = (status: number, code: string, title: string, headers: Reply["headers"] = {}): Reply =>
  json(
    status,
    { type: "about:blank", title, status, code },
    { ...headers, "content-type": "application/problem+json" }
  )

export const invalid = (): Reply => problem(400, "validation_failed", "The request is not valid")

export const crashed = (): Reply => problem(500, "internal_error", "Temporary server issue")

/** The call with another body. */
export const withBody = (call: Call, body: Json): Call => ({
  ...call,
  body: Buffer.from(JSON.stringify(body))
})

/** The answer with another body. */
export const withAnswer = (reply: Reply, body: unknown): Reply => ({ ...reply, body: JSON.stringify(body) })

/** Plays on the calls of one operation only. */
export const on =
  (operation: Operation, exchange: Exchange): Exchange =>
  (call, serve) =>
    call.method === "POST" && call.url.split("?", 1)[0] === paths[operation]
      ? exchange(call, serve)
      : serve(call)

/** Plays on every operation of the fund API. */
export const onOperations =
  (exchange: Exchange): Exchange =>
  (call, serve) =>
    call.method === "POST" && Object.values<string>(paths).includes(call.url.split("?", 1)[0]!)
      ? exchange(call, serve)
      : serve(call)

/** Changes the body of an operation's calls before the simulator reads it. */
export const reading = (operation: Operation, change: (body: Json) => Json): Exchange =>
  on(operation, (call, serve) => serve(withBody(call, change(jsonIn(call)))))

/** Changes the answers of an operation. */
export const answering = (operation: Operation, change: (reply: Reply, call: Call) => Reply): Exchange =>
  on(operation, async (call, serve) => change(await serve(call), call))

/** Changes the answers of every operation. */
export const answeringOperations = (change: (reply: Reply, call: Call) => Reply): Exchange =>
  onOperations(async (call, serve) => change(await serve(call), call))

/** Changes the body of an operation's 2xx answers. */
export const answeringWith = (operation: Operation, change: (body: Json, call: Call) => unknown): Exchange =>
  answering(operation, (reply, call) =>
    isGood(reply) ? withAnswer(reply, change(jsonIn(reply), call)) : reply
  )

/** An answer's body with more about the member. */
export const withDetails = (body: Json, more: Json): Json => ({
  ...body,
  member_details: { ...(body["member_details"] as Json), ...more }
})

/** Answers with more about the member, made of what was sent. */
export const answeringMember = (more: (sent: Json) => Json): Exchange =>
  answeringWith("registration", (body, call) => withDetails(body, more(jsonIn(call))))

export const numberIn = (reply: Reply): string =>
  String((jsonIn(reply)["member_details"] as Json)["member_number"])

export const withNumber = (reply: Reply, member_number: unknown): Reply =>
  withAnswer(reply, withDetails(jsonIn(reply), { member_number }))

/** Changes the member number of 2xx answers. */
export const numbering = (change: (number: string, call: Call) => unknown): Exchange =>
  answering("registration", (reply, call) =>
    isGood(reply) ? withNumber(reply, change(numberIn(reply), call)) : reply
  )

export const keyOf = ({ headers }: Call): string => String(headers["idempotency-key"] ?? "")

const isCallerRefused = ({ status }: Reply): boolean => status === 401 || status === 403

/** Refuses what the simulator may accept, by what the call holds. A caller who isn't accepted is refused as always. */
const refusingOn = (
  operation: Operation,
  isRefused: (body: Json) => boolean,
  refusal: () => Reply
): Exchange =>
  answering(operation, (reply, call) =>
    isRefused(jsonIn(call)) && !isCallerRefused(reply) ? refusal() : reply
  )

export const refusing = (isRefused: (body: Json) => boolean, refusal: () => Reply = invalid): Exchange =>
  refusingOn("registration", isRefused, refusal)

export const onLookup = (isRefused: (body: Json) => boolean, refusal: () => Reply): Exchange =>
  refusingOn("lookup", isRefused, refusal)

/** The mistakes in a body. */
interface BadBody {
  readonly isEmpty: boolean
  readonly isBroken: boolean
  readonly isArray: boolean
  readonly isNull: boolean
  readonly isOtherEncoding: boolean
}

const readBadBody = ({ body }: Call): BadBody => {
  const parsed = Result.try((): unknown => JSON.parse(body.toString()))
  const isEmpty = body.length === 0
  return {
    isEmpty,
    isBroken: !isEmpty && Result.isFailure(parsed),
    isArray: Result.isSuccess(parsed) && Array.isArray(parsed.success),
    isNull: Result.isSuccess(parsed) && parsed.success === null,
    isOtherEncoding: !isUtf8(body)
  }
}

/** Answers one kind of bad body in its own way. A caller who isn't accepted is refused as always. */
export const badBody = (isMeant: (body: BadBody) => boolean, answer: () => Reply): Exchange =>
  onOperations(async (call, serve) => {
    const reply = await serve(call)
    return isMeant(readBadBody(call)) && reply.status !== 401 ? answer() : reply
  })

/** Employers that a fund finds, or doesn't, unlike the simulator. */

/** Finds employers that the simulator doesn't find, by their ABN and that of the employer that it does find. */
export const overMatching = (isFound: (abn: string, own: string) => boolean): Exchange =>
  answering("lookup", (reply, call) =>
    jsonIn(reply)["employer_found"] === false && isFound(String(jsonIn(call)["abn"]), lookupAbns.matching_abn)
      ? withAnswer(reply, { employer_found: true })
      : reply
  )

const named: ReadonlySet<string> = new Set(Object.values(lookupAbns))

/** Half of the employers that no profile names. */
export const isOneOfHalf = ({ abn }: Json): boolean =>
  typeof abn === "string" && /^\d{10}[02468]$/.test(abn) && !named.has(abn)

export const isFormer = ({ abn }: Json): boolean => abn === lookupAbns.former_employer_abn
