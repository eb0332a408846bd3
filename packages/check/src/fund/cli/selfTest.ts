/**
 * A small fund for `self-test`: registration and lookup over HTTPS with an API key, in memory. It shares no code with the
 * fund simulator. As `wrong`, it makes three mistakes that funds often make.
 *
 * The trap: the correct one must answer every check as the description demands, so a new check may find something here.
 */
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { randomBytes, timingSafeEqual } from "node:crypto"
import { createServer } from "node:https"
import { tmpdir } from "node:os"
import { EmployerLookupRequest, MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import * as Schema from "effect/Schema"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { servedHere } from "../../cli/servedHere.ts"
import { selfSigned } from "../caller/selfSigned.ts"
import { checkFund } from "../checkFund.ts"
import { profileText } from "../profile/profileText.ts"

/** The mistakes of the wrong one: AUTH accepts any key, LOOKUP matches by the first digits, and a bad body is a 500. */
interface TinyFundOptions {
  readonly key: string
  readonly matchingAbn: string
  readonly isWrong: boolean
}

const LONGEST = 256 * 1024

interface Reply {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

const problem = (status: number, title: string, more: object = {}): Reply => ({
  status,
  body: { type: "about:blank", title, status, ...more },
  headers: { "content-type": "application/problem+json" }
})

const read = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const parts: Array<Buffer> = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LONGEST) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const jsonIn = (body: Buffer): Result.Result<unknown, unknown> =>
  Result.try(() => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown)

const send = (response: ServerResponse, { body, headers = {}, status }: Reply) => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(JSON.stringify(body))
}

type Operation = (body: unknown, request: IncomingMessage) => Reply

/** Answers 400 with a finding for each mistake in the body, without its values. */
const decoded =
  <A>(schema: Schema.Codec<A, unknown>, answer: (value: A, request: IncomingMessage) => Reply): Operation =>
  (body, request) => {
    const value = Schema.decodeUnknownResult(schema, { errors: "all" })(body)
    if (Result.isSuccess(value)) return answer(value.success, request)
    const errors = issuesOf("body", value.failure.issue, body).map(({ pointer, ...rest }) => ({
      pointer,
      ...rest
    }))
    return problem(400, "The body doesn't fit.", { errors })
  }

/** The fields that the profile of `init` requires of a person besides those of the schema. A single name is no first name. */
const required = ["email", "phone_number", "address_line_1", "locality", "postcode", "state"] as const

const missingIn = (person: MemberRegistrationRequest): ReadonlyArray<string> => [
  ...required.filter((field) => person[field] === undefined),
  ...(person.tfn === undefined && person.tfn_exemption_type === undefined ? ["tfn"] : [])
]

const operationsOf = ({ isWrong, matchingAbn }: TinyFundOptions): Readonly<Record<string, Operation>> => {
  const members = new Map<string, string>()
  const replies = new Map<string, Reply>()
  return {
    "/v1/member_registration": decoded(MemberRegistrationRequest, (person, { headers }) => {
      const missing = missingIn(person)
      if (missing.length > 0) {
        const errors = missing.map((field) => ({ pointer: `#/${field}`, detail: "It is required." }))
        return problem(400, "The body doesn't fit.", { errors })
      }
      const repeat = String(headers["idempotency-key"] ?? "")
      const before = replies.get(repeat)
      if (repeat !== "" && before !== undefined) return before
      const who = JSON.stringify([person.email, person.family_name, person.date_of_birth])
      const known = members.get(who)
      const number = known ?? `T${String(members.size + 1).padStart(6, "0")}`
      members.set(who, number)
      const reply: Reply = {
        status: known === undefined ? 201 : 200,
        body: { member_details: { member_number: number } }
      }
      if (repeat !== "") replies.set(repeat, { ...reply, status: 200 })
      return reply
    }),
    "/v1/employer_lookup": decoded(EmployerLookupRequest, ({ abn }) => {
      const isMatch = isWrong ? abn.slice(0, 2) === matchingAbn.slice(0, 2) : abn === matchingAbn
      return { status: 200, body: { employer_found: isMatch } }
    })
  }
}

/** The fund as a listener of an HTTPS server. */
export const tinyFund = (options: TinyFundOptions): RequestListener => {
  const { isWrong, key } = options
  const operations = operationsOf(options)
  const isKey = (presented: unknown): boolean => {
    const [given, right] = [Buffer.from(String(presented ?? "")), Buffer.from(key)]
    return isWrong ? given.length > 0 : given.length === right.length && timingSafeEqual(given, right)
  }

  const reply = async (request: IncomingMessage): Promise<Reply> => {
    const operation = operations[(request.url ?? "").split("?", 1)[0]!]
    if (operation === undefined) return problem(404, "Nothing is here.")
    if (request.method !== "POST") return { ...problem(405, "Use POST."), headers: { allow: "POST" } }
    if (!isKey(request.headers["x-auth-key"])) return problem(401, "Send the key in X-Auth-Key.")
    if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? ""))
      return problem(415, "Send application/json.")
    const body = await read(request)
    if (body === undefined)
      return { ...problem(413, "The body is too long."), headers: { connection: "close" } }
    const parsed = jsonIn(body)
    if (Result.isSuccess(parsed)) return operation(parsed.success, request)
    return isWrong ? problem(500, "Something went wrong.") : problem(400, "The body isn't JSON.")
  }

  return (request, response) => {
    reply(request).then(
      (answer) => send(response, answer),
      () => response.destroy()
    )
  }
}

const HOST = "127.0.0.1"
const MATCHING = "80000000001"

/** The tiny fund on a free port of this machine, until the scope closes. */
const served = Effect.fnUntraced(function* (isWrong: boolean) {
  const key = randomBytes(32).toString("hex")
  const certificate = yield* Effect.promise(() => selfSigned("fund-check self-test", HOST))
  const port = yield* servedHere(
    createServer({ ...certificate, minVersion: "TLSv1.2" }, tinyFund({ key, matchingAbn: MATCHING, isWrong }))
  )
  const text = profileText({
    name: isWrong ? "A wrong fund" : "A correct fund",
    abn: "60905115063",
    baseUrl: `https://${HOST}:${port}`,
    operations: ["registration", "lookup"],
    lookupPath: "/v1/employer_lookup",
    flow: "api_key",
    matchingAbn: MATCHING,
    unknownAbn: "42000000003",
    ca: certificate.cert
  })
  return { key, profile: Result.getOrThrow(readProfile(text, { dev: true })) }
})

export const checked = (isWrong: boolean) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { key, profile } = yield* served(isWrong)
      const environment = { FUND_CHECK_SECRET: key }
      return yield* checkFund({ profile, environment, keysFolder: tmpdir(), mode: "dev", seed: 1 })
    })
  )

/** The groups that must find the wrong one's mistakes. */
export const groups = ["AUTH", "LOOKUP", "TRANSPORT"]
