import { assert, describe, it } from "@effect/vitest"
import { isAbn } from "@embedded-super/contracts/pure-checks"
import { type Likeness, nearMisses, invalidAbns } from "../../src/fund/checks/lookup/nearMisses.ts"
import type { Answer, Registration } from "../../src/fund/FundUnderTest.ts"
import { holdsLastDigits, holdsNumber, holdsText } from "../../src/fund/checks/privacy/inAnswers.ts"
import { sharedNumber } from "../../src/fund/checks/register/sharedNumbers.ts"

const abn = "51824753556"

const sorted = (text: string): string => [...text].toSorted().join("")

const isLike: { readonly [Name in Likeness]: (other: string) => boolean } = {
  beginning: (other) => other.startsWith(abn.slice(0, 8)),
  end: (other) => other.endsWith(abn.slice(3)),
  order: (other) => sorted(other) === sorted(abn)
}

describe("ABNs that are like an employer's", () => {
  for (const likeness of ["beginning", "end", "order"] as const) {
    it(`are valid, others, and alike: ${likeness}`, () => {
      const others = nearMisses(abn, likeness)
      assert.isAtLeast(others.length, 3)
      assert.strictEqual(new Set(others).size, others.length)
      assert.notInclude(others, abn)
      for (const other of others) assert.isTrue(isAbn(other) && isLike[likeness](other), other)
    })
  }
})

describe("ABNs that nobody can have", () => {
  it.each(["51824753556", "80000000001", "60905115063", "53004085616"])(
    "have wrong check digits, and nine or ten digits of %s",
    (own) => {
      const made = invalidAbns(own)
      assert.deepStrictEqual(
        made.map(({ words }) => words),
        ["the first nine digits", "the last nine digits", "the first ten digits", "the last ten digits"]
      )
      for (const { abn: other, words } of made) {
        assert.match(other, /^[1-9]\d{10}$/)
        assert.isFalse(isAbn(other), other)
        const count = words.endsWith("nine digits") ? 9 : 10
        const shared = words.includes("first")
          ? [own.slice(0, count), other.slice(0, count)]
          : [own.slice(-count), other.slice(-count)]
        assert.strictEqual(shared[0], shared[1])
        const differing = [...other].filter((digit, index) => digit !== own[index]).length
        assert.strictEqual(differing, 11 - count)
      }
    }
  )
})

/** Which spellings of a planted value are found in an answer, and which texts are no such value. */
const answering = (text: string) => ({ headers: {}, text }) as Answer

const TFN = "123456782"
const BORN = "1961-10-03"

describe("a planted date of birth", () => {
  it.each([
    "1961-10-03",
    "1961/10/03",
    "19611003",
    "03/10/1961",
    "3/10/1961",
    "3.10.1961",
    "10/03/1961",
    "3 October 1961",
    "3rd Oct 1961",
    "OCT 3, 1961",
    Buffer.from("born 1961-10-03").toString("base64")
  ])("is found as %s", (text) => assert.isTrue(holdsText(answering(`{"a":"${text}"}`), BORN)))

  it.each(["13/10/1961", "3/10/19612", "2196110035", "1961-10-04", "3 Octal 1961", "31 October 1961"])(
    "isn't found in %s",
    (text) => assert.isFalse(holdsText(answering(text), BORN))
  )
})

describe("a planted tax file number", () => {
  it.each(["123456782", "123 456 782", btoa("123456782"), btoa(`{"id":1,"tfn":"123456782"}`)])(
    "is found as %s",
    (text) => assert.isTrue(holdsNumber(answering(text), TFN))
  )

  it.each(["TFN ending 782", "******782", "XXX XXX 782", `{"tfn_last4":"6782"}`, "Tax file number: ...782"])(
    "is found by its last digits in %s",
    (text) => assert.isTrue(holdsLastDigits(answering(text), TFN))
  )

  it.each(["WB782", "TFN ending 783", "tfn received; 7821", "******7820", `{"tfn":{},"number":"782"}`])(
    "isn't found in %s",
    (text) => assert.isFalse(holdsLastDigits(answering(text), TFN))
  )
})

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
