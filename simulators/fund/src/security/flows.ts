/**
 * The authentication flows that a simulated fund plays: one row says all of a flow, so that a new flow of the profile's
 * schema is one row here. `fundSecurity` checks each call by the row of the agreed flow.
 */
import type { FundAuthentication, FundProfile, JwtAlgorithm } from "@embedded-super/contracts/schemas"
import type { IncomingMessage } from "node:http"
import type { TLSSocket } from "node:tls"
import type { Verdict } from "./verifyToken.ts"

/** The authentication that callers and a fund agreed on. */
export interface AgreedFlow {
  readonly flow: FundAuthentication["flow"]
  /** The signature algorithm of tokens and assertions. */
  readonly algorithm: JwtAlgorithm
}

/** The service's client id at every played fund. */
export const clientId = "embedded-super"

export const tokenPath = "/oauth2/token"

type Flow = FundAuthentication["flow"]
type Authentication = (typeof FundProfile.Encoded)["authentication"]
type Refusal = string | undefined

/** The checks by which a fund recognises its caller. */
export interface Caller {
  readonly isKey: (presented: string) => boolean
  readonly isAccessToken: (token: string) => Promise<boolean>
  /** Verifies a JWT for the path that was called. */
  readonly verify: (token: string, path: string) => Promise<Verdict>
}

interface PlayedFlow<Name extends Flow> {
  /** The credential that callers present, in words. */
  readonly words: string
  /** The authentication section of the profile, for a fund at a URL. */
  readonly profile: (url: string, algorithm: JwtAlgorithm) => Extract<Authentication, { readonly flow: Name }>
  /** Why a call is refused; undefined if it is accepted. */
  readonly refusalOf: (call: IncomingMessage, caller: Caller) => Refusal | Promise<Refusal>
  /**
   * The secret that the fund makes for its caller. It asks for a certificate in the TLS handshake. Absent if the caller makes a key
   * of its own.
   */
  readonly secret?: "key" | "certificate"
}

const keyIn = ({ headers }: IncomingMessage): string => String(headers["x-auth-key"] ?? "")

const tokenIn = ({ headers: { authorization = "" } }: IncomingMessage): string =>
  /^bearer +(.+)$/i.exec(authorization)?.[1] ?? ""

const NOT_A_KEY = "This fund accepts a token as Authorization: Bearer; no key is agreed."

export const flows: { readonly [Name in Flow]: PlayedFlow<Name> } = {
  api_key: {
    words: "a key in X-Auth-Key (from the file api-key in the data folder)",
    profile: () => ({ flow: "api_key" }),
    secret: "key",
    refusalOf: (call, { isKey }) => {
      const presented = keyIn(call)
      if (presented !== "")
        return isKey(presented)
          ? undefined
          : "The X-Auth-Key is not known here. Take it from the file api-key in the fund's data folder."
      return call.headers["authorization"] !== undefined
        ? "This fund accepts only its key in X-Auth-Key; no other flow is agreed."
        : "Send the fund's key in X-Auth-Key."
    }
  },
  jwt: {
    words: "a JWT for each call, as Authorization: Bearer",
    profile: (_, algorithm) => ({ flow: "jwt", algorithm, client_id: clientId }),
    refusalOf: async (call, { verify }) => {
      const token = tokenIn(call)
      if (token === "" && keyIn(call) !== "") return NOT_A_KEY
      const verdict = await verify(token, (call.url ?? "").split(/[?#]/, 1)[0]!)
      return verdict.isGood ? undefined : verdict.detail
    }
  },
  oauth2: {
    words: "an access token of /oauth2/token, as Authorization: Bearer",
    profile: (url, algorithm) => ({
      flow: "oauth2",
      token_url: `${url}${tokenPath}`,
      client_id: clientId,
      client_authentication: "private_key_jwt",
      algorithm
    }),
    refusalOf: async (call, { isAccessToken }) => {
      const token = tokenIn(call)
      if (token === "" && keyIn(call) !== "") return NOT_A_KEY
      if (token === "") return "Send an access token of this fund's token endpoint as Authorization: Bearer."
      return (await isAccessToken(token))
        ? undefined
        : "The access token has expired, or was not issued by this fund. Fetch a new one from its token endpoint."
    }
  },
  mutual_tls: {
    words: "the certificate of caller.pem, in the TLS handshake",
    profile: () => ({ flow: "mutual_tls" }),
    secret: "certificate",
    refusalOf: (call) => {
      const socket = call.socket as TLSSocket
      if (socket.authorized) return undefined
      return Object.keys(socket.getPeerCertificate()).length > 0
        ? `This fund's authority didn't issue the certificate of this connection for a caller, or it has expired (${socket.authorizationError}). Connect with the one in caller.pem in the fund's data folder.`
        : "This fund identifies callers by a certificate, and this connection has none. Connect with the one in caller.pem in the fund's data folder."
    }
  }
}
