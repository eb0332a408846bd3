import { assert, describe, it } from "@effect/vitest"
import type { Registration } from "../../src/fund/FundUnderTest.ts"
import { sharedNumber } from "../../src/fund/checks/register/sharedNumbers.ts"

interface Given {
  readonly number: unknown
  readonly person: object
  readonly from: number
  readonly to: number
  readonly key?: string
}

const registration = ({ from, key = crypto.randomUUID(), number, person, to }: Given): Registration => ({
  body: person as Registration["body"],
  idempotencyKey: key,
  endedAt: to,
  answer: {
    id: "e1" as Registration["answer"]["id"],
    status: 201,
    headers: {},
    text: "",
    isCut: false,
    json: { member_details: { member_number: number } },
    failure: null,
    code: null,
    words: null,
    took: to - from
  }
})

const asha = { tfn: "123456782", email: "asha@a.example", family_name: "Wattle", date_of_birth: "1990-01-01" }
const ben = { tfn: "876543210", email: "ben@b.example", family_name: "Banksia", date_of_birth: "1991-02-02" }

const shared = (...given: ReadonlyArray<Given>) =>
  sharedNumber({
    registrations: () => given.map(registration),
    takes: () => "required"
  })

const first = { number: "W1", person: asha, from: 0, to: 10 }

describe("the numbers of a run", () => {
  it("are shared by two who differ in everything", () => {
    assert.strictEqual(shared(first, { ...first, person: ben, from: 20, to: 30 })?.atOnce, false)
    assert.strictEqual(shared(first, { ...first, person: ben, from: 5, to: 30 })?.atOnce, true)
  })

  it("are not shared by those whom a fund may take for one", () => {
    for (const mark of ["tfn", "email", "family_name", "date_of_birth"] as const)
      assert.isUndefined(shared(first, { ...first, person: { ...ben, [mark]: asha[mark] } }), mark)
    assert.isUndefined(shared(first, { ...first, person: { ...ben, email: asha.email.toUpperCase() } }))
  })

  it("are not compared for calls that lack a value, or repeat a key", () => {
    assert.isUndefined(shared(first, { ...first, person: { ...ben, tfn: null } }))
    assert.isUndefined(shared({ ...first, key: "k" }, { ...first, person: ben, key: "k" }))
  })

  it("are not compared for an existing member, whose later answers have a check of their own", () => {
    const later = { ...first, from: 50, to: 60 }
    assert.strictEqual(shared(first, { ...first, person: ben, from: 5, to: 30 }, later)?.atOnce, true)
    assert.isUndefined(shared(first, { ...first, number: "W2", person: ben }, { ...later, number: "W2" }))
  })

  it("are no numbers if they are placeholders, which other checks name", () => {
    for (const number of ["Pending", "", null, 5])
      assert.isUndefined(shared({ ...first, number }, { ...first, number, person: ben }))
  })
})
