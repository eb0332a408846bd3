/** Calls without credentials that reach an operation by another way than its address, or claim to be from inside. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { randomBytes } from "node:crypto"
import { type Outcome, notApplicable, notObserved, pass } from "../../../check/Check.ts"
import type {
  Answer,
  CallOptions,
  Credentials,
  FundCheck,
  FundUnderTest,
  Offer
} from "../../FundUnderTest.ts"
import { atEachOperation, failed, ifAccepted, isSuccess, notReached, together } from "../shared/answers.ts"
import { judgeRefusal, restsOn } from "./refusal.ts"

type Headers = Readonly<Record<string, string>>

interface Way {
  /** Completes "a call without credentials …". */
  readonly what: string
  readonly options: CallOptions
}

/** Spellings of a path that a router may take for the same one, and a rule for exactly one path doesn't. */
const spellings: ReadonlyArray<readonly [what: string, spell: (folder: string, name: string) => string]> = [
  ["whose path ends in a slash", (folder, name) => `${folder}/${name}/`],
  ["whose path is in capital letters", (folder, name) => `${folder}/${name}`.toUpperCase()],
  ["whose last part of the path is in capital letters", (folder, name) => `${folder}/${name.toUpperCase()}`],
  ["whose path has two slashes for one", (folder, name) => `${folder}//${name}`],
  ["whose path has a parameter (;)", (folder, name) => `${folder}/${name};a=b`],
  [
    "whose path has an encoded letter",
    (folder, name) => `${folder}/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
  ]
]

const otherPaths = ({ pathname }: URL): ReadonlyArray<Way> => {
  const at = pathname.lastIndexOf("/")
  const [folder, name] = [pathname.slice(0, at), pathname.slice(at + 1)]
  if (name === "") return []
  return spellings
    .map(([what, spell]) => ({ what, options: { path: spell(folder, name) } }))
    .filter(({ options: { path } }) => path !== pathname && !path.startsWith("//"))
}

const claims = (address: string): Readonly<Record<string, string>> => ({
  "x-forwarded-for": address,
  "x-real-ip": address,
  forwarded: `for=${address}`
})

/** Another scheme than the agreed one, with credentials that nobody gave. */
const otherScheme = (fund: FundUnderTest, secret: string): readonly [string, Headers] =>
  fund.profile.authentication.flow === "api_key"
    ? ["with a made-up token (Authorization: Bearer)", { authorization: `Bearer ${secret}` }]
    : ["with a made-up key (X-Auth-Key)", { "x-auth-key": secret }]

const otherHeaders = (fund: FundUnderTest): ReadonlyArray<Way> => {
  const secret = randomBytes(16).toString("hex")
  // Reports hide the name, too, wherever it stands: so it is too short to be hidden, and no word of theirs.
  const basic = `Basic ${Buffer.from(`kit:${secret}`).toString("base64")}`
  const headers: ReadonlyArray<readonly [string, Headers]> = [
    ["that says that it is from inside (X-Forwarded-For)", claims("10.0.0.1")],
    ["that says that it is from the same machine (X-Forwarded-For)", claims("127.0.0.1")],
    ["with a made-up password (Authorization: Basic)", { authorization: basic }],
    otherScheme(fund, secret)
  ]
  return headers.map(([what, sent]) => ({ what, options: { headers: sent } }))
}

const namedInHeader = ({ pathname }: URL): Way => ({
  what: "to another path that names the operation in X-Original-URL",
  options: { path: "/", headers: { "x-original-url": pathname, "x-rewrite-url": pathname } }
})

/** An answer to employer details holds nothing that shows whether another path was served. */
const waysTo = (fund: FundUnderTest, operation: Offer["operation"], address: URL): ReadonlyArray<Way> => [
  ...otherHeaders(fund),
  ...(operation === "details" ? [] : [...otherPaths(address), namedInHeader(address)])
]

/** A page for paths that aren't served may have a success status: what counts is the answer of the operation. */
const isServed = (answer: Answer, { path }: CallOptions): boolean =>
  isSuccess(answer) &&
  (path === undefined ||
    (Predicate.isReadonlyObject(answer.json) &&
      ("employer_found" in answer.json || "member_details" in answer.json)))

const isRefused = (fund: FundUnderTest, answer: Answer): boolean =>
  judgeRefusal(fund, answer, "without credentials", "").verdict === "pass"

const judge = (
  fund: FundUnderTest,
  { body, operation }: Offer,
  credentials: Credentials,
  { options, what }: Way
): Effect.Effect<Outcome> =>
  Effect.map(fund.call(operation, body(), { ...options, credentials }), (answer) => {
    if (isServed(answer, options))
      return failed(answer, {
        cause: `The fund accepts a call without credentials ${what}.`,
        expected: "401 or 403, or 404 for another path.",
        root: "credentials aren't checked on every way to an operation"
      })
    // A failure of the fund isn't its refusal.
    const isFailure = answer.status === null || answer.status >= 500
    return isFailure && !isRefused(fund, answer)
      ? (notReached(answer) ?? notObserved("The fund fails at such a call."))
      : pass
  })

/** A refusal on another way says something only if the usual call is refused for its missing credentials. */
const without = (fund: FundUnderTest, offer: Offer): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const { body, operation } = offer
    const address = fund.addressOf(operation)
    const credentials = yield* fund.authorise(operation, body(), "missing")
    if (address === undefined || credentials === null) return notApplicable("There are no credentials.")
    if (!isRefused(fund, yield* fund.call(operation, body(), { credentials })))
      return notObserved("A call without credentials isn't answered 401 or 403 on the usual way.")
    return yield* together(waysTo(fund, operation, address), (way) => judge(fund, offer, credentials, way))
  })

export const waysAround: FundCheck = {
  id: "AUTH-7-9",
  level: "MUST",
  requirement: "R-7-3",
  title: "No other spelling of the path, and no header, gets a call without credentials accepted.",
  hint: "Check credentials for every path, not by a list of paths, and after the router has chosen the operation. Never trust X-Forwarded-For, X-Original-URL or another scheme in place of the agreed credentials.",
  modes: ["dev", "certify"],
  restsOn: [...restsOn, "AUTH-7-1", "AUTH-7-2", "AUTH-7-3"],
  run: (fund) => atEachOperation(fund, (offer) => ifAccepted(fund, offer, without(fund, offer)))
}
