import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { ApiName } from "../openapi/operations.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { type Program, startProgram } from "@embedded-super/program/startProgram"

const prism = fileURLToPath(import.meta.resolve("@stoplight/prism-cli/dist/index.js"))

/** A proxy that validates every request and answer that passes through it. */
export interface Prism {
  readonly url: string
  readonly program: Program
}

/** Puts Prism between a client and an upstream; Prism answers violations of the document with an error of its own. */
export const startPrism = async (api: ApiName, upstream: string): Promise<Prism> => {
  const document = join(projectRoot, "packages/contracts/bundled", `${api}.json`)
  const program = startProgram(prism, [
    "proxy",
    "--errors",
    "--cors",
    "false",
    "--port",
    "0",
    document,
    upstream
  ])
  const url = await program.line((line) => /Prism is listening on (http:\S+)/.exec(line)?.[1])
  return { url, program }
}

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
