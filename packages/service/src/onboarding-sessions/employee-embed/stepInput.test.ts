import { describe, expect, it } from "vitest"
import type * as S from "@embedded-super/contracts/schemas"
import { type Known, stepRules } from "./stepInput.ts"

const known = { details: { tax: null } } as Known
const TODAY = "2026-11-21" as S.CalendarDate

const findings = (members: object) =>
  stepRules
    .saveIdentity(
      { members: members as Partial<S.EmbedIdentityStep>, names: Object.keys(members) },
      known,
      TODAY
    )
    .map(({ code, pointer }) => `${pointer} ${code}`)

describe("the identity step takes names that funds can read", () => {
  it.each([
    ["Niamh", "O'Connor-Đặng"],
    ["Zoë", "Nguyễn"],
    ["Kaʻana", "Şahin"]
  ])("%s %s", (given_name, family_name) => {
    expect(findings({ given_name, family_name })).toEqual([])
  })

  it.each(["小龙", "李", "محمد", "สมชาย", "Иван", "Li 李"])("%s isn't in Latin letters", (name) => {
    expect(findings({ given_name: name, family_name: name, previous_family_name: name })).toEqual([
      "#/given_name not_latin",
      "#/family_name not_latin",
      "#/previous_family_name not_latin"
    ])
  })

  it("says that a placeholder is none, and says one thing of each name", () => {
    expect(findings({ given_name: "N/A", family_name: "李2", middle_name: "Áine" })).toEqual([
      "#/given_name empty_name",
      "#/family_name invalid_name"
    ])
  })

  it("leaves own words for a title alone: they go to no fund", () => {
    expect(findings({ family_name: "Li", title: "other", title_other: "先生" })).toEqual([])
  })
})
