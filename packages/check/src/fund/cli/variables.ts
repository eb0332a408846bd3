/**
 * `variables`: values for the curl lines of a report, which have a variable for each value that is masked. The person is made
 * up, and new each time. The TFN is for a test environment: its checksum fits, and it is nobody's that the kit knows.
 */
import { CannotRun } from "../../cli/CannotRun.ts"
import { exported } from "../../cli/exported.ts"
import { terminalOutput } from "../../cli/terminalOutput.ts"
import { FundProfile, MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { randomInt } from "node:crypto"
import { DEFAULT_SECRET_ENV } from "../caller/KeyRing.ts"
import { employerDetailsFor, makeMembers } from "../caller/synthetic.ts"
import { loadProfile } from "../profile/loadProfile.ts"
import type { VariablesFlags } from "./variablesCommand.ts"

/** A profile that requires every field, because the curl line may have any. */
const everyField = Object.fromEntries(
  Object.keys(MemberRegistrationRequest.fields)
    .filter((field) => field !== "tfn_exemption_type")
    .map((field) => [field, "required"] as const)
)

/** A live fund's environment takes nobody but the person that its profile names. */
const memberOf = (profile: FundProfile): object | undefined =>
  profile.simulated
    ? makeMembers({ ...profile, fields: everyField }, randomInt(1, 2 ** 40)).member()
    : Schema.encodeSync(FundProfile)(profile).check?.synthetic_member

/** The texts of a body, by the names of their properties. */
const leavesOf = (value: unknown, name = ""): ReadonlyArray<readonly [name: string, value: string]> => {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, name))
  if (Predicate.isObject(value)) return Object.entries(value).flatMap(([key, item]) => leavesOf(item, key))
  return Predicate.isString(value) ? [[name.toUpperCase(), value]] : []
}

/** Credentials: what the shell has already isn't written out. */
const credentialsOf = ({ authentication, check }: FundProfile): string => {
  switch (authentication.flow) {
    case "api_key":
      return `export X_AUTH_KEY="$${check?.secret_env ?? DEFAULT_SECRET_ENV}"`
    case "mutual_tls":
      return "# Add to each curl line: --cert FILE --key FILE"
    default:
      return "# AUTHORIZATION isn't here: each call has a token of its own. Make such a call with fund-check drive."
  }
}

/** The lines for a POSIX shell. Undefined for a live fund whose profile names no person. */
export const variablesText = (profile: FundProfile): string | undefined => {
  const member = memberOf(profile)
  if (member === undefined) return undefined
  const employer = employerDetailsFor(profile, new Date().toISOString())
  // A registration's fields come last, so that a name that both have is the person's.
  const values = new Map([...leavesOf(employer), ...leavesOf(member)])
  return [
    '# For the curl lines of a report: eval "$(fund-check variables)". The person is made up.',
    credentialsOf(profile),
    ...[...values].map(([name, value]) => exported(name, value))
  ].join("\n")
}

/** `fund-check variables`. */
export const variables = Effect.fnUntraced(function* ({ profile: file }: VariablesFlags) {
  const text = variablesText(yield* loadProfile(file))
  if (text === undefined)
    return yield* new CannotRun({
      reason: "usage",
      sentence: `${file} is a live fund's, and names no person who may be registered: check.synthetic_member.`
    })
  const { write } = yield* terminalOutput
  yield* write(`${text}\n`)
})
