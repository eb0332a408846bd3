import { assert, describe, it } from "@effect/vitest"
import { makeMembers } from "../../src/fund/caller/synthetic.ts"
import { variablesText } from "../../src/fund/cli/variables.ts"
import { FundProfile, profileWith, simulated } from "./exampleProfile.ts"

describe("the variables", () => {
  it("of a live fund are those of the person that its profile names, or there are none", () => {
    assert.isUndefined(variablesText(profileWith({ simulated: false })))
    const person = makeMembers(simulated, 7).member()
    const check = { ...FundProfile.examples[0]!.check, synthetic_member: person }
    assert.include(variablesText(profileWith({ simulated: false, check })), `EMAIL='${person.email}'`)
  })

  it("hold no token, and say how a call with one is made", () => {
    const jwt = { flow: "jwt", algorithm: "EdDSA", client_id: "embedded-super" }
    const text = variablesText(profileWith({ simulated: true, authentication: jwt }))!
    assert.include(text, "fund-check drive")
    assert.notInclude(text, "export AUTHORIZATION")
  })
})
