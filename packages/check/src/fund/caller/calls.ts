/** Makes the calls, and records each: sent once or patiently, raw, or a handshake alone. */
import type { FundProfile } from "@embedded-super/contracts/schemas"
import type { NotAuthorised } from "@embedded-super/rules/authentication/AuthFlow"
import { CALL_TIMEOUT, LOOKUP_BUDGET } from "@embedded-super/rules/calls/FundOperation"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { LookupFunction } from "node:net"
import { CurrentCheck } from "../../exchange/Exchange.ts"
import type {
  Answer,
  CallOptions,
  Credentials,
  FundUnderTest,
  Operation,
  TlsVersion
} from "../FundUnderTest.ts"
import { type Agents, handshake } from "./agents.ts"
import type { makePace } from "./pace.ts"
import type { Patience } from "./patience.ts"
import { type Received, send } from "./send.ts"
import type { recorded } from "./recording.ts"
import type { makeRegistrations, makeValidCalls } from "./rememberedCalls.ts"
import { keyOf, type Requests } from "./requests.ts"
import { type Place, sendRaw } from "./sendRaw.ts"

const unsent: Received = {
  status: null,
  headers: {},
  body: Buffer.of(),
  isCut: false,
  failure: "not_authorised",
  code: null,
  took: 0
}

interface CallsOf {
  readonly profile: FundProfile
  readonly isProbe: boolean
  readonly lookup: LookupFunction | undefined
  readonly agents: Agents
  readonly requests: Requests
  readonly record: ReturnType<typeof recorded>
  readonly paced: ReturnType<typeof makePace>["paced"]
  readonly patience: Patience
  readonly registrations: ReturnType<typeof makeRegistrations>
  readonly validCalls: ReturnType<typeof makeValidCalls>
}

/** A handshake of one version, for a person. */
const handshakeCommand = ({ hostname, port }: URL, version: TlsVersion): string => {
  const flag = version.toLowerCase().replace("v", "").replace(".", "_")
  return `openssl s_client -connect ${hostname}:${port || "443"} -servername ${hostname} -${flag} </dev/null`
}

/** OpenSSL's and Node's codes for a certificate that isn't trusted. */
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY/

export const makeCalls = ({
  agents,
  isProbe,
  lookup,
  paced,
  patience,
  profile,
  record,
  registrations,
  requests,
  validCalls
}: CallsOf) => {
  const { ca_certificate: ca, limits } = profile
  const { certificateOf, requestOf, targetOf, urlOf } = requests

  const placeOf = (url: URL, certificate: Credentials["certificate"]): Place => ({
    url,
    ca,
    certificate: certificate ?? null,
    lookup
  })

  const timeoutOf = (operation: Operation): number => {
    if (operation === "lookup") return Duration.toMillis(LOOKUP_BUDGET)
    const seconds = operation === "registration" ? limits?.registration_timeout_seconds : undefined
    return seconds === undefined ? Duration.toMillis(CALL_TIMEOUT) : seconds * 1000
  }

  const notSent = (operation: Operation, { outcome }: NotAuthorised): Effect.Effect<Answer> =>
    record(
      { operation, method: "POST", url: urlOf(operation).href, headers: {}, body: null },
      Effect.succeed(unsent),
      "words" in outcome ? outcome.words : "The call can't be authorised."
    )

  const callOnce = Effect.fnUntraced(function* (operation: Operation, body: unknown, options: CallOptions) {
    const { credentials, headers, method, payload } = yield* requestOf(operation, body, options)
    const url = targetOf(operation, options)
    const isWithout = payload === "" || method === "HEAD"
    const request = { url, method, headers, body: isWithout ? null : payload }
    const agent = agents.of(credentials.certificate ?? null, options.connection)
    const sent = { operation, method, url: url.href, headers, body: request.body }
    const answer = yield* record(sent, send(agent, request, options.timeout ?? timeoutOf(operation)))
    return { answer, renew: credentials.renew }
  })

  /** By origin, in a probe: a certificate that isn't trusted isn't at the next call either, so there is none. */
  const distrusted = new Map<string, Answer>()

  const callRenewed = (
    operation: Operation,
    body: unknown,
    options: CallOptions,
    isRenewed = false
  ): Effect.Effect<Answer> =>
    Effect.gen(function* () {
      const { origin } = targetOf(operation, options)
      const before = distrusted.get(origin)
      if (before !== undefined) return before
      const { answer, renew } = yield* paced(callOnce(operation, body, options))
      if (isProbe && answer.failure === "tls_failure" && CERTIFICATE.test(answer.code ?? ""))
        distrusted.set(origin, answer)
      if (answer.status !== 401 || renew === undefined || isRenewed) return answer
      yield* renew
      return yield* callRenewed(operation, body, options, true)
    }).pipe(Effect.catchTag("NotAuthorised", (error) => notSent(operation, error)))

  const call = (
    operation: Operation,
    body: unknown,
    { once = false, ...options }: CallOptions = {}
  ): Effect.Effect<Answer> =>
    Effect.suspend(() => {
      // A repeat has the same key, as one of the service has.
      const idempotencyKey = keyOf(operation, options)
      const made = callRenewed(operation, body, { ...options, idempotencyKey })
      const answered = once ? Effect.andThen(patience.whenFree, made) : patience.patiently(made)
      return Effect.tap(answered, (answer) =>
        Effect.gen(function* () {
          validCalls.note(
            { operation, body, idempotencyKey, answer, check: yield* CurrentCheck },
            { ...options, once }
          )
          if (operation === "registration" && options.payload === undefined)
            yield* registrations.note({ body, idempotencyKey, answer })
        })
      )
    })

  const raw: FundUnderTest["raw"] = Effect.fnUntraced(function* (operation, parts, options = {}) {
    const url = targetOf(operation, {
      ...(options.plainHttp === undefined ? {} : { plainHttp: options.plainHttp })
    })
    const certificate = yield* certificateOf(operation)
    const text = Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString()
    const headEnd = text.indexOf("\r\n\r\n")
    const [first = "", ...lines] = (headEnd < 0 ? text : text.slice(0, headEnd)).split("\r\n")
    const headers = lines.map((line) => {
      const at = line.indexOf(":")
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    })
    const sent = {
      operation,
      method: first.split(" ", 1)[0]!,
      url: url.href,
      headers: Object.fromEntries(headers.filter(([name]) => name !== "")),
      body: headEnd < 0 ? null : text.slice(headEnd + 4)
    }
    return yield* paced(record(sent, sendRaw(placeOf(url, certificate), parts, options)))
  })

  const tls: FundUnderTest["tls"] = Effect.fnUntraced(function* (operation, version) {
    const url = urlOf(operation)
    const result = yield* handshake(placeOf(url, yield* certificateOf(operation)), version)
    const sent = { operation, method: "TLS", url: url.href, headers: {}, body: null }
    const { code, failure, took } = result
    const made = Effect.succeed({ ...unsent, code, failure, took })
    const { id } = yield* record({ ...sent, command: handshakeCommand(url, version) }, made)
    return { ...result, id }
  })

  return { call, raw, tls }
}
