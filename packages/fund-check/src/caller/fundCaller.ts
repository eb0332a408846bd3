/**
 * Calls the fund as the service does: the same headers, flows, limits and connections, from `packages/fund-rules`. Each
 * call is recorded, and each ends, whatever the fund does: `send` and `sendRaw` have limits of time and size.
 *
 * Why one call has one connection: so does the service. On a reused connection, a request that is lost with the
 * connection looks the same as one that arrived.
 *
 * The trap: an access token is kept between calls, as the service keeps it. A check that wants a new one asks for it with
 * `fetchToken`.
 */
import type { Exchanges } from "@embedded-super/conformance/exchange/Exchanges"
import type { Draws } from "@embedded-super/conformance/run/Draws"
import { waiting } from "@embedded-super/conformance/run/Stopwatch"
import { type CheckMode, FundProfile } from "@embedded-super/contracts/schemas"
import { accessTokens } from "@embedded-super/fund-rules/authentication/AccessTokens"
import type { NotAuthorised } from "@embedded-super/fund-rules/authentication/AuthFlow"
import { callHeaders } from "@embedded-super/fund-rules/calls/callRules"
import { CALL_TIMEOUT, LOOKUP_BUDGET } from "@embedded-super/fund-rules/calls/FundOperation"
import { requirementOf } from "@embedded-super/fund-rules/profile/requirementOf"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import { sample } from "fast-check"
import { randomInt, randomUUID } from "node:crypto"
import type { LookupFunction } from "node:net"
import type { Answer, CallOptions, Credentials, FundUnderTest, Operation } from "../FundUnderTest.ts"
import type { ListUnderTest } from "../list/ListUnderTest.ts"
import { addressOf } from "../profile/addressesOf.ts"
import { limitOf } from "../profile/limitOf.ts"
import { makeAgents } from "./agents.ts"
import { authorise, type Authorised, ISSUER, type Signing } from "./authorise.ts"
import { handshake } from "./handshake.ts"
import type { KeyRing } from "./KeyRing.ts"
import { makePace } from "./pace.ts"
import { impatient, makePatience } from "./patience.ts"
import type { Received } from "./Received.ts"
import { operationIds, recorded, type Sent } from "./recording.ts"
import { makeRegistrations } from "./registrations.ts"
import { send } from "./send.ts"
import { type Place, sendRaw } from "./sendRaw.ts"
import { employerDetailsFor, EXAMPLE_ABN, makeMembers } from "./synthetic.ts"
import { tampered } from "./tampered.ts"
import { fetchToken, flowPost, tokenPost } from "./tokenCalls.ts"

export interface FundCallerOptions {
  readonly profile: FundProfile
  readonly mode: CheckMode
  readonly keys: KeyRing
  readonly exchanges: Exchanges
  readonly list: ListUnderTest
  readonly lookup?: LookupFunction | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Restarts the fund, or asks somebody to. Left out, nobody can. */
  readonly restart?: Effect.Effect<void> | undefined
  /** Repeats a call where the service does. Left out, each call is made once. */
  readonly isPatient?: boolean
}

/** The most calls at the same time, for a fund that names no limit. */
const AT_ONCE = 20

const unsent: Received = {
  status: null,
  headers: {},
  body: Buffer.of(),
  isCut: false,
  failure: "not_authorised",
  code: null,
  took: 0
}

const whyNot = (words: string, sent: Sent, record: ReturnType<typeof recorded>): Effect.Effect<Answer> =>
  record(sent, Effect.succeed(unsent), words)

const keyOf = (operation: Operation, { idempotencyKey }: CallOptions): string | null =>
  idempotencyKey === undefined && operation !== "lookup" ? randomUUID() : (idempotencyKey ?? null)

/** The fund as each check sees it. Its connections are closed with the scope. */
export const makeFundCaller = Effect.fnUntraced(function* ({
  exchanges,
  headers: given,
  isPatient = false,
  keys,
  list,
  lookup,
  mode,
  profile,
  restart
}: FundCallerOptions): Effect.fn.Return<(draws: Draws) => FundUnderTest, never, Scope> {
  const { authentication, ca_certificate: ca, check, limits } = profile
  const isPinned = ca !== undefined
  const isProbe = mode === "probe"
  const agents = yield* makeAgents(ca, lookup)
  const tokens = yield* accessTokens
  const record = recorded(exchanges, isPinned)
  const member = makeMembers(profile, randomInt(1, 2 ** 40))
  const perMinute = limitOf(profile)
  const { paced, within } = makePace({
    perMinute,
    atOnce: isProbe ? 1 : (limits?.concurrent_requests ?? AT_ONCE),
    apart: isProbe ? 1000 : 0
  })
  const patience = isPatient ? makePatience() : impatient
  // Of its own: a call for a token is part of a call, which may be the one that others wait for.
  const tokenPatience = isPatient ? makePatience() : impatient
  const postOnce = tokenPost(exchanges, agents, isPinned, given)
  const post: typeof postOnce = (...request) => tokenPatience.patiently(within(postOnce(...request)))

  const signing = (): Signing => ({
    authentication,
    credential: keys.current(),
    issuer: check?.issuer ?? ISSUER,
    tokens,
    post: flowPost(post)
  })

  const urlOf = (operation: Operation): URL => {
    const address = addressOf(profile, operation)
    if (address === undefined) throw new Error(`The profile offers no ${operation} by API; see addressOf.`)
    return new URL(address)
  }

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

  const targetOf = (operation: Operation, { path, plainHttp = false }: CallOptions): URL => {
    const url = new URL(path ?? "", urlOf(operation))
    if (path === undefined) url.search = urlOf(operation).search
    if (plainHttp) {
      const port = url.port || "443"
      url.protocol = "http:"
      url.port = port
    }
    return url
  }

  const payloadOf = (body: unknown, { payload }: CallOptions): string | Uint8Array =>
    payload ?? (body === undefined ? "" : JSON.stringify(body))

  const authorised = (operation: Operation, payload: string | Uint8Array) =>
    authorise(signing(), {
      address: addressOf(profile, operation) ?? "",
      body: typeof payload === "string" ? payload : Buffer.from(payload).toString()
    })

  /** The request of a call, with the given credentials or right ones. */
  const requestOf = Effect.fnUntraced(function* (operation: Operation, body: unknown, options: CallOptions) {
    const payload = payloadOf(body, options)
    const credentials: Authorised = options.credentials ?? (yield* authorised(operation, payload))
    const names = {
      ...callHeaders(randomUUID(), keyOf(operation, options) ?? undefined),
      ...given,
      ...credentials.headers,
      ...options.headers
    }
    const headers = Object.fromEntries(
      Object.entries(names).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
    )
    return { payload, credentials, headers, method: options.method ?? "POST" }
  })

  const notSent = (operation: Operation, { outcome }: NotAuthorised) =>
    whyNot(
      "words" in outcome ? outcome.words : "The call can't be authorised.",
      { operation, method: "POST", url: urlOf(operation).href, headers: {}, body: null },
      record
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

  const callRenewed = (
    operation: Operation,
    body: unknown,
    options: CallOptions,
    isRenewed = false
  ): Effect.Effect<Answer> =>
    Effect.gen(function* () {
      const { answer, renew } = yield* paced(callOnce(operation, body, options))
      if (answer.status !== 401 || renew === undefined || isRenewed) return answer
      yield* renew
      return yield* callRenewed(operation, body, options, true)
    }).pipe(Effect.catchTag("NotAuthorised", (error) => notSent(operation, error)))

  const registrations = makeRegistrations()

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
      return operation === "registration" && options.payload === undefined
        ? Effect.tap(answered, (answer) => registrations.note({ body, idempotencyKey, answer }))
        : answered
    })

  const requestText: FundUnderTest["requestText"] = (operation, body, options = {}) =>
    requestOf(operation, body, options).pipe(
      Effect.map(({ headers, method, payload }) => {
        const url = targetOf(operation, options)
        const text = typeof payload === "string" ? payload : Buffer.from(payload).toString()
        const all = { host: url.host, ...headers, "content-length": String(Buffer.byteLength(text)) }
        const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
        return {
          head: `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`,
          body: text
        }
      }),
      Effect.catchTag("NotAuthorised", () => Effect.succeed(null))
    )

  const certificateOf = (operation: Operation): Effect.Effect<Credentials["certificate"]> =>
    authentication.flow === "mutual_tls"
      ? Effect.orElseSucceed(
          Effect.map(authorised(operation, ""), ({ certificate }) => certificate),
          () => null
        )
      : Effect.succeed(null)

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

  let confirmedAt = 0
  /** Each later than the one before, also within a millisecond: of the same details the latest count. */
  const confirmedNow = (): string => {
    confirmedAt = Math.max(Date.now(), confirmedAt + 1)
    return new Date(confirmedAt).toISOString()
  }

  const lookupBody = () => ({ abn: check?.unknown_abn ?? check?.matching_abn ?? EXAMPLE_ABN })

  /** In production only what leaves no trace, or what the profile allows. */
  const mayRegister = !isProbe || (check?.probe_registration === true && check.synthetic_member !== undefined)

  const encodedSynthetic = Schema.encodeSync(FundProfile)(profile).check?.synthetic_member

  return (draws) => {
    const fund: FundUnderTest = {
      profile,
      mode,
      list,
      draws,
      draw: (arbitrary, count) => sample(arbitrary, { numRuns: count, seed: draws.seed }),
      addressOf: (operation) => {
        const address = addressOf(profile, operation)
        return address === undefined ? undefined : new URL(address)
      },
      takes: (field) =>
        field === "tfn_exemption_type"
          ? profile.tfn_exemptions_accepted
            ? "optional"
            : "excluded"
          : requirementOf(profile.fields, field),
      member: (overrides) =>
        isProbe && encodedSynthetic !== undefined ? { ...encodedSynthetic, ...overrides } : member(overrides),
      employerDetails: (overrides) => employerDetailsFor(profile, confirmedNow(), overrides),
      register: (body, options) => call("registration", body, options),
      lookUp: (body, options) => call("lookup", body, options),
      sendDetails: (body, options) => call("details", body, options),
      call: (operation, body, options) => call(operation, body, options),
      callable: () => {
        const may = [
          { operation: "lookup", body: lookupBody, is: true },
          { operation: "registration", body: () => fund.member(), is: mayRegister },
          { operation: "details", body: () => fund.employerDetails(), is: !isProbe }
        ] as const
        return may
          .filter(({ is, operation }) => is && addressOf(profile, operation) !== undefined)
          .map(({ body, operation }) => ({ operation, body }))
      },
      raw,
      requestText,
      patiently: patience.patiently,
      authorise: (operation, body, tamper) => {
        const payload = payloadOf(body, {})
        const made =
          tamper === undefined
            ? authorised(operation, payload)
            : tampered[tamper](signing(), {
                address: addressOf(profile, operation) ?? "",
                body: payload as string
              })
        return Effect.orElseSucceed(made, () => null)
      },
      fetchToken: (tamper) => fetchToken(signing(), post, tamper),
      restart: restart === undefined ? Effect.succeed(false) : Effect.as(waiting(restart), true),
      rotateKey: keys.rotate === undefined ? Effect.succeed(false) : Effect.as(keys.rotate, true),
      tls: Effect.fnUntraced(function* (operation, version) {
        const url = urlOf(operation)
        const shaken = yield* handshake(placeOf(url, yield* certificateOf(operation)), version)
        const sent = { operation, method: "TLS", url: url.href, headers: {}, body: null }
        const { code, failure, took } = shaken
        const { id } = yield* record(sent, Effect.succeed({ ...unsent, code, failure, took }))
        return { ...shaken, id }
      }),
      registrations: registrations.all,
      times: (operation) =>
        exchanges
          .all()
          .filter(
            (made) =>
              made.operation === operationIds[operation] &&
              made.failure === undefined &&
              Math.floor((made.answer?.status ?? 0) / 100) === 2
          )
          .map(({ took }) => took)
    }
    return fund
  }
})
