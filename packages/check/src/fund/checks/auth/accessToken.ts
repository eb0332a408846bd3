import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { type Outcome, notApplicable, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, TokenTamper } from "../../FundUnderTest.ts"
import {
  failed,
  inTurn,
  isClientError,
  isSuccess,
  notReached,
  refusesCaller,
  warned
} from "../shared/answers.ts"

const NONE = notApplicable("The agreed authentication has no token endpoint, or nothing of this kind.")

/** A shorter life makes nearly every call fetch a token first. */
const SHORT_SECONDS = 60

const base = {
  modes: ["dev", "certify", "probe"],
  appliesTo: ({ profile: { authentication } }: FundUnderTest): true | string =>
    authentication.flow === "oauth2" || "The agreed authentication has no token endpoint."
} as const

const memberOf = (answer: Answer, name: string): unknown =>
  Predicate.isReadonlyObject(answer.json) ? Reflect.get(answer.json, name) : undefined

/** Why the service can't use an answer of the token endpoint. */
const mistakeIn = (answer: Answer): string | undefined => {
  const token = memberOf(answer, "access_token")
  const life = memberOf(answer, "expires_in")
  if (answer.json === undefined) return "The token endpoint's answer isn't JSON."
  if (memberOf(answer, "error") !== undefined && token === undefined)
    return "The token endpoint answers an error with a success status."
  if (typeof token !== "string" || !/^[!-~]{1,8192}$/.test(token))
    return "The token endpoint's answer has no usable access_token."
  if (!/^bearer$/i.test(String(memberOf(answer, "token_type"))))
    return "The token endpoint's answer has a token_type other than Bearer."
  if (life !== undefined && !(Number.isInteger(life) && Number(life) >= 1))
    return "The token endpoint's expires_in isn't a whole number of seconds above 0."
  return undefined
}

/** What to do where the token endpoint gives the service no token. */
const refusedToken = ({ status }: Answer): string => {
  if (status === null || status >= 500)
    return "Look in the log of the token endpoint for why it gives no token."
  if (status === 404 || status === 405 || status < 400)
    return "Compare authentication.token_url of the profile with the address of your token endpoint, which takes POST and doesn't redirect."
  return "The token endpoint refuses the service. Compare authentication of the profile with what it expects: client_id, client_authentication, scope; and the secret or the key."
}

const judgeToken = (answer: Answer): Outcome => {
  const expected = "200 with access_token, token_type Bearer and expires_in."
  if (!isSuccess(answer))
    return (
      notReached(answer) ??
      failed(answer, {
        cause: "The token endpoint gives the service no access token.",
        expected,
        hint: refusedToken(answer)
      })
    )
  const cause = mistakeIn(answer)
  return cause === undefined
    ? pass
    : failed(answer, { cause, expected, actual: "A success status without a usable token." })
}

const usableToken: FundCheck = {
  ...base,
  id: "AUTH-5-13",
  level: "MUST",
  requirement: "R-5-7",
  title: "The token endpoint answers the client credentials with a bearer token.",
  hint: "Answer as RFC 6749, section 5.1 says: 200, access_token, token_type Bearer, and expires_in as a number.",
  run: (fund) => Effect.map(fund.fetchToken(), (answer) => (answer === null ? NONE : judgeToken(answer)))
}

const tokenLife: FundCheck = {
  ...base,
  id: "AUTH-5-14",
  level: "SHOULD",
  requirement: "D-fund-tokens",
  title: `The token endpoint says how long a token is valid, at least ${SHORT_SECONDS} seconds.`,
  hint: "Give expires_in, of some minutes. Without it the service fetches a new token each minute.",
  run: (fund) =>
    Effect.map(fund.fetchToken(), (answer) => {
      if (answer === null) return NONE
      if (!isSuccess(answer) || mistakeIn(answer) !== undefined)
        return notApplicable("The token endpoint gives no usable token.")
      const life = memberOf(answer, "expires_in")
      const expected = `expires_in of ${SHORT_SECONDS} or more.`
      if (life === undefined)
        return warned(answer, {
          cause: "The token endpoint doesn't say how long a token is valid.",
          expected,
          actual: "No expires_in."
        })
      return Number(life) >= SHORT_SECONDS
        ? pass
        : warned(answer, {
            cause: "The token endpoint's tokens are valid for less than a minute.",
            expected,
            actual: "A shorter life."
          })
    })
}

const judgeStranger = (fund: FundUnderTest, tamper: TokenTamper, what: string): Effect.Effect<Outcome> =>
  Effect.map(fund.fetchToken(tamper), (answer) => {
    if (answer === null) return NONE
    const expected = "400, 401 or 403, with the error invalid_client."
    if (isSuccess(answer))
      return memberOf(answer, "access_token") === undefined
        ? failed(answer, {
            cause: "The token endpoint answers an error with a success status.",
            expected
          })
        : failed(answer, {
            cause: `The token endpoint gives a token to a client ${what}.`,
            expected,
            root: "the token endpoint doesn't check its client"
          })
    if (answer.status === 400 || refusesCaller(answer)) return pass
    return (
      notReached(answer) ??
      failed(answer, {
        cause: `The token endpoint doesn't answer 400, 401 or 403 to a client ${what}.`,
        expected,
        hint: isClientError(answer)
          ? `You refuse it rightly: answer 401 in place of ${answer.status}, with the error invalid_client.`
          : "Answer 401, with the error invalid_client, where authentication is missing or can't be verified. An exception that nothing catches ends as 500.",
        root: "the token endpoint's refusal has another status"
      })
    )
  })

const strangers: ReadonlyArray<readonly [TokenTamper, string]> = [
  ["missing", "without authentication"],
  ["wrong", "with wrong authentication"]
]

const strangeClient: FundCheck = {
  ...base,
  id: "AUTH-5-15",
  level: "MUST",
  requirement: "R-7-3",
  title: "The token endpoint gives no token to a client that can't prove who it is.",
  hint: "Verify the signature, aud, exp and sub of the client assertion, or compare the secret, before a token is made.",
  run: (fund) => inTurn(strangers, ([tamper, what]) => judgeStranger(fund, tamper, what))
}

const otherGrant: FundCheck = {
  ...base,
  id: "AUTH-5-16",
  level: "SHOULD",
  requirement: "D-fund-tokens",
  title: "The token endpoint answers 400, or another 4xx, to a grant that isn't agreed.",
  hint: "Accept only grant_type=client_credentials, and answer others with the error unsupported_grant_type.",
  run: (fund) =>
    Effect.map(fund.fetchToken("wrong_grant"), (answer) => {
      if (answer === null) return NONE
      if (isClientError(answer)) return pass
      return (
        notReached(answer) ??
        warned(answer, {
          cause: "The token endpoint doesn't refuse a grant that isn't agreed.",
          expected: "400, with the error unsupported_grant_type, or another 4xx."
        })
      )
    })
}

export const accessToken: ReadonlyArray<FundCheck> = [usableToken, tokenLife, strangeClient, otherGrant]
