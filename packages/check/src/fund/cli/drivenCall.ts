/** What `drive` sends: from its flags, over the values that the kit makes up. */
import { CannotRun } from "../../cli/CannotRun.ts"
import {
  EmployerDetailsRequest,
  EmployerLookupRequest,
  type FundProfile,
  MemberRegistrationRequest
} from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { FundUnderTest, Operation } from "../FundUnderTest.ts"
import { addressOf } from "../profile/addressesOf.ts"
import type { DriveFlags } from "./driveCommand.ts"

const usage = (sentence: string) => new CannotRun({ reason: "usage", sentence })

/** What a person types, and the operation. */
const operations = {
  register: "registration",
  lookup: "lookup",
  details: "details"
} as const satisfies Readonly<Record<string, Operation>>

const fieldsOf = {
  registration: Object.keys(MemberRegistrationRequest.fields),
  lookup: Object.keys(EmployerLookupRequest.fields),
  details: Object.keys(EmployerDetailsRequest.fields)
} as const satisfies Readonly<Record<Operation, ReadonlyArray<string>>>

/** What was asked for, if the profile offers it by API; else a sentence with what may be asked. */
export const operationOf = Effect.fnUntraced(function* (
  asked: DriveFlags["operation"],
  profile: FundProfile
): Effect.fn.Return<{ readonly operation: Operation; readonly address: string }, CannotRun> {
  const offered = Object.entries(operations).flatMap(([name, operation]) =>
    addressOf(profile, operation) === undefined ? [] : [`fund-check drive ${name}`]
  )
  const may =
    offered.length === 0 ? "The profile offers nothing by API." : `This profile has: ${offered.join(", ")}.`
  if (Option.isNone(asked)) return yield* usage(`Say what to call. ${may} More: fund-check drive --help`)
  const operation = operations[asked.value]
  const address = addressOf(profile, operation)
  if (address === undefined) return yield* usage(`The profile offers no ${operation} by API. ${may}`)
  return { operation, address }
})

const pairs = (given: ReadonlyArray<string>, flag: string) =>
  Effect.forEach(given, (text) => {
    const at = text.indexOf("=")
    return at > 0
      ? Effect.succeed([text.slice(0, at), text.slice(at + 1)] as const)
      : Effect.fail(usage(`--${flag} takes name=value.`))
  })

/** Headers as HTTP allows them (RFC 9110), in small letters as the service's own: they replace those. */
export const headersOf = Effect.fnUntraced(function* (given: DriveFlags["header"]) {
  const headers = yield* pairs(given, "header")
  const wrong = headers.find(
    ([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t -~]*$/.test(value)
  )
  if (wrong !== undefined)
    return yield* usage(
      "--header takes name=value, with a name of letters, digits and hyphens, and a value without line breaks."
    )
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
})

/** The fields to set. A value that is empty leaves its field out. */
export const changesOf = (set: DriveFlags["set"]) =>
  Effect.map(pairs(set, "set"), (all) =>
    Object.fromEntries(all.map(([name, value]) => [name, value === "" ? undefined : value]))
  )

export type Changes = Effect.Success<ReturnType<typeof changesOf>>

/** A name that the contract doesn't have, which may be mistyped. It is sent, because a fund may be tried with it. */
export const unknownNames = (operation: Operation, changes: Changes): string | undefined => {
  const unknown = Object.keys(changes).filter((name) => !fieldsOf[operation].includes(name))
  if (unknown.length === 0) return undefined
  return `Sent as given, but no field of this call: ${unknown.join(", ")}. It has ${fieldsOf[operation].join(", ")}.`
}

export const bodyOf = (fund: FundUnderTest, operation: Operation, changes: Changes): object => {
  switch (operation) {
    case "registration":
      return fund.member(changes)
    case "details":
      return fund.employerDetails(changes)
    case "lookup": {
      const offered = fund.callable().find((one) => one.operation === "lookup")
      return { ...(offered?.body() as object), ...changes }
    }
  }
}
