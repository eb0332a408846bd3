/** Funds whose token endpoint is wrong, or that accept every access token. */
import { randomUUID } from "node:crypto"
import { tokenPath } from "../../security/flows.ts"
import { ofGroup } from "../Fault.ts"
import { crashed, isGood, json } from "../plays/exchanges.ts"
import { answeringTokens, granting, tolerating } from "../plays/callers.ts"

export const accessTokens = ofGroup("auth", [
  {
    name: "token-life-missing",
    sentence: "The token endpoint doesn't say how long a token is valid.",
    killedBy: ["AUTH-5-14"],
    finding: "warn: The token endpoint doesn't say how long a token is valid.",
    options: { fund: "kurrajong" },
    play: () => granting(({ expires_in: _, ...answer }) => answer)
  },
  {
    name: "token-life-short",
    sentence: "The token endpoint gives tokens for five seconds.",
    killedBy: ["AUTH-5-14"],
    finding: "warn: The token endpoint's tokens are valid for less than a minute.",
    options: { fund: "kurrajong" },
    play: () => granting((answer) => ({ ...answer, expires_in: 5 }))
  },
  {
    name: "token-life-as-text",
    sentence: "The token endpoint gives expires_in as text.",
    killedBy: ["AUTH-5-13"],
    finding: "fail: The token endpoint's expires_in isn't a whole number of seconds above 0.",
    options: { fund: "kurrajong" },
    play: () => granting((answer) => ({ ...answer, expires_in: "300 seconds" }))
  },
  {
    name: "token-type-wrong",
    sentence: "The token endpoint gives tokens of another type than Bearer.",
    killedBy: ["AUTH-5-13"],
    finding: "fail: The token endpoint's answer has a token_type other than Bearer.",
    options: { fund: "kurrajong" },
    play: () => granting((answer) => ({ ...answer, token_type: "access_token" }))
  },
  {
    name: "token-in-envelope",
    sentence: "The token endpoint puts its answer into an envelope.",
    killedBy: ["AUTH-5-13"],
    finding: "fail: The token endpoint's answer has no usable access_token.",
    options: { fund: "kurrajong" },
    play: () => granting((answer) => ({ data: answer }))
  },
  {
    name: "token-error-answered-200",
    sentence: "The token endpoint answers errors with 200.",
    killedBy: ["AUTH-5-15"],
    finding: "fail: The token endpoint answers an error with a success status.",
    options: { fund: "kurrajong" },
    play: () => answeringTokens((reply) => (!isGood(reply) ? { ...reply, status: 200 } : reply))
  },
  {
    name: "token-error-answered-500",
    sentence: "The token endpoint answers 500 to a client that it refuses.",
    killedBy: ["AUTH-5-15"],
    finding: "fail: The token endpoint doesn't answer 400, 401 or 403 to a client without authentication.",
    options: { fund: "kurrajong" },
    play: () => answeringTokens((reply) => (reply.status === 401 ? crashed() : reply))
  },
  {
    name: "assertion-unchecked",
    sentence: "The token endpoint gives a token to every client.",
    killedBy: ["AUTH-5-15"],
    finding: "fail: The token endpoint gives a token to a client without authentication.",
    options: { fund: "kurrajong" },
    play: () =>
      answeringTokens((reply) =>
        reply.status === 401
          ? json(200, { access_token: randomUUID(), token_type: "Bearer", expires_in: 300 })
          : reply
      )
  },
  {
    name: "any-grant-accepted",
    sentence: "The token endpoint accepts every grant.",
    killedBy: ["AUTH-5-16"],
    finding: "warn: The token endpoint doesn't refuse a grant that isn't agreed.",
    options: { fund: "kurrajong" },
    play: () => ({
      exchange: (call, serve) => {
        if (call.url !== tokenPath) return serve(call)
        const form = new URLSearchParams(call.body.toString())
        form.set("grant_type", "client_credentials")
        return serve({ ...call, body: Buffer.from(form.toString()) })
      }
    })
  },
  {
    name: "any-access-token-accepted",
    sentence: "The fund accepts every access token.",
    killedBy: ["AUTH-7-3"],
    finding: "fail: The fund accepts a call with credentials that the fund never gave.",
    options: { fund: "kurrajong" },
    play: () => tolerating(({ headers }) => (headers["authorization"] ?? "") !== "")
  }
])

/** Funds that accept callers without the right certificate. */
export const certificates = ofGroup("auth", [
  {
    name: "no-certificate-accepted",
    sentence: "The fund accepts callers without a certificate.",
    killedBy: ["AUTH-7-1"],
    finding: "fail: The fund accepts a call without credentials.",
    options: { fund: "grevillea" },
    play: () => tolerating((_, reason) => /this connection has none/.test(reason))
  },
  {
    name: "any-certificate-accepted",
    sentence: "The fund accepts the certificate of every authority.",
    killedBy: ["AUTH-7-3"],
    finding: "fail: The fund accepts a call with credentials that the fund never gave.",
    options: { fund: "grevillea" },
    play: () => tolerating((_, reason) => /didn't issue the certificate/.test(reason))
  }
])
