import { createPrivateKey } from "node:crypto"
import type { Server as TlsServer } from "node:tls"
import type { Server } from "node:http"
import type { Hooks } from "../Flaw.ts"

interface Validity {
  readonly notBefore: Date
  readonly notAfter: Date
}

/** A certificate of an authority that nobody knows. */
const issue = async (validity: Validity) => {
  const { issueAuthority, issueServer } = await import("@embedded-super/simulator-kit/certificates")
  const authority = await issueAuthority("Strange authority", validity)
  const signing = { certificate: authority.certificate, key: createPrivateKey(authority.key) }
  const { certificate, key } = await issueServer(signing, ["localhost", "127.0.0.1", "::1"], validity)
  return { cert: certificate, key }
}

/** Serves with a certificate of a strange authority. The server listens once it has it. */
export const certifiedBy = (validity: Validity): Hooks => ({
  server: (server: Server) => {
    const listen = server.listen.bind(server) as (...args: ReadonlyArray<unknown>) => Server
    server.listen = ((...args: ReadonlyArray<unknown>) => {
      void issue(validity).then((certificate) => {
        ;(server as unknown as TlsServer).setSecureContext(certificate)
        listen(...args)
      })
      return server
    }) as Server["listen"]
  }
})
