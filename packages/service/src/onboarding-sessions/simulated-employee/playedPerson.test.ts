import { isTfn } from "@embedded-super/contracts/pure-checks"
import type { EmbedOnboarding, EmployeeId } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import { playedIdentity, playedPerson } from "./playedPerson.ts"

const people = Array.from({ length: 500 }, (_, n) =>
  playedPerson(`01a1fb67-1800-7000-8000-${String(n).padStart(12, "0")}` as EmployeeId)
)

describe("the person that the sandbox plays", () => {
  it("is the same for an employee each time", () => {
    const id = "01a1fb67-1800-7000-8000-000000000007" as EmployeeId
    assert.deepStrictEqual(playedPerson(id), playedPerson(id))
  })

  it("has a tax file number that holds, and that no other of 500 employees has", () => {
    assert.deepStrictEqual(
      people.filter(({ tfn }) => !isTfn(tfn)),
      []
    )
    assert.strictEqual(new Set(people.map(({ tfn }) => tfn)).size, people.length)
  })

  it("has the name that the partner gave, or one in Latin letters where funds can't read it", () => {
    const [person] = people as [(typeof people)[number]]
    const named = (identity: object) => {
      const { family_name, given_name } = playedIdentity(
        { prefilled: { identity } } as EmbedOnboarding,
        person
      )
      return [String(given_name), String(family_name)]
    }
    assert.deepStrictEqual(named({ given_name: "Zoë", family_name: "Đặng" }), ["Zoë", "Đặng"])
    assert.deepStrictEqual(named({ given_name: "小龙", family_name: "Li" }), [person.given_name, "Li"])
  })

  it("is an adult with an e-mail address at example.com", () => {
    for (const { date_of_birth, email } of people) {
      assert.match(date_of_birth, /^(19[6-9]\d|200[0-4])-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/)
      assert.match(email, /^[a-z]+\.[a-z]+@example\.com$/)
    }
  })
})
