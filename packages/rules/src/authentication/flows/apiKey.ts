import * as Effect from "effect/Effect"
import type { AuthFlow } from "../AuthFlow.ts"

/** The fund's API key in the header X-Auth-Key (R-5-5). */
export const apiKey = (): AuthFlow => ({
  flow: "api_key",
  secret: "the key that the fund expects in X-Auth-Key",
  mistakeIn: (secret) =>
    /^[!-~]{16,1024}$/.test(secret)
      ? undefined
      : "an API key has 16 to 1024 letters, digits and signs of ASCII, and no spaces",
  authorise: ({ credential }) => Effect.succeed({ headers: { "x-auth-key": credential.secret } })
})
