import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { atEachOperation, COMPRESSED, failed, isSuccess, notReached, warned } from "../shared/answers.ts"

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

const NO_ANSWER = notObserved("No call is accepted, so there is no answer to look at.")

const NO_BODY = notObserved("The answer has no body.")

const answered = (fund: FundUnderTest, judge: (answer: Answer) => Outcome): Effect.Effect<Outcome> =>
  atEachOperation(fund, ({ body, operation }) => Effect.map(fund.call(operation, body()), judge))

/** Judges an accepted answer that has a body. */
const withBody = (fund: FundUnderTest, judge: (answer: Answer) => Outcome): Effect.Effect<Outcome> =>
  answered(fund, (answer) => (!isSuccess(answer) ? NO_ANSWER : answer.text === "" ? NO_BODY : judge(answer)))

const modes = ["dev", "certify", "probe"] as const

const mediaType: FundCheck = {
  id: "TRANSPORT-4.2-4",
  level: "SHOULD",
  requirement: "R-4.2-6",
  title: "The fund's answers have the content type application/json.",
  hint: "Set the content type of every answer with a body. Frameworks send text/html if a text is returned in place of an object.",
  modes,
  independent: true,
  run: (fund) =>
    withBody(fund, (answer) =>
      JSON_TYPE.test(answer.headers["content-type"] ?? "")
        ? pass
        : warned(answer, {
            cause: "The content type of the fund's answer isn't application/json.",
            expected: "application/json.",
            actual: "Another content type, or none."
          })
    )
}

const byteOrderMark: FundCheck = {
  id: "TRANSPORT-4.2-5",
  level: "SHOULD",
  requirement: "R-4.2-6",
  title: "The fund's answers begin with the JSON, without a byte order mark.",
  hint: "Write answers as UTF-8 without a byte order mark (in .NET: new UTF8Encoding(false)). RFC 8259 forbids it, and most JSON parsers refuse it.",
  modes,
  independent: true,
  run: (fund) =>
    withBody(fund, (answer) =>
      answer.text.startsWith("\uFEFF") || answer.text.startsWith("ï»¿")
        ? warned(answer, {
            cause: "The fund's answer begins with a byte order mark.",
            expected: "JSON from the first byte.",
            actual: "EF BB BF before the JSON."
          })
        : pass
    )
}

const uncompressed: FundCheck = {
  id: "TRANSPORT-4.2-6",
  level: "MUST",
  requirement: "R-4.2-6",
  title: "The fund sends its answers uncompressed, as the service asks for no compression.",
  hint: COMPRESSED.hint,
  modes,
  independent: true,
  run: (fund) =>
    answered(fund, (answer) => {
      const coding = answer.headers["content-encoding"] ?? "identity"
      if (coding.toLowerCase() !== "identity") return failed(answer, COMPRESSED)
      return isSuccess(answer) ? pass : NO_ANSWER
    })
}

const noRedirect: FundCheck = {
  id: "TRANSPORT-4.2-7",
  level: "MUST",
  requirement: "R-4.2-6",
  title: "The fund answers at the address of its profile, without a redirect.",
  hint: "Name the final address in the profile: the service doesn't follow redirects. A framework may redirect to add or remove a slash at the end.",
  modes,
  independent: true,
  run: (fund) =>
    answered(fund, (answer) => {
      const { status } = answer
      if (status !== null && status >= 300 && status <= 399)
        return failed(answer, { cause: "The fund redirects the call.", expected: "2xx." })
      if (status === null || status === 404)
        return notReached(answer) ?? notObserved("Nothing is answered at this address.")
      return pass
    })
}

/** The checks that apply to every answer. */
export const answers: ReadonlyArray<FundCheck> = [mediaType, byteOrderMark, uncompressed, noRedirect]
