import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { createServer } from "node:http"
import { join } from "node:path"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { type CannotRun, usage } from "../../cli/CannotRun.ts"
import { claimsOf } from "../caller/expectedCredentials.ts"
import type { KeyRing } from "../caller/KeyRing.ts"

const MOST = 65_535

const PATH = "/.well-known/jwks.json"

const listen = (keys: KeyRing, port: number) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>, CannotRun>((resume) => {
      const server = createServer((request, response) => {
        const isThere = request.url === PATH && request.method === "GET"
        response.writeHead(isThere ? 200 : 404, { "content-type": "application/jwk-set+json" })
        response.end(isThere ? JSON.stringify({ keys: keys.published() }) : "{}")
      })
      server.once("error", ({ code = "" }: NodeJS.ErrnoException) => {
        const sentence = `The keys can't be served on port ${port} (${code}). Give another --jwks-port.`
        resume(Effect.fail(usage(sentence)))
      })
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  )

/** Says where the fund finds the kit's public keys, and serves them if a port is given. They are gone with the scope. */
export const serveKeys =
  (
    profile: FundProfile,
    port: number | undefined,
    folder: string,
    write: (text: string) => Effect.Effect<void>
  ) =>
  (keys: KeyRing): Effect.Effect<void, CannotRun, Scope> =>
    Effect.gen(function* () {
      if (keys.published().length === 0) return
      const file = join(folder, "jwks.json")
      if (port !== undefined && (port < 1 || port > MOST)) {
        const sentence = `--jwks-port takes a port from 1 to ${MOST}.`
        return yield* usage(sentence)
      }
      if (port !== undefined) yield* listen(keys, port)
      const served =
        port === undefined ? " (or serve them with --jwks-port)" : `, and http://127.0.0.1:${port}${PATH}`
      const claims = claimsOf(profile, keys)
      yield* write(
        `Keys that the fund verifies with: ${file}${served}\n${claims === undefined ? "" : `Tokens: ${claims}\n`}\n`
      )
    })
