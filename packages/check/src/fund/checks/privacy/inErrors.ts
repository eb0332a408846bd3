import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isError, together, warned } from "../shared/answers.ts"
import { registers, taken, withTfn } from "../shared/registering.ts"
import { ROOT, holdsNumber, holdsText } from "./inAnswers.ts"

const shared = {
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: registers
} as const

/** Registrations that fail validation, each with what it plants. The last isn't JSON. */
const refusable = (fund: FundUnderTest) => {
  const planted = taken(fund, {
    date_of_birth: "1961-10-23",
    address_line_1: "387 George Street",
    email: `planted.${crypto.randomUUID()}@example.com`
  })
  const body = withTfn(fund, planted)
  const send = (changed: object, payload?: string) =>
    fund.register({ ...body, ...changed }, payload === undefined ? {} : { payload })
  const withWrongTfn = "123456789"
  const badEmail = "planted-nonsense"
  const noDate = "1961-02-30"
  return {
    body,
    calls: [
      { planted: body, send: send({ family_name: undefined }) },
      { planted: body, send: send({ family_name: 5 }) },
      { planted: body, send: send({}, JSON.stringify(body).slice(0, -2)) },
      { planted: { ...body, tfn: withWrongTfn }, send: send({ tfn: withWrongTfn, family_name: undefined }) },
      { planted: { ...body, email: badEmail }, send: send({ email: badEmail, family_name: undefined }) },
      { planted: { ...body, date_of_birth: noDate }, send: send({ date_of_birth: noDate }) }
    ]
  }
}

/** The fund has read the body: it isn't the credentials, the address or a failure that it answers. */
const isAboutTheBody = ({ failure, status }: Answer): boolean =>
  failure === null && (status === 400 || status === 409 || status === 422)

const NOT_READ = notObserved(
  "No registration is refused for what is in it, so no error says anything about it."
)

export const noTfnInErrors: FundCheck = {
  ...shared,
  id: "PRIVACY-7-1",
  level: "MUST",
  requirement: "D-tax-file-numbers",
  title: "The tax file number never comes back in an error.",
  hint: "Name the field that is wrong, not its value. Switch off what frameworks add: the request, the rejected value, the statement that failed.",
  run: (fund) =>
    together(refusable(fund).calls, ({ planted, send }) =>
      Effect.map(send, (answer) =>
        isError(answer) && typeof planted.tfn === "string" && holdsNumber(answer, planted.tfn)
          ? failed(answer, {
              cause: "The tax file number comes back in an error.",
              expected: "An error without the tax file number, in its body and its headers.",
              root: ROOT
            })
          : isAboutTheBody(answer) && planted.tfn !== undefined
            ? pass
            : NOT_READ
      )
    )
}

const personal = [
  ["family_name", "family name"],
  ["date_of_birth", "date of birth"],
  ["address_line_1", "address"],
  ["email", "e-mail address"]
] as const

export const noPersonalDataInErrors: FundCheck = {
  ...shared,
  id: "PRIVACY-7-2",
  level: "SHOULD",
  requirement: "D-problem-details",
  title: "An error repeats no personal value.",
  hint: "Errors are logged on both sides. Name the field that is wrong, and never repeat a rejected value.",
  run: (fund) =>
    together(refusable(fund).calls, ({ planted, send }) =>
      Effect.map(send, (answer) => {
        const found = personal.find(([field]) => {
          const value = planted[field]
          return isError(answer) && typeof value === "string" && holdsText(answer, value)
        })
        if (found === undefined) return isAboutTheBody(answer) ? pass : NOT_READ
        return warned(answer, {
          cause: `The ${found[1]} comes back in an error.`,
          expected: "An error that names fields, and no values."
        })
      })
    )
}
