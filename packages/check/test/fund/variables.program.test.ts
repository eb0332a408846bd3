/** The curl line of a report, with the variables that `fund-check variables` prints, is a call that a fund can take. */
import { assert, describe, it } from "@effect/vitest"
import { maskedExchange } from "../../src/exchange/maskedExchange.ts"
import { withholdingOf } from "../../src/exchange/withholding.ts"
import { EmployerDetailsRequest, MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { execFileSync } from "node:child_process"
import { employerDetailsFor, makeMembers } from "../../src/fund/caller/synthetic.ts"
import { variablesText } from "../../src/fund/cli/variables.ts"
import { simulated } from "./exampleProfile.ts"

/** The command line of a report about a call with this body. */
const curlOf = (body: object): string => {
  const exchange = {
    id: "e1",
    check: undefined,
    operation: "registerMember",
    startedAt: 0,
    took: 1,
    call: {
      method: "POST",
      url: "https://fund.example/v1/member_registration",
      request: {
        headers: { "content-type": "application/json", "x-auth-key": "the-key-of-the-fund" },
        body: JSON.stringify(body)
      }
    },
    answer: undefined,
    failure: undefined
  } as const
  return maskedExchange(withholdingOf([exchange]))(exchange).curl
}

/** The arguments of curl, as the shell passes them. */
const ran = (curl: string): ReadonlyArray<string> =>
  execFileSync(
    "sh",
    [
      "-c",
      `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${variablesText(simulated)}\n${curl}`
    ],
    { encoding: "utf8", env: { FUND_CHECK_SECRET: "from-the-environment" } }
  ).split("\0")

const dataIn = (args: ReadonlyArray<string>): unknown => JSON.parse(args[args.indexOf("--data") + 1]!)

describe("the curl line of a report", () => {
  it("registers a made-up person, by the key of the shell", () => {
    const known = makeMembers(simulated, 7).member({ middle_name: "Sam", gender: "male" })
    const args = ran(curlOf(known))
    const sent = Result.getOrThrow(Schema.decodeUnknownResult(MemberRegistrationRequest)(dataIn(args)))
    assert.notStrictEqual<unknown>(sent.email, known.email)
    assert.include(args, "x-auth-key: from-the-environment")
  })

  it("sends an employer's details", () => {
    const args = ran(curlOf(employerDetailsFor(simulated, "2026-11-23T02:00:00Z")))
    assert.isTrue(Result.isSuccess(Schema.decodeUnknownResult(EmployerDetailsRequest)(dataIn(args))))
  })
})
