import type { Call } from "@embedded-super/simulator-kit"
import type { Flaw, Hooks } from "../Flaw.ts"
import { jsonIn, withBody } from "../exchanges.ts"
import { tfnAsMemberNumber } from "./tfnAsMemberNumber.ts"
import { tfnInAnswer } from "./tfnInAnswer.ts"
import { tfnInError } from "./tfnInError.ts"
import { tfnInGroups } from "./tfnInGroups.ts"
import { tfnInHeader } from "./tfnInHeader.ts"

/** A person without a tax file number is registered as one who hasn't quoted it. */
const completed = (call: Call): Call => {
  const body = jsonIn(call)
  return !("family_name" in body) || "tfn" in body || "tfn_exemption_type" in body
    ? call
    : withBody(call, { ...body, tfn_exemption_type: "not_quoted" })
}

/** The tax file number is optional, as by law it is voluntary. */
export const tfnIsOptional: Hooks = {
  exchange: (call, serve) => serve(completed(call)),
  profile: (profile) => ({ ...profile, fields: { ...profile.fields, tfn: "optional" } })
}

/** The same leaks where the number is optional: a kit that sends none sees none. */
export const optionalTfn: ReadonlyArray<Flaw> = [
  tfnInAnswer,
  tfnInGroups,
  tfnInHeader,
  tfnAsMemberNumber,
  tfnInError
].map((flaw) => ({
  ...flaw,
  name: `optional-${flaw.name}`,
  sentence: flaw.sentence.replace(/\.$/, ", which is optional."),
  play: () => {
    const { exchange } = flaw.play()
    return {
      ...tfnIsOptional,
      exchange: (call, serve) =>
        exchange === undefined ? serve(completed(call)) : exchange(call, (read) => serve(completed(read)))
    }
  }
}))
