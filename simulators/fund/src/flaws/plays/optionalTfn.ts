import type { Call, Exchange } from "@embedded-super/simulator-kit"
import type { Hooks } from "../Flaw.ts"
import { jsonIn, withBody } from "./exchanges.ts"

/** A person without a tax file number is registered as one who hasn't quoted it. */
const completed = (call: Call): Call => {
  const body = jsonIn(call)
  return !("family_name" in body) || "tfn" in body || "tfn_exemption_type" in body
    ? call
    : withBody(call, { ...body, tfn_exemption_type: "not_quoted" })
}

/** The tax file number is optional, as by law it is voluntary. `exchange` gets the call as it was sent. */
export const withOptionalTfn = (exchange: Exchange = (call, serve) => serve(call)): Hooks => ({
  exchange: (call, serve) => exchange(call, (read) => serve(completed(read))),
  profile: (profile) => ({ ...profile, fields: { ...profile.fields, tfn: "optional" } })
})
