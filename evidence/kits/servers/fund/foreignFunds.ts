/**
 * Funds that were written without any of our code, in other languages and frameworks: each correct, and with one
 * mistake at a time. A simulator that shares our code would share our mistakes.
 */
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"
import * as Result from "effect/Result"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { startCommand } from "@embedded-super/program/startProgram"
import { type ServerFault, commandOf } from "../../Server.ts"

const USI = "60905115063003"

/** The profile of a foreign fund at this address. Every one of them keeps these promises, and none beyond. */
export const foreignProfile = (url: string) =>
  Result.getOrThrow(
    readProfile(
      aFundProfile({
        products: [aMySuper(USI)],
        default_activate_usi: USI,
        operations: {
          member_registration: { url: `${url}/v1/member_registration`, usi: USI },
          employer_lookup: { source: "live", url: `${url}/v1/employer_lookup` },
          employer_details: {
            delivery: "api",
            url: `${url}/v1/employer_details`,
            form: { fields: { contact_name: "optional" }, custom_questions: [] }
          }
        },
        fields: {},
        tfn_exemptions_accepted: true,
        check: { matching_abn: "80000000001", unknown_abn: "42000000003" }
      }),
      { dev: true }
    )
  )

const here = dirname(fileURLToPath(import.meta.url))

/** A server, its tool, and its mistakes by the name that FAULT takes. */
export interface ForeignFund {
  readonly name: string
  readonly needs: string
  readonly file: string
  readonly faults: Readonly<Record<string, ServerFault>>
}

export const foreignFunds: ReadonlyArray<ForeignFund> = [
  {
    name: "Go",
    needs: "go",
    file: "go/main.go",
    faults: {
      any_method: {
        sentence: "The fund does its operations by every method.",
        killedBy: ["TRANSPORT-4.2-3"],
        finding: "fail: The fund does an operation by another method than POST."
      },
      strict_media_type: {
        sentence: "The fund refuses `application/json; charset=utf-8`.",
        killedBy: ["TRANSPORT-4.2-1"],
        finding: "warn: The fund refuses application/json with a charset parameter."
      },
      prefix_match: {
        sentence: "The fund finds an employer by the first seven digits of its ABN.",
        killedBy: ["LOOKUP-2.5-7"],
        finding:
          "fail: The fund finds employers whose ABNs only begin like the ABN of an employer of the fund."
      }
    }
  },
  {
    name: "Python",
    needs: "python3",
    file: "python/fund.py",
    faults: {
      malformed_500: {
        sentence: "The fund answers 500 with a stack trace to a body that isn't JSON.",
        killedBy: ["TRANSPORT-7-1"],
        finding:
          "fail: The fund answers a server error to a body that isn't JSON, so the service repeats the call."
      },
      missing_key_500: {
        sentence: "The fund answers 500 if a required field is missing.",
        killedBy: ["SCHEMA-7-1"],
        finding:
          "fail: The fund answers a server error to a registration without a required field (family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state), so the service repeats the call."
      },
      echoes_body: {
        sentence: "The fund repeats the request in its refusals.",
        killedBy: ["PRIVACY-7-1"],
        finding: "fail: The tax file number comes back in an error."
      }
    }
  },
  {
    name: "Java",
    needs: "java",
    file: "java/Fund.java",
    faults: {
      always_new: {
        sentence: "The fund registers a repeated request as another person.",
        killedBy: ["REGISTER-4.2-3"],
        finding: "warn: The fund gives a person who is a member already another member number."
      },
      number_as_number: {
        sentence: "The fund gives member numbers as numbers.",
        killedBy: ["REGISTER-2.4-1"],
        finding: "fail: The member number isn't a text."
      }
    }
  },
  {
    name: "Express",
    needs: "node",
    file: "express/fund.mjs",
    faults: {
      stack_trace: {
        sentence: "The fund answers a body that isn't JSON with a stack trace.",
        killedBy: ["ERRORS-7-6"],
        finding: "fail: An error shows the fund's inside: a stack trace or a message of its database."
      },
      body_before_key: {
        sentence: "The fund validates a body before it has checked the key.",
        killedBy: ["AUTH-7-8"],
        finding: "warn: The fund validates the body of a call before it has checked the credentials."
      },
      null_details: {
        sentence: "The fund gives `employer_details: null` when it finds no employer.",
        killedBy: ["LOOKUP-2.5-4"],
        finding: "fail: The fund's answer without a match holds more than employer_found."
      }
    }
  },
  {
    name: "Fastify",
    needs: "node",
    file: "fastify/fund.mjs",
    faults: {
      plain_letters_only: {
        sentence: "The fund refuses names with other letters than those of English.",
        killedBy: ["REGISTER-2.3-2"],
        finding: "fail: The fund refuses a name with an accent."
      },
      closed_to_optional: {
        sentence: "The fund refuses the optional fields of a registration.",
        killedBy: ["SCHEMA-2.3-4"],
        finding: "fail: The fund refuses a registration with the optional field other_name."
      }
    }
  }
]

/** Starts a fund, with a mistake or without one. Its address has no path. */
export const startForeignFund = async (fund: ForeignFund, apiKey: string, fault?: string) => {
  const [command, args] = commandOf(fund.needs, join(here, fund.file))
  const env = { API_KEY: apiKey, ...(fault === undefined ? {} : { FAULT: fault }) }
  const program = startCommand(command, args, env)
  const url = await program.line((line) => /^http:\/\/[^\s/]+$/.exec(line)?.[0])
  return { url, stop: program.stop }
}
