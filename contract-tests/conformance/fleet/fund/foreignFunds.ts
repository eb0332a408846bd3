/**
 * Funds that were written without any of our code, in other languages and frameworks: each correct, and with one
 * mistake at a time. A simulator that shares our code would share our mistakes.
 */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { startCommand } from "../../../src/programs/ChildProgram.ts"
import { commandOf } from "../commandOf.ts"

const here = dirname(fileURLToPath(import.meta.url))

/** A server, its tool, and the sentence about each of its mistakes that the kit has to say something like. */
export interface ForeignFund {
  readonly name: string
  readonly needs: string
  readonly file: string
  /** By the name of the flaw: the check that kills it. */
  readonly flaws: Readonly<Record<string, RegExp>>
}

export const foreignFunds: ReadonlyArray<ForeignFund> = [
  {
    name: "Go",
    needs: "go",
    file: "go/main.go",
    flaws: { any_method: /^TRANSPORT-/, strict_media_type: /^TRANSPORT-/, prefix_match: /^LOOKUP-/ }
  },
  {
    name: "Python",
    needs: "python3",
    file: "python/fund.py",
    flaws: {
      malformed_500: /^(?:TRANSPORT|ERRORS)-/,
      missing_key_500: /^(?:SCHEMA|ERRORS)-/,
      echoes_body: /^PRIVACY-/
    }
  },
  {
    name: "Java",
    needs: "java",
    file: "java/Fund.java",
    flaws: { always_new: /^REGISTER-/, number_as_number: /^REGISTER-|^SCHEMA-/ }
  },
  {
    name: "Express",
    needs: "node",
    file: "express/fund.mjs",
    flaws: { stack_trace: /^(?:ERRORS|PRIVACY)-/, body_before_key: /^AUTH-/, null_details: /^LOOKUP-/ }
  },
  {
    name: "Fastify",
    needs: "node",
    file: "fastify/fund.mjs",
    flaws: { plain_letters_only: /^REGISTER-/, closed_to_optional: /^SCHEMA-/ }
  }
]

/** Starts a fund, with a mistake or without one. Its address has no path. */
export const startForeignFund = async (fund: ForeignFund, apiKey: string, flaw?: string) => {
  const [command, args] = commandOf(fund.needs, join(here, fund.file))
  const env = { API_KEY: apiKey, ...(flaw === undefined ? {} : { FLAW: flaw }) }
  const program = startCommand(command, args, { env })
  const url = await program.line((line) => /^http:\/\/[^\s/]+$/.exec(line)?.[0])
  return { url, stop: program.stop }
}
