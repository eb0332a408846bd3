import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { ApiName } from "../openapi/operations.ts"
import { projectRoot } from "../projectRoot.ts"
import { type Program, startProgram } from "@embedded-super/program/startProgram"

const prism = fileURLToPath(import.meta.resolve("@stoplight/prism-cli/dist/index.js"))

/** A proxy that validates every request and answer that passes through it. */
export interface Prism {
  readonly url: string
  readonly program: Program
}

interface ProxyOptions {
  /** Answers a violation with an error of its own; otherwise it is named in the header `sl-violations` only. */
  readonly answersViolations: boolean
  /** The authority of the upstream's certificate. */
  readonly caFile?: string | undefined
}

/** Puts Prism with this document between a client and an upstream. */
export const startProxy = async (
  document: string,
  upstream: string,
  { answersViolations, caFile }: ProxyOptions
): Promise<Prism> => {
  const program = startProgram(
    prism,
    [
      "proxy",
      ...(answersViolations ? ["--errors"] : []),
      "--cors",
      "false",
      "--port",
      "0",
      document,
      upstream
    ],
    caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: caFile }
  )
  const url = await program.line((line) => /Prism is listening on (http:\S+)/.exec(line)?.[1])
  return { url, program }
}

/** Puts Prism between a client and an upstream; Prism answers violations of the document with an error of its own. */
export const startPrism = (api: ApiName, upstream: string): Promise<Prism> =>
  startProxy(join(projectRoot, "packages/contracts/bundled", `${api}.json`), upstream, {
    answersViolations: true
  })

/** The `type` prefix of Prism's own problems. */
const verdict = "https://stoplight.io/prism/errors#"

/** Prism's violation report on an exchange; undefined if the answer is the upstream's. */
export const violationIn = (body: unknown): string | undefined =>
  typeof body === "object" &&
  body !== null &&
  "type" in body &&
  typeof body.type === "string" &&
  body.type.startsWith(verdict)
    ? JSON.stringify(body, null, 2)
    : undefined
