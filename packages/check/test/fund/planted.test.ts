/** Which spellings of a planted value are found in an answer, and which texts are no such value. */
import { assert, describe, it } from "@effect/vitest"
import type { Answer } from "../../src/fund/FundUnderTest.ts"
import { holdsLastDigits, holdsNumber, holdsText } from "../../src/fund/checks/privacy/inAnswers.ts"

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
