/** Answers as the service reads them: parts that may be left out never cost the required part. */
import { readWithoutOptional } from "@embedded-super/rules/calls/optionalParts"
import { issuesOf } from "@embedded-super/http-manners"
import * as JsonPointer from "effect/JsonPointer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Failed } from "../../../check/Check.ts"
import type { Answer } from "../../FundUnderTest.ts"
import { failed, warned } from "./answers.ts"

export type Form = Schema.Codec<unknown, unknown>

/** Whether the service takes the answer. */
export const isTaken = (schema: Form, { json }: Answer): boolean =>
  Result.isSuccess(readWithoutOptional(schema, structuredClone(json)))

/** Where an answer breaks its schema, as paths. */
export const wrongPaths = (schema: Form, { json }: Answer): ReadonlyArray<ReadonlyArray<string>> => {
  const decoded = Schema.decodeUnknownResult(schema, { errors: "all" })(json)
  return Result.isSuccess(decoded)
    ? []
    : issuesOf("body", decoded.failure.issue, json).map(
        ({ pointer }) => JsonPointer.parseUriFragment(pointer) ?? []
      )
}

const valueAt = (json: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    json
  )

/** Checks that find the same part wrong have one finding. */
export const partRoot = (name: string): string => `optional part ${name}`

/**
 * The finding about a part that may be left out, by its name. null is read as absent, so it is a warning; anything else that is
 * wrong is dropped and reported.
 */
export const optionalPart = (answer: Answer, path: ReadonlyArray<string>, counts: string): Failed => {
  const name = path.at(-1) ?? ""
  const isNull = valueAt(answer.json, path) === null
  return (isNull ? warned : failed)(answer, {
    cause: isNull
      ? `The fund gives ${name} as null.`
      : `The fund gives an ${name} that breaks the specification.`,
    expected: `${name} as the specification has it, or no ${name}.`,
    actual: isNull
      ? `null, which the service reads as absent: the ${counts} counts.`
      : `A value that the service drops and reports: the ${counts} counts.`,
    root: partRoot(name),
    hint: `Leave ${name} out if there is nothing to say. By default, many serializers write null for what is absent.`
  })
}
