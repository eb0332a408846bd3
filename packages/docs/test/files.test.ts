import { memberFields } from "@embedded-super/contracts/member-fields"
import { expect, it } from "vitest"
import { readSchemas } from "../src/schemaFiles.ts"

it("the page of files has the fields of a profile that codegen makes of a member registration", () => {
  const fields = readSchemas("fund-files/fund-profile.yaml").find(({ name }) => name === "FundFieldProfile")
  expect(fields?.fields.map(({ name }) => name)).toEqual(Object.keys(memberFields))
})
