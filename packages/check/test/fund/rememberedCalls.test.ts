/** Which calls of a run are in good order: the answers to all of them are judged at the end. */
import { assert, describe, it } from "@effect/vitest"
import { makeMembers } from "../../src/fund/caller/synthetic.ts"
import { makeValidCalls } from "../../src/fund/caller/rememberedCalls.ts"
import type { Answer, CallOptions, Operation } from "../../src/fund/FundUnderTest.ts"
import { exampleWith } from "./aFund.ts"

const profile = exampleWith({
  simulated: true,
  tfn_exemptions_accepted: false,
  fields: { gender: "excluded", middle_name: "optional" },
  check: { failing_abn: "89000000019", failing_email: "fund-check+503@example.com" }
})

const { member } = makeMembers(profile, 7)

const isNoted = (operation: Operation, body: unknown, options: CallOptions = {}): boolean => {
  const calls = makeValidCalls(profile)
  calls.note({ operation, body, idempotencyKey: null, check: undefined, answer: {} as Answer }, options)
  return calls.all().length === 1
}

const lookup = { abn: "42000000003" }

describe("a call is in good order", () => {
  it.each([
    ["a lookup", "lookup", lookup],
    ["a registration", "registration", member()],
    ["a registration with an optional field", "registration", member({ middle_name: "Sam" })]
  ] as const)("if it is %s", (_, operation, body) => assert.isTrue(isNoted(operation, body)))

  it.each([
    ["has an ABN that is announced to fail", "lookup", { abn: "89000000019" }],
    ["has an ABN with wrong check digits", "lookup", { abn: "42000000004" }],
    ["has no ABN", "lookup", {}],
    ["has a field that nobody knows", "lookup", { ...lookup, favourite_colour: "green" }],
    [
      "has an e-mail address that is announced to fail",
      "registration",
      member({ email: "fund-check+503@example.com" })
    ],
    ["lacks a required field", "registration", member({ locality: undefined })],
    ["is of a person with a single name", "registration", member({ first_name: undefined })],
    ["has an excluded field", "registration", member({ gender: "other" })],
    [
      "has an exemption that the fund doesn't take",
      "registration",
      member({ tfn: undefined, tfn_exemption_type: "pending" })
    ],
    ["has a number in place of a text", "registration", member({ postcode: 800 })]
  ] as const)("unless it %s", (_, operation, body) => assert.isFalse(isNoted(operation, body)))

  it.each([
    { headers: { "content-type": "text/plain" } },
    { payload: "{}" },
    { credentials: { headers: {} } },
    { method: "GET" },
    { path: "/" },
    { plainHttp: true },
    { once: true },
    { suggested: true },
    { timeout: 5 }
  ])("unless it is made with %j", (options) => assert.isFalse(isNoted("lookup", lookup, options)))
})
